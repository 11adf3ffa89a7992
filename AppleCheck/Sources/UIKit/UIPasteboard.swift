/// A stub of `UIPasteboard`.
///
/// As in UIKit, the class is `Sendable` and not isolated to an actor. Only the main thread uses the stub.
open class UIPasteboard: @unchecked Sendable {
    open class var general: UIPasteboard { stubGeneral }
    private static let stubGeneral = UIPasteboard()

    /// A stub of `UIPasteboard.OptionsKey`.
    public struct OptionsKey: Hashable, Sendable {}

    private var storedItems: [[String: Any]] = []

    /// A Boolean value that indicates whether this process cannot use the pasteboard, as in the background.
    ///
    /// If the value is `true`, the process sees an empty pasteboard, and the stub ignores what the process writes.
    public var stubIsOutOfReach = false
    /// A Boolean value that indicates whether the stub ignores what this process writes, as on a locked device.
    ///
    /// The process can still read the pasteboard.
    public var stubDropsWrites = false
    /// A Boolean value that indicates whether this process cannot read texts, as after a tap on "Don't Allow Paste".
    public var stubRefusesTexts = false

    open private(set) var changeCount = 0

    open var items: [[String: Any]] {
        get { stubIsOutOfReach ? [] : storedItems }
        set {
            guard !stubIsOutOfReach, !stubDropsWrites else { return }
            storedItems = newValue
            changeCount += 1
        }
    }

    open func setItems(_ items: [[String: Any]], options: [OptionsKey: Any] = [:]) { self.items = items }

    open var numberOfItems: Int { items.count }

    open func contains(pasteboardTypes: [String]) -> Bool {
        items.contains { item in pasteboardTypes.contains { item[$0] != nil } }
    }

    open var hasStrings: Bool { contains(pasteboardTypes: [Self.text]) }

    open var string: String? {
        get { stubRefusesTexts ? nil : items.lazy.compactMap { $0[Self.text] as? String }.first }
        set { items = newValue.map { [[Self.text: $0]] } ?? [] }
    }

    private static let text = "public.utf8-plain-text"
}
