#if os(macOS) || os(Linux)
    import Foundation
    import Testing
    import Trackproof
    import TrackproofBridge
    import TrackproofPlatform

    @testable import TrackproofUITesting

    /// Apps that are terminated: `XCUIApplication.terminate()` kills an app, which cannot say goodbye then.
    ///
    /// In one suite with the other processes: each of these tests holds a thread that starting a process needs.
    extension ProcessTests {
        /// An app in a process of its own that tracks `a`, then `b` if it is to, and kills itself.
        private static func terminatedApp(tracksMore: Bool) throws -> ChildApp {
            try ChildApp { environment, gate in
                await #expect(processExitsWith: .signal(SIGKILL)) {
                    [environment = environment as [String: String], gate = gate as String, more = tracksMore as Bool] in
                    let analytics = adopt(environment)
                    analytics.track(Event("a"))
                    Thread.detachNewThread {
                        if more {
                            pass(gate)
                            analytics.track(Event("b"))
                        }
                        pass(gate)
                        kill(getpid(), SIGKILL)
                    }
                    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
                }
                return "was killed by signal 9"
            }
        }

        @Test(arguments: bridges, [true, false])
        func anEndAfterTheAnswerIsOrderlyIfNothingCameSince(bridge: UITestBridge, tracksMore: Bool) async throws {
            let app = try Self.terminatedApp(tracksMore: tracksMore)
            try whileRunning(app, bridge) { session in
                session.expectTracked("a")
                session.expectNothingElse()
                if tracksMore {
                    app.open()
                    session.expectTracked("b")
                }
                app.open()
                // Returns when the app has ended.
                let missing = failures { session.expectTracked("c") }
                #expect(missing.count == 1)
                let told = failures { session.finish() }.map { $0.message.split(separator: "\n").first ?? "" }
                let loss = "the app was killed by signal 9 without a goodbye: events that it had not sent are lost"
                #expect(told.map { String($0) } == (tracksMore && bridge != .file ? [loss] : []))
            }
            await app.wait()
        }

        @Test(arguments: bridges)
        func anAppIsRelaunched(bridge: UITestBridge) async throws {
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

        /// What the app shows goes with it. Whether it tracked anything after the last look nobody knows.
        @Test(arguments: [UITestBridge.accessibility, .pasteboard])
        func theEndOfAnAppThatShowsItsEventsIsNeverOrderly(bridge: UITestBridge) throws {
            for tracksMore in [true, false] {
                let app = ScreenlessApp()
                let session = try UITestSession.launch(app, bridge: bridge, timeout: longPatience)
                app.analytics.track(Event("a"))
                session.expectTracked("a")
                session.expectNothingElse()
                if tracksMore {
                    app.analytics.track(Event("b"))
                }
                app.end("is no longer running")
                let told = failures {
                    session.expectNotTracked("b")
                    session.finish()
                }.map { $0.message.split(separator: "\n").first ?? "" }
                let loss = "the app is no longer running: its last events can no longer be read"
                #expect(told.map { String($0) } == [loss])
            }
        }

        /// That the old app could not be asked is no reason to wait less for the new one.
        @Test(arguments: [UITestBridge.accessibility, .pasteboard])
        func aRelaunchedAppIsWaitedForAsLongAsAnyOther(bridge: UITestBridge) throws {
            let app = ScreenlessApp()
            let session = try UITestSession.launch(app, bridge: bridge, timeout: longPatience, exhaustively: false)
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
                app, bridge: bridge, arguments: ["-a"], environment: ["X": "1"], timeout: longPatience)
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

        @Test func anAppThatDoesNotComeBack() throws {
            let app = ScreenlessApp()
            let session = try UITestSession.launch(app, bridge: .tcp, timeout: longPatience, exhaustively: false)
            session.timeout = .milliseconds(100)
            app.addsBridge = false
            #expect(
                message { try session.relaunch() } == """
                    no bridge connected within 0.1 seconds (tcp)
                    Check that the app is built with DEBUG and adds the provider EventBridge.fromEnvironment() when it \
                    starts. If it cannot open the bridge, its standard error says why
                    """)
        }
    }
#endif
