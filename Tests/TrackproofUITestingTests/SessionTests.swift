import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofTesting
import TrackproofUITesting

/// Tests of the beginning of a session, its resets and its end.
@Suite(.blocking) struct SessionTests {
    @Test func theAppGetsItsArgumentsAndEnvironment() throws {
        let app = ScreenlessApp()
        let session = try UITestSession.launch(
            app, bridge: .accessibility, arguments: ["-start", "menu"],
            environment: ["LANG": "C", "TRACKPROOF_BRIDGE": "somewhere else"], animations: .fast, timeout: longTimeout)
        #expect(app.arguments == ["-start", "menu"])
        #expect(
            app.environment == [
                "LANG": "C", "TRACKPROOF_BRIDGE": "accessibility", "TRACKPROOF_ANIMATIONS": "fast",
            ])
        session.finish()
    }

    // MARK: The choice of a bridge

    /// A port at which no process listens, because port 1 needs privileges.
    private static let closedPort = "tcp://127.0.0.1:1"
    private static let nowhere = "file:/nowhere/events.ndjson"

    private func launchReplacing(_ lines: [Int: String]) throws -> (ScreenlessApp, UITestSession) {
        let app = ScreenlessApp()
        app.passed = { environment in
            var addresses = (environment["TRACKPROOF_BRIDGE"] ?? "").split(separator: "\n").map(String.init)
            for (line, address) in lines { addresses[line] = address }
            return environment.merging(["TRACKPROOF_BRIDGE": addresses.joined(separator: "\n")]) { $1 }
        }
        return (app, try UITestSession.launch(app, timeout: longTimeout))
    }

    /// Tests which bridge works if the first addresses of the automatic bridge fail.
    @Test(arguments: [
        ([:], "tcp"),
        ([0: closedPort], "file, because tcp://127.0.0.1:1: Connection refused"),
        (
            [0: closedPort, 1: nowhere],
            "accessibility, because tcp://127.0.0.1:1: Connection refused; "
                + "file:/nowhere/events.ndjson: No such file or directory"
        ),
    ])
    func theAutomaticBridgePrefersTCPAndThenAFile(failing: [Int: String], description: String) throws {
        let (app, session) = try launchReplacing(failing)
        #expect(session.bridgeDescription == description)
        app.analytics.track(Event("a", ["id": 7]))
        let found = session.expectTracked("a", including: [:])
        #expect(found.map { $0.event.parameters["id"] } == [.integer(7)])
        session.expectNothingElse()
        session.finish()
    }

    @Test func aLaunchThrowsIfNoAutomaticBridgeWorks() {
        #expect(
            message { try launchReplacing([0: Self.closedPort, 1: Self.nowhere, 2: "smoke"]) }
                == "tcp://127.0.0.1:1: Connection refused; file:/nowhere/events.ndjson: No such file or directory; "
                + "smoke: expected tcp://127.0.0.1:PORT, file:PATH, accessibility, pasteboard or alert")
    }

    @Test func anAppWithAWrongTokenCannotConnect() throws {
        let app = ScreenlessApp()
        app.passed = { $0.merging(["TRACKPROOF_TOKEN": "guessed"]) { $1 } }
        let message = message { try UITestSession.launch(app, bridge: .tcp, timeout: .milliseconds(200)) }
        #expect(message?.hasPrefix("no bridge connected within 0.2 seconds (tcp)\n") == true)
    }

    // MARK: Resets

    @Test(arguments: UITestBridge.allCases)
    func aResetBeginsTheNextTest(bridge: UITestBridge) throws {
        let (app, session) = try launch(bridge)
        app.analytics.track(Event("a"))
        session.expectTracked("a")
        session.reset()
        #expect(session.events.isEmpty)
        session.expectNothingElse()

        app.analytics.track(Event("forgotten"))
        expectFailure(
            """
            1 event that no assertion has checked: track forgotten (number 1)
            recorded 1 event:
                1  track forgotten
            """
        ) { line(of: session.reset()) }

        // The failure of the previous test does not affect the next test.
        session.expectNotTracked("forgotten")
        app.analytics.track(Event("b"))
        session.expectTracked("b")
        session.expectCount(1)
        #expect(session.recorder.events.map(\.event.name) == ["b"])
        session.finish()
    }

    /// Tests a late event, which the app tracked during the previous test.
    @Test func aLateEventBelongsToTheTestBefore() throws {
        let (app, session) = try launch(.file)
        try app.append("{\"hello\":1,\"writer\":\"9-x\"}\n")
        app.analytics.track(Event("a"))
        session.expectTracked("a")
        session.reset()
        app.analytics.track(Event("b"))
        try app.append(late(1) + late(2))
        expectFailure(
            """
            after SessionTests/aLateEventBelongsToTheTestBefore() had ended: 2 events that no assertion has checked: \
            track late, … (numbers 2, 3)
            recorded 3 events (✓ checked):
            ✓   1  track a
                2  track late
                3  track late
            """
        ) { line(of: session.expectTracked("b")) }
        // A second assertion does not report the failure again.
        try app.append(late(3))
        session.expectNothingElse()
        session.expectCount(1)
        session.finish()
    }

    /// Tests an event from the launch of a shared session. It belongs to no test, even if it arrives during a test.
    @Test func aLateEventOfTheLaunchBelongsToNoTest() throws {
        let app = ScreenlessApp()
        let session = try launchOutsideTests(app)
        try app.append("{\"hello\":1,\"writer\":\"9-x\"}\n")
        session.reset()
        try app.append(late(1))
        app.analytics.track(Event("a"))
        session.expectTracked("a")
        session.expectCount(1)
        session.finish()
    }

    /// Tests that an event without a time belongs to the test that runs when the event arrives.
    @Test func anEventWithoutATimeBelongsToTheTestThatRuns() throws {
        let (app, session) = try launch(.file)
        session.reset()
        try app.append("{\"hello\":1,\"writer\":\"9-x\"}\n{\"name\":\"a\",\"seq\":1,\"writer\":\"9-x\"}\n")
        session.expectTracked("a")
        session.finish()
    }

    @Test func lateEventsMayRemainIfUncheckedEventsMay() throws {
        let (app, session) = try launch(.file, exhaustively: false)
        try app.append("{\"hello\":1,\"writer\":\"9-x\"}\n")
        app.analytics.track(Event("a"))
        session.reset()
        try app.append(late(1))
        session.expectCount(0)
        app.analytics.track(Event("b"))
        session.finish()
    }

    private func late(_ number: Int) -> String {
        "{\"name\":\"late\",\"seq\":\(number),\"time\":\"2001-01-01T00:00:00.000Z\",\"writer\":\"9-x\"}\n"
    }

    // MARK: The end

    @Test(arguments: UITestBridge.allCases)
    func aSessionEndsOnce(bridge: UITestBridge) throws {
        let (app, session) = try launch(bridge)
        app.analytics.track(Event("a"))
        expectFailure(
            "1 event that no assertion has checked: track a (number 1)\nrecorded 1 event:\n    1  track a"
        ) { line(of: session.finish()) }
        // The app still tracks events, but the session no longer reads them.
        for _ in 0..<100 { app.analytics.track(Event("after")) }
        session.finish()
        #expect(session.recorder.events.map(\.event.name) == ["a"])
    }

    @Test(arguments: UITestBridge.allCases)
    func anAppContinuesAfterItsSessionIsReleased(bridge: UITestBridge) throws {
        let app = ScreenlessApp()
        var session: UITestSession? = try launch(bridge, app).1
        #expect(session?.events.count == 0)
        session = nil
        app.analytics.burst(2_000, threads: 2)
        app.bridge?.flush()
    }
}
