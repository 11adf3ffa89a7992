/// Shows a view to a test, as a window shows it to a person: keeps the state of each place, says to views when they
/// appear and disappear, and has an element for each text, field and button. Not of Apple's.
@MainActor
public final class ViewHost {
    /// What is on the screen, in order.
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

    /// What one drawing finds.
    private struct Drawing {
        var elements: [ViewElement] = []
        var appearances: [(path: String, appearance: Appearance)] = []
        var cells: Set<String> = []
    }

    /// Shows a view.
    public init(_ root: some View) {
        showRoot = { $0.show(root) }
        draw()
    }

    /// The element with this identifier that is on the screen.
    public func element(_ identifier: String) -> ViewElement? {
        elements.first { $0.identifier == identifier }
    }

    /// Waits until an element with this identifier, and with this text where one is given, is on the screen.
    public func waitForElement(_ identifier: String, text: String? = nil) async -> ViewElement {
        while true {
            if let element = element(identifier), text == nil || element.text == text { return element }
            await withCheckedContinuation { continuation in watchers.append { continuation.resume() } }
        }
    }

    /// Draws anew, though nothing has changed.
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

    /// Has every view that is shown say once more that it appears, as SwiftUI does in some layouts.
    public func repeatAppearances() {
        for (_, appearance) in next.appearances { appearance.onAppear?() }
    }

    /// Pushes another view over what is shown, which is gone then but keeps its state.
    public func cover() {
        elements = []
        for appearance in appearances.values { appearance.onDisappear?() }
    }

    /// Goes back to what was covered.
    public func uncover() {
        elements = next.elements
        for (_, appearance) in next.appearances { appearance.onAppear?() }
    }

    private func tellViews() {
        let old = appearances
        appearances = Dictionary(next.appearances.map { ($0.path, $0.appearance) }) { first, _ in first }
        elements = next.elements
        cells = cells.filter { next.cells.contains($0.key) }
        // As SwiftUI: what comes says so before what goes.
        for (path, appearance) in next.appearances where old[path] == nil { appearance.onAppear?() }
        for (path, appearance) in old where appearances[path] == nil { appearance.onDisappear?() }
    }

    func stateDidChange() { draw() }

    func isShown(at path: String, onAppear: (() -> Void)?, onDisappear: (() -> Void)?) {
        next.appearances.append((path, Appearance(onAppear: onAppear, onDisappear: onDisappear)))
    }

    func add(_ element: ViewElement) { next.elements.append(element) }

    /// The elements of what `show` shows, which are not elements of their own.
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

/// A text, field or button on the screen.
@MainActor
public struct ViewElement {
    /// What tests find it by.
    public var identifier: String?
    /// What it says; of a field, what was typed.
    public var text: String
    /// Whether it can be used.
    public let isEnabled: Bool
    var onPress: (() -> Void)?
    var onType: ((String) -> Void)?

    /// Presses it; nothing happens where it is no button, or cannot be used.
    public func press() {
        if isEnabled { onPress?() }
    }

    /// Types a text in place of what is there; nothing happens where it is no field.
    public func type(_ text: String) {
        if isEnabled { onType?(text) }
    }
}

/// Where a view stands among the others: what it is known by from drawing to drawing, and what it finds there.
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

    /// Gives the properties of a view or modifier what belongs to this place.
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
