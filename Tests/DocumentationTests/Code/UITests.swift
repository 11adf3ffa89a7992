import Foundation
import Trackproof
import TrackproofBridge
import TrackproofTesting
import TrackproofUITesting
import XCTest

// Code in the articles on UI tests that is not in Examples/iOSApp. The tests compile this code and do not run it, because
// they have no app to launch.

extension XCTestCase {
    fileprivate func launch(_ app: any AppUnderTest) throws {
        let session = try UITestSession.launch(app, test: self)
        session.expectTracked("app_launched", including: ["is_first_launch": true])
    }

    fileprivate func launchWithABridge(_ app: any AppUnderTest) throws -> UITestSession {
        let session = try UITestSession.launch(app, bridge: .accessibility, test: self)
        return session
    }
}

// Code of the article on SDKs. The collector's own tests run similar code.
extension XCTestCase {
    fileprivate func testAPurchaseArrives(_ app: any AppUnderTest) throws {
        let wire = try CollectorSession.open(named: "purchase")
        let session = try UITestSession.launch(app, collector: wire, test: self)

        session.expectTracked("purchase", including: ["price": 19.99])
        session.expectTracked("purchase", including: ["price": 19.99], source: .wire("segment"))
        session.expectNothingElse(source: .wire("segment"))
    }

    fileprivate func failing(_ wire: CollectorSession) throws {
        try wire.failNext(2, with: .status(503))
        try wire.failNext(with: .drop, stored: true)
        try wire.failNext(with: .status(429, retryAfter: 2), after: .seconds(1), vendor: "segment", path: "/batch")
    }

    fileprivate func recording() throws {
        let wire = try CollectorSession.open()
        let recorder = TestRecorder()
        wire.record(into: recorder)
    }
}

/// An app that is a program without a screen.
final class ProcessUnderTest: AppUnderTest {
    private let path: String
    private var process = Process()

    init(_ path: String) { self.path = path }

    func launch(arguments: [String], environment: [String: String]) throws {
        // A test can launch the app again, and a `Process` runs only once.
        end()
        process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        // Otherwise, the app would read the input of the tests, and `swift test | tail` would wait for the app.
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    func end() {
        guard process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }

    var exitDescription: String? {
        if process.isRunning { return nil }
        let verb = process.terminationReason == .exit ? "exited with" : "was ended by signal"
        return "\(verb) \(process.terminationStatus)"
    }

    func value(ofElement identifier: String) throws -> String? {
        throw UnsupportedByDriver("a process has no elements")
    }
    func textsOfAlert(withButton title: String) throws -> [String]? {
        throw UnsupportedByDriver("a process has no alerts")
    }
    func pressAlertButton(_ title: String) throws { throw UnsupportedByDriver("a process has no alerts") }
    func pasteboardText() throws -> String? { throw UnsupportedByDriver("a process has no pasteboard") }
    func clearPasteboard() throws { throw UnsupportedByDriver("a process has no pasteboard") }
    func observeChanges(_ onChange: @escaping @Sendable () -> Void) -> Bool { false }
}

func addBridge(to analytics: Analytics, over surface: any BridgeSurface) {
    if let bridge = EventBridge.fromEnvironment(surface: surface) { analytics.addProvider(bridge) }
}
