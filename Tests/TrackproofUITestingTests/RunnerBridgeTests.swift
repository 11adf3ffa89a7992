#if os(macOS) || os(Linux)
    import Foundation
    import _TrackproofTestSupport
    import Testing
    import Trackproof
    import TrackproofBridge
    import TrackproofBridgeReader
    import TrackproofPlatform
    import TrackproofTesting

    @testable import TrackproofUITesting

    /// Tests of `trackproof run -- xcodebuild test`. The command's bridge is in the environment of the test runner, but
    /// not in the environment of the app.
    @Suite(.blocking) struct RunnerBridgeTests {
        @Test(arguments: zip([UITestBridge.tcp, .file, .accessibility], [BridgeTransport.file, .tcp, .tcp]))
        func eventsReachTheCommandCompleteAndOnce(bridge: UITestBridge, command: BridgeTransport) async throws {
            let received = try Received(command)
            await #expect(processExitsWith: .success) {
                [environment = received.environment as [String: String], bridge = bridge.rawValue as String] in
                let app = try runnersApp(environment)
                let session = try UITestSession.launch(
                    app, bridge: try #require(UITestBridge(rawValue: bridge)), timeout: longTimeout,
                    exhaustively: false)
                for event in sentEvents { app.bridge?.record(event) }
                session.expectCount(1, of: "a")
                session.finish()
                // Ends the process without cleaning up, because the system can end a runner right after its last test.
                _exit(0)
            }
            let writers = received.finish()
            #expect(received.events == sentEvents)
            #expect(writers.map(\.isComplete) == [true])
        }

        @Test func lossesOfASessionReachTheCommand() async throws {
            let received = try Received(.tcp)
            await #expect(processExitsWith: .success) {
                [environment = received.environment as [String: String]] in
                let app = try runnersApp(environment)
                let session = try UITestSession.launch(
                    app, bridge: .file, timeout: longTimeout, exhaustively: false)
                try app.append(
                    """
                    {"hello":1,"writer":"9-x"}
                    {"lost":3,"writer":"9-x"}
                    {"name":"b","seq":5,"writer":"9-x"}

                    """)
                let reported = failures { session.expectNothingElse() }
                // A second assertion does not report the losses again.
                session.expectCount(1)
                exit(reported.count == 1 ? 0 : 1)
            }
            let writers = received.finish()
            // The app dropped 3 events. Another 4 events are missing before the event with the sequence number 5.
            #expect(writers.map(\.lost) == [7])
            #expect(received.events.map(\.event.name) == ["b"])
        }

        /// Tests that a session does not forward the requests of the command's collector. The command reads them
        /// itself.
        @Test(arguments: [
            ("http://127.0.0.1:9090/s/tps_1", "http://127.0.0.1:9090", false),
            ("http://127.0.0.1:9091/s/tps_1", "http://127.0.0.1:9090", true),
            ("http://127.0.0.1:9090/s/tps_1", nil, true),
        ])
        func requestsToTheCommandsCollectorAreNotForwarded(url: String, command: String?, expected: Bool) throws {
            #expect(RunnerBridge.forwards(collectedAt: try #require(URL(string: url)), ofCommand: command) == expected)
        }
    }

    /// The events that the app sends. Each event has different properties.
    private let sentEvents = [
        RecordedEvent(
            .identify("user-1", ["number": 1, "list": [1, 2.5]]), source: .provider("firebase"),
            time: EventTime(millisecondsSince1970: 1_700_000_000_123), id: "id-1", anonymous: "anonymous-1",
            context: ["os": "Linux"]),
        RecordedEvent(Event("a"), time: EventTime(millisecondsSince1970: 1_700_000_000_124)),
    ]

    /// Returns an app in the process of the runner. The app inherits the runner's environment, as a child process does.
    private func runnersApp(_ environment: [String: String]) throws -> ScreenlessApp {
        for (name, value) in environment { setenv(name, value, 1) }
        let app = ScreenlessApp()
        app.passed = { environment.merging($0) { $1 } }
        return app
    }

    /// The reader of the bridge, as in `trackproof run`.
    private final class Received {
        private let kept = Lock<[RecordedEvent]>([])
        private let reader: BridgeReader

        init(_ transport: BridgeTransport) throws {
            reader = try BridgeReader(transport) { [kept] event, _ in kept.withLock { $0.append(event) } }
        }

        var environment: [String: String] { reader.environment }
        func finish() -> [BridgeWriter] { reader.finish(within: longTimeout) }

        /// The events without the sequence numbers that the writer added.
        var events: [RecordedEvent] {
            kept.withLock { $0 }.map { event in
                var event = event
                event.sequence = nil
                return event
            }
        }
    }
#endif
