import TrackproofPlatform

#if os(macOS) || os(Linux)
    import Foundation
    import _TrackproofTestSupport
    import Testing
    import Trackproof
    import TrackproofBridge
    import TrackproofTesting
    import TrackproofUITesting

    /// Tests of apps in their own processes, and of the end of an app or of its test.
    @Suite(.blocking, .serialized) struct ProcessTests {
        static let bridges: [UITestBridge] = [.automatic, .tcp, .file]

        @Test(arguments: bridges)
        func aWaitEndsWhenTheAppIsKilled(bridge: UITestBridge) async throws {
            let app = try ChildApp { environment, gate in
                await #expect(processExitsWith: .signal(SIGKILL)) {
                    [environment = environment as [String: String], gate = gate as String] in
                    let analytics = adopt(environment)
                    analytics.track(Event("a"))
                    Gate.pass(gate)
                    analytics.track(Event("b"))
                    Gate.pass(gate)
                    kill(getpid(), SIGKILL)
                }
                return "was killed by signal 9"
            }
            try whileRunning(app, bridge) { session in
                session.expectTracked("a")
                app.open()
                session.expectTracked("b")
                let open = app.opening
                Thread.detachNewThread { open() }
                let start = ContinuousClock.now
                expectFailure(
                    """
                    not tracked: track c
                    the app was killed by signal 9
                    recorded 2 events (✓ checked):
                    ✓   1  track a
                    ✓   2  track b
                    """
                ) { line(of: session.expectTracked("c")) }
                #expect(.now - start < longTimeout)
                if bridge != .file {
                    expectFailure(
                        """
                        the app was killed by signal 9 and did not close its bridge: events that it had not sent are \
                        lost
                        recorded 2 events (✓ checked):
                        ✓   1  track a
                        ✓   2  track b
                        """
                    ) { line(of: session.expectNothingElse()) }
                }
                session.expectNothingElse()
                expectFailure(
                    """
                    cannot tell whether anything would have been tracked
                    the app was killed by signal 9
                    recorded 2 events (✓ checked):
                    ✓   1  track a
                    ✓   2  track b
                    """
                ) { line(of: session.expectEvents(within: longTimeout) {}) }
                session.finish()
            }
            await app.wait()
        }

        @Test(arguments: bridges)
        func anAppContinuesAfterItsTestEnds(bridge: UITestBridge) async throws {
            let app = try ChildApp { environment, gate in
                await #expect(processExitsWith: .exitCode(7)) {
                    [environment = environment as [String: String], gate = gate as String] in
                    let analytics = adopt(environment)
                    analytics.track(Event("a"))
                    Gate.pass(gate)
                    for number in 0..<20_000 { analytics.track(Event("tap", ["number": number])) }
                    exit(7)
                }
                return "exited with status 7"
            }
            try whileRunning(app, bridge) { session in session.expectTracked("a") }
            // The session has ended, so nothing listens at the address of the bridge.
            app.open()
            await app.wait()
            #expect(app.exitDescription == "exited with status 7")
        }

        /// Tests a barrier that the main queue of another process answers.
        @Test(arguments: bridges.filter { $0 != .file })
        func anAppInAnotherProcessAnswersABarrier(bridge: UITestBridge) async throws {
            let app = try ChildApp { environment, gate in
                await #expect(processExitsWith: .exitCode(7)) {
                    [environment = environment as [String: String], gate = gate as String] in
                    let analytics = adopt(environment)
                    DispatchQueue.main.async {
                        analytics.track(Event("a"))
                        Gate.pass(gate)
                        analytics.track(Event("b"))
                        Thread.detachNewThread {
                            Gate.pass(gate)
                            exit(7)
                        }
                    }
                    // Waits until another thread ends the process.
                    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
                }
                return "exited with status 7"
            }
            try whileRunning(app, bridge) { session in
                session.expectTracked("a")
                app.open()
                expectFailure(
                    """
                    1 more event than expected: track b (number 2)
                    recorded 2 events (✓ checked):
                    ✓   1  track a
                        2  track b
                    """
                ) { line(of: session.expectNothingElse()) }
                app.open()
            }
            await app.wait()
        }

        @Test func theSurfaceSpeedsUpAnimationsOnRequest() async {
            for value in ["fast", "normal"] {
                await #expect(processExitsWith: .success) { [value = value as String] in
                    setenv("TRACKPROOF_ANIMATIONS", value, 1)
                    unsetenv("TRACKPROOF_BRIDGE")
                    let surface = MemorySurface()
                    guard EventBridge.fromEnvironment(surface: surface) == nil else { exit(1) }
                    let isFast = await withCheckedContinuation { continuation in
                        DispatchQueue.main.async { continuation.resume(returning: surface.isFast) }
                    }
                    exit(isFast == (value == "fast") ? 0 : 2)
                }
            }
        }

        /// Launches the app, calls `body` with the session, and releases the session. The test can then wait until the app
        /// ends.
        func whileRunning(
            _ app: ChildApp, _ bridge: UITestBridge, _ body: (UITestSession) throws -> Void
        ) throws {
            try body(try UITestSession.launch(app, bridge: bridge, timeout: longTimeout, exhaustively: false))
        }
    }
#endif
