#if os(macOS) || os(Linux)
    import Foundation
    import _TrackproofTestSupport
    import Testing
    import Trackproof
    import TrackproofBridge
    import TrackproofUITesting

    /// Tests of an app that crashes while its bridge is open.
    extension ProcessTests {
        /// Returns an app that tracks `a`, and at the gate `b`. Then it crashes.
        private static func crashingApp() throws -> ChildApp {
            try ChildApp { environment, gate in
                await #expect(processExitsWith: .signal(SIGABRT)) {
                    [environment = environment as [String: String], gate = gate as String] in
                    let analytics = adopt(environment)
                    analytics.track(Event("a"))
                    Thread.detachNewThread {
                        Gate.pass(gate)
                        analytics.track(Event("b"))
                        analytics.flush()
                        abort()
                    }
                    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
                }
                return "was killed by signal 6"
            }
        }

        /// Tests that each crash is reported once, and only by an assertion about all events.
        @Test(arguments: bridges)
        func anEventThatArrivedBeforeACrashIsKnown(bridge: UITestBridge) async throws {
            let app = try Self.crashingApp()
            let loss = """
                the app was killed by signal 6 and did not close its bridge: events that it had not sent are lost
                """
            let losses = bridge == .file ? [] : [loss]
            try whileRunning(app, bridge) { session in
                for lateLooks in [2, 0] {
                    session.expectTracked("a")
                    session.expectNothingElse()
                    app.open()
                    app.waitForEnd()
                    session.expectTracked("b")
                    app.lateLooks = lateLooks
                    let messages = try firstLines { try session.relaunch() }
                    #expect(messages == losses)
                }
                session.expectTracked("a")
                session.expectNothingElse()
                app.open()
                app.waitForEnd()
                #expect(firstLines { session.finish() } == losses)
            }
            await app.wait()
        }

        @Test(arguments: bridges)
        func aCrashCanBeExpected(bridge: UITestBridge) async throws {
            let app = try Self.crashingApp()
            try whileRunning(app, bridge) { session in
                session.expectTracked("a")
                app.open()
                #expect(session.expectExit() == "was killed by signal 6")
                session.expectTracked("b")
                session.expectNothingElse()
                try session.relaunch()
                session.expectTracked("a")
                session.expectNothingElse()
                app.open()
                session.expectExit()
                session.finish()
            }
            await app.wait()
        }

        /// Tests bridges whose last events disappear when the app ends.
        @Test(arguments: [UITestBridge.accessibility, .pasteboard])
        func onlyAnExpectedEndIsAccepted(bridge: UITestBridge) throws {
            let (app, session) = try launch(bridge)
            app.analytics.track(Event("a"))
            session.expectTracked("a")
            for isExpected in [true, false, false] {
                app.end("is no longer running")
                if isExpected { #expect(session.expectExit() == "is no longer running") }
                let loss = "the app is no longer running: its last events can no longer be read"
                let messages = try firstLines { try session.relaunch() }
                #expect(messages == (isExpected ? [] : [loss]))
            }
            session.finish()
        }

        @Test func anAppThatKeepsRunningDoesNotMeetTheExpectedEnd() throws {
            let (app, session) = try launch(.tcp)
            app.analytics.track(Event("a"))
            session.expectTracked("a")
            expectFailure("the app did not end within 0.1 seconds\nrecorded 1 event (✓ checked):\n✓   1  track a") {
                line(of: session.expectExit(within: .milliseconds(100)))
            }
            session.finish()
        }
    }
#endif
