#if os(macOS) || os(Linux)
    import Foundation
    import _TrackproofTestSupport
    import Testing
    import Trackproof
    import TrackproofBridge
    import TrackproofPlatform

    @testable import TrackproofUITesting

    /// Tests of terminated apps. `XCUIApplication.terminate()` kills an app, so the app cannot say goodbye.
    ///
    /// These tests are in the suite `ProcessTests`, which runs one test at a time. Otherwise, the tests could block all
    /// threads that start processes.
    extension ProcessTests {
        /// Returns an app that tracks `a`, and then `b` if `tracksMore` is `true`, and kills its own process.
        private static func terminatedApp(tracksMore: Bool) throws -> ChildApp {
            try ChildApp { environment, gate in
                await #expect(processExitsWith: .signal(SIGKILL)) {
                    [environment = environment as [String: String], gate = gate as String, more = tracksMore as Bool] in
                    let analytics = adopt(environment)
                    analytics.track(Event("a"))
                    Thread.detachNewThread {
                        if more {
                            Gate.pass(gate)
                            analytics.track(Event("b"))
                        }
                        Gate.pass(gate)
                        kill(getpid(), SIGKILL)
                    }
                    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
                }
                return "was killed by signal 9"
            }
        }

        @Test(arguments: bridges, [true, false])
        func aKillAfterABarrierIsOrderlyIfNoEventFollowed(bridge: UITestBridge, tracksMore: Bool) async throws {
            let app = try Self.terminatedApp(tracksMore: tracksMore)
            try whileRunning(app, bridge) { session in
                session.expectTracked("a")
                session.expectNothingElse()
                if tracksMore {
                    app.open()
                    session.expectTracked("b")
                }
                // The app is killed while the assertion waits.
                let open = app.opening
                Thread.detachNewThread { open() }
                expectFailure(
                    """
                    not tracked: track c
                    the app was killed by signal 9
                    recorded \(tracksMore ? "2 events" : "1 event") (✓ checked):
                    ✓   1  track a
                    """ + (tracksMore ? "\n✓   2  track b" : "")
                ) { line(of: session.expectTracked("c")) }
                let messages = firstLines { session.finish() }
                let loss = """
                    the app was killed by signal 9 and did not close its bridge: events that it had not sent are lost
                    """
                #expect(messages == (tracksMore && bridge != .file ? [loss] : []))
            }
            await app.wait()
        }

        @Test(arguments: bridges)
        func aSessionCanRelaunchItsApp(bridge: UITestBridge) async throws {
            let app = try Self.terminatedApp(tracksMore: false)
            try whileRunning(app, bridge) { session in
                session.expectTracked("a")
                try session.relaunch()
                #expect(app.launchCount == 2)
                session.expectTracked("a")
                session.expectNothingElse()
                app.open()
                session.finish()
            }
            await app.wait()
        }

        /// Tests a session whose old app did not answer. The session must still wait for the answer of the new app.
        @Test(arguments: [UITestBridge.accessibility, .pasteboard])
        func aRelaunchedAppIsNotConsideredSilent(bridge: UITestBridge) throws {
            let (app, session) = try launch(bridge, exhaustively: false)
            app.end("is no longer running")
            #expect(failures { session.expectNothingElse() }.count == 1)
            try session.relaunch()
            #expect(!session.isSilent)
            app.analytics.track(Event("a"))
            session.expectTracked("a")
            session.finish()
        }

        @Test(arguments: UITestBridge.allCases)
        func aRelaunchKeepsArgumentsAndEnvironment(bridge: UITestBridge) throws {
            let app = ScreenlessApp()
            let session = try UITestSession.launch(
                app, bridge: bridge, arguments: ["-a"], environment: ["X": "1"], timeout: longTimeout)
            app.analytics.track(Event("a"))
            session.expectTracked("a")
            let environment = app.environment
            try session.relaunch()
            #expect(app.arguments == ["-a"])
            #expect(app.environment == environment)
            #expect(app.environment["X"] == "1")
            app.analytics.track(Event("b"))
            session.expectTracked("b")
            session.finish()
        }

        @Test func aRelaunchWithoutABridgeThrows() throws {
            let (app, session) = try launch(.tcp, exhaustively: false)
            session.timeout = .milliseconds(100)
            app.addsBridge = false
            #expect(
                message { try session.relaunch() }
                    == "no bridge connected within 0.1 seconds (tcp)\n" + connectionHint)
        }
    }
#endif
