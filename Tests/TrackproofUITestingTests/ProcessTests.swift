import TrackproofPlatform

#if os(macOS) || os(Linux)
    import Foundation
    import Testing
    import Trackproof
    import TrackproofBridge
    import TrackproofTesting
    import TrackproofUITesting

    /// Apps in processes of their own, and how they or their tests end.
    @Suite(.serialized) struct ProcessTests {
        private static let bridges: [UITestBridge] = [.automatic, .tcp, .unix, .file]

        @Test(arguments: bridges)
        func anAppThatIsKilledEndsTheWait(bridge: UITestBridge) async throws {
            let app = try ChildApp { environment, gate in
                await #expect(processExitsWith: .signal(SIGKILL)) {
                    [environment = environment as [String: String], gate = gate as String] in
                    let analytics = adopt(environment)
                    analytics.track(Event("a"))
                    pass(gate)
                    analytics.track(Event("b"))
                    pass(gate)
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
                #expect(.now - start < longPatience / 4)
                if bridge != .file {
                    expectFailure(
                        """
                        the app was killed by signal 9 without a goodbye: what it had not sent by then is lost
                        recorded 2 events (✓ checked):
                        ✓   1  track a
                        ✓   2  track b
                        """
                    ) { line(of: session.expectNothingElse()) }
                }
                session.expectNothingElse()
                session.finish()
            }
            await app.wait()
        }

        @Test(arguments: bridges)
        func anAppGoesOnWithoutItsTest(bridge: UITestBridge) async throws {
            let app = try ChildApp { environment, gate in
                await #expect(processExitsWith: .exitCode(7)) {
                    [environment = environment as [String: String], gate = gate as String] in
                    let analytics = adopt(environment)
                    analytics.track(Event("a"))
                    pass(gate)
                    for number in 0..<20_000 { analytics.track(Event("tap", ["number": number])) }
                    exit(7)
                }
                return "exited with status 7"
            }
            try whileRunning(app, bridge) { session in session.expectTracked("a") }
            // Nobody listens any more.
            app.open()
            await app.wait()
            #expect(app.end == "exited with status 7")
        }

        /// Asks the app's main queue, in another process.
        @Test(arguments: bridges.filter { $0 != .file })
        func anAppIsAsked(bridge: UITestBridge) async throws {
            let app = try ChildApp { environment, gate in
                await #expect(processExitsWith: .exitCode(7)) {
                    [environment = environment as [String: String], gate = gate as String] in
                    let analytics = adopt(environment)
                    DispatchQueue.main.async {
                        analytics.track(Event("a"))
                        pass(gate)
                        analytics.track(Event("b"))
                        Thread.detachNewThread {
                            pass(gate)
                            exit(7)
                        }
                    }
                    // Until the thread ends it.
                    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
                }
                return "exited with status 7"
            }
            try whileRunning(app, bridge) { session in
                session.expectTracked("a")
                app.open()
                expectFailure(
                    """
                    1 event more than expected: track b (number 2)
                    recorded 2 events (✓ checked):
                    ✓   1  track a
                        2  track b
                    """
                ) { line(of: session.expectNothingElse()) }
                app.open()
            }
            await app.wait()
        }

        @Test func animationsAreSpedUpByTheSurface() async {
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

        /// Launches the app, and lets go of the session before the app is waited for.
        private func whileRunning(
            _ app: ChildApp, _ bridge: UITestBridge, _ body: (UITestSession) throws -> Void
        ) throws {
            try body(try UITestSession.launch(app, bridge: bridge, patience: longPatience, exhaustively: false))
        }
    }

    /// An app in a process of its own, as far as bridges of streams need one.
    private final class ChildApp: AppUnderTest {
        private let body: @Sendable (_ environment: [String: String], _ gate: String) async -> String
        private let state = Lock((end: String?.none, observer: (@Sendable () -> Void)?.none))
        private var running: Task<Void, Never>?
        private let gate: Gate

        /// - Parameter body: runs the app, and returns how it ended.
        init(_ body: @escaping @Sendable (_ environment: [String: String], _ gate: String) async -> String) throws {
            self.body = body
            gate = try Gate()
        }

        func launch(arguments: [String], environment: [String: String]) {
            running = Task { [body, state, gate] in
                let end = await body(environment, gate.path)
                state.withLock { $0.end = end }
                state.withLock(\.observer)?()
            }
        }

        /// Lets the app pass its gate once.
        func open() { gate.open() }

        /// The same, from any thread.
        var opening: @Sendable () -> Void { { [gate] in gate.open() } }

        func wait() async { await running?.value }

        var end: String? { state.withLock(\.end) }

        func observeChanges(_ onChange: @escaping @Sendable () -> Void) -> Bool {
            state.withLock { $0.observer = onChange }
            return true
        }

        private let unsupported = UnsupportedByDriver("a process without a screen")
        func value(ofElement identifier: String) throws -> String? { throw unsupported }
        func textsOfAlert(withButton title: String) throws -> [String]? { throw unsupported }
        func pressAlertButton(_ title: String) throws { throw unsupported }
        func pasteboardText() throws -> String? { throw unsupported }
        func clearPasteboard() throws { throw unsupported }
    }

    /// A place in another process that is passed when the test says so.
    private final class Gate: Sendable {
        let path: String
        private let descriptor: Int32

        /// A named pipe, held open at both ends, so that opening it blocks neither side.
        init() throws {
            path = NSTemporaryDirectory() + "/trackproof-gate-" + UUID().uuidString
            let made = mkfifo(path, 0o600)
            descriptor = Foundation.open(path, O_RDWR)
            try #require(made == 0 && descriptor >= 0)
        }

        deinit {
            close(descriptor)
            unlink(path)
        }

        func open() {
            var byte: UInt8 = 1
            #expect(Platform.writeBytes(descriptor, &byte, 1) == 1)
        }
    }

    /// In the app: waits at a gate.
    private func pass(_ gate: String) {
        let descriptor = Foundation.open(gate, O_RDONLY)
        var byte: UInt8 = 0
        if Platform.readBytes(descriptor, &byte, 1) != 1 { exit(98) }
        close(descriptor)
    }

    /// In the app: the facade, with the bridge that the environment asks for.
    private func adopt(_ environment: [String: String]) -> Analytics {
        for (name, value) in environment { setenv(name, value, 1) }
        guard let bridge = EventBridge.fromEnvironment() else { exit(99) }
        return Analytics(providers: [bridge])
    }
#endif
