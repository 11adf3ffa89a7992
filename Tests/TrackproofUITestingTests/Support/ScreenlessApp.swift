import Dispatch
import Foundation
import Testing
import Trackproof
import TrackproofBridge
import TrackproofUITesting
import TrackproofPlatform

/// An app in the test's own process: its bridge is the real one, its toolkit keeps elements, pasteboard and alerts in
/// memory. The test looks at it as at any app: on the main thread, between what the app does there.
final class ScreenlessApp: AppUnderTest {
    private(set) var surface: MemorySurface
    /// What the app tracks with, once it is launched.
    private(set) var analytics = Analytics()
    private(set) var bridge: EventBridge?
    /// What the app was started with.
    private(set) var arguments: [String] = []
    private(set) var environment: [String: String] = [:]
    /// Why looking at it fails; nil where it does not.
    var failure: (any Error)?
    /// What happens in the app when that is found out.
    var onFailure: ((ScreenlessApp) throws -> Void)?
    /// What the accessibility bus, the pasteboard or XCTest makes of a text.
    var transport: (String) -> String = { $0 }
    /// What stands between the test and the app makes of the environment.
    var passed: ([String: String]) -> [String: String] = { $0 }
    /// What somebody does between the test's look at the pasteboard and its next step.
    var meanwhile: (@MainActor @Sendable (MemorySurface) -> Void)?
    /// How many times emptying the pasteboard comes too late: the app has just laid its text there again.
    var lateClears = 0
    /// How many more looks find an alert whose button was pressed.
    var staleLooks = 0
    /// Whether the button of an alert does nothing.
    var pressesInVain = false
    /// Whether the driver tells of changes.
    var reportsChanges = true
    /// Whether it adds the bridge when it is launched.
    var addsBridge = true
    /// How it ends while it is launched; nil where it does not.
    var endAtLaunch: String?
    private(set) var presses = 0
    private var staleTexts: [String]?
    private var looksAtStale = 0
    private var onChange: (@Sendable () -> Void)?
    private let reason = Lock<String?>(nil)

    init(accessibleValueBytes: Int = 432) {
        surface = MemorySurface(accessibleValueBytes: accessibleValueBytes)
    }

    func launch(arguments: [String], environment: [String: String]) throws {
        self.arguments = arguments
        self.environment = passed(environment)
        if let endAtLaunch { return end(endAtLaunch) }
        reason.withLock { $0 = nil }
        if bridge != nil { return try restart() }
        if addsBridge { try addBridge() }
    }

    func addBridge() throws {
        let bridge = try EventBridge(
            environment["TRACKPROOF_BRIDGE"] ?? "", token: environment["TRACKPROOF_TOKEN"], surface: surface)
        analytics.addProvider(bridge)
        self.bridge = bridge
    }

    /// Starts it again: another writer, on a screen of its own. The pasteboard is the system's, and stays as it is.
    func restart() throws {
        let old = surface
        bridge = nil
        looksAtStale = 0
        analytics = Analytics()
        let pasteboard = DispatchQueue.main.sync { MainActor.assumeIsolated { old.pasteboard } }
        surface = MemorySurface(accessibleValueBytes: old.accessibleValueBytes, pasteboard: pasteboard)
        if let onChange { surface.observe(onChange) }
        if addsBridge { try addBridge() }
    }

    /// Ends it, as a crash would: what its main thread was about to do is not done.
    func end(_ reason: String) { ending(reason) }

    /// Ends it in order: its bridge says goodbye.
    func leave(_ reason: String) {
        bridge = nil
        analytics = Analytics()
        end(reason)
    }

    /// What ends it, from any thread.
    var ending: @Sendable (String) -> Void {
        { [ended = reason, surface] reason in
            ended.withLock { $0 = reason }
            surface.ring()
        }
    }

    var exitDescription: String? { reason.withLock { $0 } }

    /// Does something on the app's main thread.
    func onMain<Result: Sendable>(_ body: @MainActor @Sendable (MemorySurface) -> Result) -> Result {
        let surface = surface
        return DispatchQueue.main.sync { MainActor.assumeIsolated { body(surface) } }
    }

    private func look<Result: Sendable>(_ body: @MainActor @Sendable (MemorySurface) -> Result) throws -> Result {
        if let failure {
            let onFailure = onFailure
            self.onFailure = nil
            try onFailure?(self)
            throw failure
        }
        if let exitDescription { throw Unreachable(description: "the app \(exitDescription)") }
        return onMain(body)
    }

    func value(ofElement identifier: String) throws -> String? {
        try look { $0.elements[identifier]?() }.map(transport)
    }

    func textsOfAlert(withButton title: String) throws -> [String]? {
        if looksAtStale > 0, let staleTexts {
            looksAtStale -= 1
            surface.ring()
            return staleTexts
        }
        return try look { surface -> [String]? in
            guard surface.cover == nil, let alert = surface.alert, alert.button == title else { return nil }
            return [alert.title, alert.message]
        }?.map(transport)
    }

    func pressAlertButton(_ title: String) throws {
        presses += 1
        staleTexts = try textsOfAlert(withButton: title)
        looksAtStale = staleLooks
        if pressesInVain { return surface.ring() }
        try look { $0.pressAlertButton() }
    }

    func pasteboardText() throws -> String? {
        let text = try look { $0.pasteboard }.map(transport)
        if text != nil, let meanwhile {
            self.meanwhile = nil
            try look(meanwhile)
        }
        return text
    }

    func clearPasteboard() throws {
        if lateClears > 0 {
            lateClears -= 1
            return surface.ring()
        }
        try look { $0.paste(nil) }
    }

    func observeChanges(_ onChange: @escaping @Sendable () -> Void) -> Bool {
        guard reportsChanges else { return false }
        self.onChange = onChange
        surface.observe(onChange)
        return true
    }
}

/// What a driver says of an app that is gone.
private struct Unreachable: Error, CustomStringConvertible {
    let description: String
}

/// A toolkit without a screen.
@MainActor
final class MemorySurface: BridgeSurface {
    nonisolated let accessibleValueBytes: Int
    private(set) var elements: [String: @MainActor () -> String] = [:]
    private(set) var changed: [String] = []
    private(set) var pasteboard: String?
    private(set) var alert: (title: String, message: String, button: String)?
    /// The title of an alert of the app's own, above everything else; nil where there is none.
    private(set) var cover: String?
    private(set) var isFast = false
    private var onTaken: (@MainActor (Bool) -> Void)?
    private var onDismiss: (@MainActor () -> Void)?
    private nonisolated let observer = Lock<(@Sendable () -> Void)?>(nil)

    nonisolated init(accessibleValueBytes: Int = 432, pasteboard: String? = nil) {
        self.accessibleValueBytes = accessibleValueBytes
        self.pasteboard = pasteboard
    }

    nonisolated func observe(_ onChange: @escaping @Sendable () -> Void) { observer.withLock { $0 = onChange } }

    nonisolated func ring() { observer.withLock { $0 }?() }

    func addElement(_ identifier: String, value: @escaping @MainActor () -> String) { elements[identifier] = value }

    func elementDidChange(_ identifier: String) {
        changed.append(identifier)
        ring()
    }

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

    /// Shows an alert of the app's own, or dismisses it.
    func cover(with title: String?) {
        cover = title
        ring()
    }

    func speedUpAnimations() { isFast = true }
}

extension ScreenlessApp {
    private var file: String { String((environment["TRACKPROOF_BRIDGE"] ?? "").trimmingPrefix("file:")) }

    /// Writes into the file of a bridge, as another process does that the app has started.
    func append(_ text: String) throws {
        let handle = try #require(FileHandle(forWritingAtPath: file))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }

    /// The name of the app's own writer in that file.
    func fileWriter() throws -> String {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        return try #require(text.firstMatch(of: #/"writer":"([^"]*)"/#)).output.1.description
    }
}
