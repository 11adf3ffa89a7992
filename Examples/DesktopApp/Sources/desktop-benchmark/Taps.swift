import DesktopDriver
import DesktopUITesting
import Foundation
import Trackproof
import TrackproofTesting
import TrackproofUITesting

/// Measurements of the time from a tap until the test has received the event.
///
/// Each function returns times in milliseconds. Before the measurement, the app has tracked `count` events.
enum Taps {
    private static let timeout = Duration.seconds(300)

    /// Measures the time until the app has handled the press of a button. The app has no bridge.
    static func alone(_ count: Int) throws -> [Double] {
        let app = try launch()
        try app.application["command"].type("track 1")
        return try times { _ in try app.application["run"].press() }
    }

    /// Measures the time until a session has received the event over a bridge.
    static func over(_ bridge: UITestBridge, _ count: Int) throws -> [Double] {
        let app = try self.app()
        let session = try UITestSession.launch(app, bridge: bridge, timeout: timeout, exhaustively: false)
        try prepare(app, "track", count)
        session.expectCount(count)
        session.clearEvents()
        try app.application["command"].type("track 1")
        let times = try times { _ in
            try app.application["run"].press()
            session.expectTracked("tapped", ["number": 1])
        }
        session.finish()
        return times
    }

    /// Measures the technique of the article "Testing analytics in an iOS app".
    ///
    /// The app shows all events as JSON in an accessible value. The test reads and decodes this value until the JSON
    /// contains the new event.
    static func json(_ count: Int) throws -> [Double] {
        let app = try launch()
        try run(app, "json-show")
        try prepare(app, "json", count)
        try app.application["command"].type("json 1")
        return try times { round in
            try app.application["run"].press()
            while try records(in: app.value(ofElement: "json")) < count + round {}
        }
    }

    /// Measures the technique of the article "Automation of testing product analytics in mobile applications".
    ///
    /// This technique is the same as in ``json(_:)``, but uses the pasteboard instead of the accessible value.
    static func pasteboard(_ count: Int) throws -> [Double] {
        let app = try launch()
        try prepare(app, "json-paste", count)
        try app.application["command"].type("json-paste 1")
        return try times { round in
            try app.application["run"].press()
            while try records(in: app.pasteboardText()) < count + round {}
        }
    }

    private static func records(in text: String?) throws -> Int {
        guard let text, !text.isEmpty else { return 0 }
        return try JSONDecoder().decode([Record].self, from: Data(text.utf8)).count
    }

    private struct Record: Decodable {
        var identifier: String
        var data: [String: String]
    }

    private static func times(_ body: (Int) throws -> Void) throws -> [Double] {
        try (1...rounds).map { round in
            let start = ContinuousClock.now
            try body(round)
            return (ContinuousClock.now - start) / .milliseconds(1)
        }
    }

    private static func app() throws -> DesktopAppUnderTest {
        try DesktopAppUnderTest(path(ofProduct: "surface-fixture"), on: Desktop())
    }

    private static func launch() throws -> DesktopAppUnderTest {
        let app = try app()
        try app.launch(arguments: [], environment: [:])
        return app
    }

    private static func run(_ app: DesktopAppUnderTest, _ command: String) throws {
        try app.application["command"].type(command)
        try app.application["run"].press()
    }

    /// Makes the app track `count` events before the measurement.
    private static func prepare(_ app: DesktopAppUnderTest, _ command: String, _ count: Int) throws {
        if count == 0 { return }
        try run(app, "\(command) \(count)")
        try app.application["log"].waitForText("tracked \(count)", within: timeout)
    }
}
