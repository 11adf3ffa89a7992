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
        static let bridges: [UITestBridge] = [.tcp, .file]

        /// Tests a barrier that the main queue of another process answers.
        @Test func anAppInAnotherProcessAnswersABarrier() async throws {
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
            try whileRunning(app, .tcp) { session in
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
            await #expect(processExitsWith: .success) {
                unsetenv("TRACKPROOF_BRIDGE")
                for value in ["fast", "normal"] {
                    setenv("TRACKPROOF_ANIMATIONS", value, 1)
                    let surface = MemorySurface()
                    guard EventBridge.fromEnvironment(surface: surface) == nil else { exit(1) }
                    let isFast = await withCheckedContinuation { continuation in
                        DispatchQueue.main.async { continuation.resume(returning: surface.isFast) }
                    }
                    if isFast != (value == "fast") { exit(2) }
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
