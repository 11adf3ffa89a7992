import Dispatch
import Foundation
import Testing
import Trackproof
import TrackproofBridge
import TrackproofPlatform
import TrackproofUITesting

/// An app in the test's own process, with a real bridge. Its toolkit keeps elements, the pasteboard and alerts in
/// memory.
///
/// As with any app, the test reads elements and texts on the main thread, between the app's own work.
final class ScreenlessApp: AppUnderTest {
    private(set) var surface = MemorySurface()
    private(set) var analytics = Analytics()
    private(set) var bridge: EventBridge?
    /// The arguments and the environment of the last launch.
    private(set) var arguments: [String] = []
    private(set) var environment: [String: String] = [:]
    /// The error that each access to the app throws, or `nil` if accesses succeed.
    var failure: (any Error)?
    /// A function that the app calls at the first access that fails.
    var onFailure: ((ScreenlessApp) throws -> Void)?
    /// The change that the accessibility bus, the pasteboard or XCTest makes to a text on its way to the test.
    var transport: (String) -> String = { $0 }
    /// The changes to the environment on its way from the test to the app.
    var passed: ([String: String]) -> [String: String] = { $0 }
    /// A change of the pasteboard by another app, after the test has read it and before the test's next step.
    var meanwhile: (@MainActor @Sendable (MemorySurface) -> Void)?
    /// How many times the test clears the pasteboard too late: after the app has put its text there again.
    var lateClears = 0
    /// How many more times the driver finds an alert after its button was pressed.
    var staleLooks = 0
    /// Whether the button of an alert does nothing.
    var ignoresPresses = false
    /// Whether the driver reports changes.
    var reportsChanges = true
    /// Whether the app adds the bridge when it is launched.
    var addsBridge = true
    /// The reason why the app ends during its launch, or `nil` if the launch succeeds.
    var endAtLaunch: String?
    private(set) var presses = 0
    private var staleTexts: [String]?
    private var looksAtStale = 0
    private var onChange: (@Sendable () -> Void)?
    private let reason = Lock<String?>(nil)

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

    /// Starts the app again, with another writer and a new screen. The pasteboard keeps its text, as on a real system.
    func restart() throws {
        let old = surface
        bridge = nil
        looksAtStale = 0
        analytics = Analytics()
        let pasteboard = DispatchQueue.main.sync { MainActor.assumeIsolated { old.pasteboard } }
        surface = MemorySurface(pasteboard: pasteboard)
        if let onChange { surface.observe(onChange) }
        if addsBridge { try addBridge() }
    }

    /// Ends the app as a crash does: its main thread does not do its pending work.
    func end(_ reason: String) { ending(reason) }

    /// Ends the app as an orderly exit does: its bridge says goodbye.
    func leave(_ reason: String) {
        bridge = nil
        analytics = Analytics()
        end(reason)
    }

    /// A function that ends the app. Any thread can call this function.
    var ending: @Sendable (String) -> Void {
        { [ended = reason, surface] reason in
            ended.withLock { $0 = reason }
            surface.ring()
        }
    }

    var exitDescription: String? { reason.withLock { $0 } }

    /// Runs a function on the app's main thread.
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
        if ignoresPresses { return surface.ring() }
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

/// The error of a driver whose app has ended.
private struct Unreachable: Error, CustomStringConvertible {
    let description: String
}

/// A user interface without a screen, which keeps elements, the pasteboard and alerts in memory.
@MainActor
final class MemorySurface: BridgeSurface {
    nonisolated let accessibleValueBytes = 432
    private(set) var elements: [String: @MainActor () -> String] = [:]
    private(set) var changed: [String] = []
    private(set) var pasteboard: String?
    private(set) var alert: (title: String, message: String, button: String)?
    /// The title of an alert that the app itself shows above everything else, or `nil` if there is no such alert.
    private(set) var cover: String?
    private(set) var isFast = false
    private var onTaken: (@MainActor (Bool) -> Void)?
    private var onDismiss: (@MainActor () -> Void)?
    private nonisolated let observer = Lock<(@Sendable () -> Void)?>(nil)

    nonisolated init(pasteboard: String? = nil) { self.pasteboard = pasteboard }

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

    /// Changes the pasteboard, as another process or the app's user does.
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

    /// Shows an alert of the app itself, or dismisses the alert if `title` is `nil`.
    func cover(with title: String?) {
        cover = title
        ring()
    }

    func speedUpAnimations() { isFast = true }
}

extension ScreenlessApp {
    private var file: String { String((environment["TRACKPROOF_BRIDGE"] ?? "").trimmingPrefix("file:")) }

    /// Appends a text to the bridge's file, as another process of the app would.
    func append(_ text: String) throws {
        let handle = try #require(FileHandle(forWritingAtPath: file))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }

    /// Returns the name of the app's own writer in the bridge's file.
    func fileWriter() throws -> String {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        return try #require(text.firstMatch(of: #/"writer":"([^"]*)"/#)).output.1.description
    }
}
