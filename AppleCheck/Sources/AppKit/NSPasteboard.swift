/// A stub of `NSPasteboard`.
///
/// As in AppKit, the class is not isolated to an actor. Only the main thread uses the stub.
open class NSPasteboard {
    /// A stub of `NSPasteboard.PasteboardType`.
    public struct PasteboardType: Hashable, RawRepresentable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let string = PasteboardType(rawValue: "public.utf8-plain-text")
    }

    open class var general: NSPasteboard { theGeneral }
    nonisolated(unsafe) private static let theGeneral = NSPasteboard()

    private var texts: [PasteboardType: String] = [:]

    /// A Boolean value that indicates whether this process cannot read texts, as after a user clicked "Don't Allow".
    public var stubRefusesTexts = false

    open private(set) var changeCount = 0
    open var types: [PasteboardType]? { Array(texts.keys) }

    @discardableResult
    open func clearContents() -> Int {
        texts = [:]
        changeCount += 1
        return changeCount
    }

    @discardableResult
    open func setString(_ string: String, forType dataType: PasteboardType) -> Bool {
        texts[dataType] = string
        return true
    }

    open func string(forType dataType: PasteboardType) -> String? { stubRefusesTexts ? nil : texts[dataType] }
}
