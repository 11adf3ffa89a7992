public import struct Foundation.URL

/// A host that shows a view to a test, as a window shows a view to a user. Apple's SwiftUI has no such type.
///
/// The host keeps the state of all views, and calls their `onAppear` and `onDisappear` actions. It has an element for
/// each text, field and button on the screen.
@MainActor
public final class ViewHost {
    /// The elements on the screen, in order.
    public private(set) var elements: [ViewElement] = []

    private let showRoot: (Place) -> Void
    private var cells: [String: AnyObject] = [:]
    private var appearances: [String: Appearance] = [:]
    private var next = Drawing()
    private var isDrawing = false
    private var mustDraw = false
    private var watchers: [() -> Void] = []

    private struct Appearance {
        let onAppear: (() -> Void)?
        let onDisappear: (() -> Void)?
    }

    /// The elements, the appearance actions and the state of one drawing of the root view.
    private struct Drawing {
        var elements: [ViewElement] = []
        var appearances: [(path: String, appearance: Appearance)] = []
        var cells: Set<String> = []
        var openURL: [(URL) -> Void] = []
    }

    /// Creates a host that shows a view.
    public init(_ root: some View) {
        showRoot = { $0.show(root) }
        draw()
    }

    /// Returns the element on the screen with this identifier, or `nil` if there is no such element.
    public func element(_ identifier: String) -> ViewElement? {
        elements.first { $0.identifier == identifier }
    }

    /// Waits until an element with this identifier is on the screen, and returns the element.
    ///
    /// If `text` is not `nil`, this method waits until the element also has this text.
    public func waitForElement(_ identifier: String, text: String? = nil) async -> ViewElement {
        while true {
            if let element = element(identifier), text == nil || element.text == text { return element }
            await withCheckedContinuation { continuation in watchers.append { continuation.resume() } }
        }
    }

    /// Draws the root view again, even if nothing has changed.
    public func draw() {
        mustDraw = true
        if isDrawing { return }
        isDrawing = true
        while mustDraw {
            mustDraw = false
            next = Drawing()
            showRoot(Place(host: self))
            tellViews()
        }
        isDrawing = false
        let told = watchers
        watchers = []
        for tell in told { tell() }
    }

    /// Calls the `onAppear` actions of all views on the screen again, as SwiftUI does in some layouts.
    public func repeatAppearances() {
        for (_, appearance) in next.appearances { appearance.onAppear?() }
    }

    /// Covers the root view, as a second screen does. The root view disappears but keeps its state.
    public func cover() {
        elements = []
        for appearance in appearances.values { appearance.onDisappear?() }
    }

    /// Shows the root view again after ``cover()``.
    public func uncover() {
        elements = next.elements
        for (_, appearance) in next.appearances { appearance.onAppear?() }
    }

    /// Passes a URL to the `onOpenURL` actions of all views on the screen.
    public func open(_ url: URL) {
        for open in next.openURL { open(url) }
    }

    private func tellViews() {
        let old = appearances
        appearances = Dictionary(next.appearances.map { ($0.path, $0.appearance) }) { first, _ in first }
        elements = next.elements
        cells = cells.filter { next.cells.contains($0.key) }
        // As in SwiftUI, new views appear before old views disappear.
        for (path, appearance) in next.appearances where old[path] == nil { appearance.onAppear?() }
        for (path, appearance) in old where appearances[path] == nil { appearance.onDisappear?() }
    }

    func stateDidChange() { draw() }

    func isShown(at path: String, onAppear: (() -> Void)?, onDisappear: (() -> Void)?) {
        next.appearances.append((path, Appearance(onAppear: onAppear, onDisappear: onDisappear)))
    }

    func add(onOpenURL action: @escaping (URL) -> Void) { next.openURL.append(action) }

    func add(_ element: ViewElement) { next.elements.append(element) }

    /// Calls `show`, and returns the elements that `show` adds. These elements do not appear on the screen.
    func elementsWithin(_ show: () -> Void) -> [ViewElement] {
        let outer = next.elements
        next.elements = []
        show()
        defer { next.elements = outer }
        return next.elements
    }

    func cell<Cell: AnyObject>(at path: String, make: () -> Cell) -> Cell {
        next.cells.insert(path)
        if let cell = cells[path] as? Cell { return cell }
        let cell = make()
        cells[path] = cell
        return cell
    }
}

/// A text, a field or a button on the screen.
@MainActor
public struct ViewElement {
    /// The identifier by which tests find the element.
    public var identifier: String?
    /// The text of the element. The text of a field is its content.
    public var text: String
    /// A Boolean value that indicates whether the element is enabled.
    public let isEnabled: Bool
    var onPress: (() -> Void)?
    var onType: ((String) -> Void)?

    /// Presses the element. Does nothing if the element is not a button, or is disabled.
    public func press() {
        if isEnabled { onPress?() }
    }

    /// Replaces the text of the element. Does nothing if the element is not a field, or is disabled.
    public func type(_ text: String) {
        if isEnabled { onType?(text) }
    }
}

/// The place of a view in the view hierarchy, with the view's environment and identifier.
///
/// If a view has the same path in two drawings, ``ViewHost`` regards it as the same view, which keeps its state.
struct Place {
    let host: ViewHost
    private(set) var path = ""
    var environment = EnvironmentValues()
    var identifier: String?

    init(host: ViewHost) { self.host = host }

    func inside(_ name: String) -> Place {
        var place = self
        place.path += "/" + name
        return place
    }

    @MainActor
    func show<Content: View>(_ view: Content) {
        if let view = view as? any Shown { return view.show(in: self) }
        let inner = inside("\(Content.self)")
        inner.connect(view)
        inner.show(view.body)
    }

    /// Connects the properties of a view or modifier to this place.
    @MainActor
    func connect(_ value: Any) {
        for (name, property) in Mirror(reflecting: value).children {
            (property as? any Connectable)?.connect(to: self, as: name ?? "")
        }
    }

    @MainActor
    func cell<Cell: AnyObject>(_ name: String, make: () -> Cell) -> Cell {
        host.cell(at: path + "." + name, make: make)
    }
}
