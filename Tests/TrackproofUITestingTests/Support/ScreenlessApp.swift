import Dispatch
import Trackproof
import TrackproofBridge
import TrackproofUITesting

/// An app in the test's own process: its bridge is the real one, its toolkit keeps elements, pasteboard and alerts in
/// memory. The test looks at it as at any app: on the main thread, between what the app does there.
final class ScreenlessApp: AppUnderTest {
    let surface = MemorySurface()
    /// What the app tracks with, once it is launched.
    let analytics = Analytics()
    /// What the app was started with.
    private(set) var arguments: [String] = []
    private(set) var environment: [String: String] = [:]
    /// Why looking at it fails; nil where it does not.
    var failure: (any Error)?
    /// What the accessibility bus, the pasteboard or XCTest makes of a text.
    var transport: (String) -> String = { $0 }
    /// Whether the driver tells of changes.
    var tellsOfChanges = true
    /// Whether it adds the bridge when it is launched.
    var addsBridge = true
    private let reason = Lock<String?>(nil)

    func launch(arguments: [String], environment: [String: String]) throws {
        self.arguments = arguments
        self.environment = environment
        if addsBridge { try addBridge() }
    }

    func addBridge() throws {
        analytics.addProvider(
            try EventBridge(
                environment["TRACKPROOF_BRIDGE"] ?? "", token: environment["TRACKPROOF_TOKEN"], surface: surface))
    }

    /// Ends it, as a crash would: what its main thread was about to do is not done.
    func end(_ reason: String) {
        self.reason.withLock { $0 = reason }
        surface.ring()
    }

    var end: String? { reason.withLock { $0 } }

    private func look<Result: Sendable>(_ body: @MainActor @Sendable (MemorySurface) -> Result) throws -> Result {
        if let failure { throw failure }
        if let end { throw UnsupportedByDriver("the app \(end)") }
        let surface = surface
        return DispatchQueue.main.sync { MainActor.assumeIsolated { body(surface) } }
    }

    func value(ofElement identifier: String) throws -> String? {
        try look { $0.elements[identifier]?() }.map(transport)
    }

    func textsOfAlert(withButton title: String) throws -> [String]? {
        try look { $0.alert?.button == title ? $0.alert.map { [$0.title, $0.message] } : nil }?.map(transport)
    }

    func pressAlertButton(_ title: String) throws {
        try look { $0.pressAlertButton() }
    }

    func pasteboardText() throws -> String? {
        try look { $0.pasteboard }.map(transport)
    }

    func clearPasteboard() throws {
        try look { $0.paste(nil) }
    }

    func observeChanges(_ onChange: @escaping @Sendable () -> Void) -> Bool {
        if tellsOfChanges { surface.observe(onChange) }
        return tellsOfChanges
    }
}

/// A toolkit without a screen.
@MainActor
final class MemorySurface: BridgeSurface {
    nonisolated let accessibleValueBytes: Int
    private(set) var elements: [String: @MainActor () -> String] = [:]
    private(set) var pasteboard: String?
    private(set) var alert: (title: String, message: String, button: String)?
    private(set) var isFast = false
    private var onTaken: (@MainActor (Bool) -> Void)?
    private var onDismiss: (@MainActor () -> Void)?
    private nonisolated let observer = Lock<(@Sendable () -> Void)?>(nil)

    nonisolated init(accessibleValueBytes: Int = 432) {
        self.accessibleValueBytes = accessibleValueBytes
    }

    nonisolated func observe(_ onChange: @escaping @Sendable () -> Void) { observer.withLock { $0 = onChange } }

    nonisolated func ring() { observer.withLock { $0 }?() }

    func addElement(_ identifier: String, value: @escaping @MainActor () -> String) { elements[identifier] = value }

    func elementDidChange(_ identifier: String) { ring() }

    func setPasteboard(_ text: String, onTaken: @escaping @MainActor (Bool) -> Void) {
        pasteboard = text
        self.onTaken = onTaken
        ring()
    }

    /// As another process, or the app's user, changes the pasteboard.
    func paste(_ text: String?) {
        pasteboard = text
        let onTaken = onTaken
        self.onTaken = nil
        onTaken?(text == nil)
    }

    func showAlert(title: String, message: String, button: String, onDismiss: @escaping @MainActor () -> Void) {
        alert = (title, message, button)
        self.onDismiss = onDismiss
        ring()
    }

    func pressAlertButton() {
        alert = nil
        let onDismiss = onDismiss
        self.onDismiss = nil
        onDismiss?()
    }

    func speedUpAnimations() { isFast = true }
}
