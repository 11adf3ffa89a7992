/// A stub of `NSApplication`.
@MainActor
open class NSApplication: NSResponder {
    /// A stub of `NSApplication.ModalResponse`.
    public struct ModalResponse: Hashable, RawRepresentable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let alertFirstButtonReturn = ModalResponse(rawValue: 1000)
    }

    open class var shared: NSApplication { theApplication }
    private static let theApplication = NSApplication()

    /// The windows on the screen, from front to back.
    open internal(set) var windows: [NSWindow] = []
}

/// A stub of `NSWindow`.
@MainActor
open class NSWindow: NSResponder {
    /// A stub of `NSWindow.StyleMask`.
    public struct StyleMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let borderless: StyleMask = []
        public static let titled = StyleMask(rawValue: 1)
        public static let nonactivatingPanel = StyleMask(rawValue: 1 << 7)
    }

    /// A stub of `NSWindow.BackingStoreType`.
    public enum BackingStoreType: UInt { case buffered = 2 }

    /// A stub of `NSWindow.Level`.
    public struct Level: Hashable, RawRepresentable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let normal = Level(rawValue: 0)
        public static let modalPanel = Level(rawValue: 8)
    }

    /// A stub of `NSWindow.CollectionBehavior`.
    public struct CollectionBehavior: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let canJoinAllSpaces = CollectionBehavior(rawValue: 1)
        public static let stationary = CollectionBehavior(rawValue: 1 << 4)
        public static let ignoresCycle = CollectionBehavior(rawValue: 1 << 6)
    }

    /// A stub of `NSWindow.AnimationBehavior`.
    public enum AnimationBehavior: Int {
        case `default` = 0
        case none = 2
    }

    public nonisolated static let didChangeOcclusionStateNotification = NSNotification.Name(
        "NSWindowDidChangeOcclusionStateNotification")

    public init(
        contentRect: NSRect, styleMask style: StyleMask, backing backingStoreType: BackingStoreType, defer flag: Bool
    ) {
        contentView = NSView(frame: contentRect)
    }

    open var contentView: NSView?
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var backgroundColor: NSColor! = NSColor()
    open var alphaValue: CGFloat = 1
    open var isOpaque = true
    open var hasShadow = true
    open var ignoresMouseEvents = false
    open var isExcludedFromWindowsMenu = false
    open var hidesOnDeactivate = false
    open var isReleasedWhenClosed = true
    open var collectionBehavior: CollectionBehavior = []
    open var animationBehavior = AnimationBehavior.default
    open var level = Level.normal
    open var title = ""
    open internal(set) var attachedSheet: NSWindow?
    /// The alert that this window shows, or `nil` if the window is not the sheet of an alert.
    public internal(set) var stubAlert: NSAlert?

    open func center() {}

    open func orderFrontRegardless() {
        NSApplication.shared.windows.insert(self, at: 0)
        NotificationCenter.default.post(name: Self.didChangeOcclusionStateNotification, object: self)
    }

    open func orderOut(_ sender: Any?) { NSApplication.shared.windows.removeAll { $0 === self } }
}

/// A stub of `NSPanel`.
@MainActor
open class NSPanel: NSWindow {}

/// A stub of `NSButton`. AppKit's class inherits from `NSControl`.
@MainActor
open class NSButton: NSView {}

/// A stub of `NSAlert`.
@MainActor
open class NSAlert {
    private var handler: ((NSApplication.ModalResponse) -> Void)?
    private weak var host: NSWindow?

    public init() {}
    open var messageText = ""
    open var informativeText = ""
    /// The titles of the alert's buttons. `NSAlert` in AppKit has an array of buttons instead.
    public private(set) var stubButtons: [String] = []
    @discardableResult
    open func addButton(withTitle title: String) -> NSButton {
        stubButtons.append(title)
        return NSButton(frame: .zero)
    }

    open func beginSheetModal(
        for sheetWindow: NSWindow, completionHandler handler: ((NSApplication.ModalResponse) -> Void)? = nil
    ) {
        let sheet = NSPanel(contentRect: .zero, styleMask: .titled, backing: .buffered, defer: true)
        sheet.stubAlert = self
        sheetWindow.attachedSheet = sheet
        self.handler = handler
        host = sheetWindow
    }

    /// Presses the alert's first button, as a user does.
    public func stubPress() {
        host?.attachedSheet = nil
        handler?(.alertFirstButtonReturn)
    }
}

extension NSApplication {
    /// Resets the app to its state at launch: no windows, and an empty pasteboard that the process can read.
    public func stubReset() {
        windows = []
        NSPasteboard.general.stubRefusesTexts = false
        NSPasteboard.general.clearContents()
    }
}
