#if os(macOS) || os(Linux)
    import Foundation
    import _TrackproofTestSupport
    import Testing
    import Trackproof
    import TrackproofBridge
    import TrackproofPlatform
    import TrackproofUITesting

    /// An app in its own process. It supports only bridges over sockets and files.
    final class ChildApp: AppUnderTest {
        private let body: @Sendable (_ environment: [String: String], _ gate: String) async -> String
        private let state = Lock((end: String?.none, observer: (@Sendable () -> Void)?.none))
        private var running: Task<Void, Never>?
        private let gate: Gate

        /// - Parameter body: A closure that runs the app, and returns how the app ended.
        init(_ body: @escaping @Sendable (_ environment: [String: String], _ gate: String) async -> String) throws {
            self.body = body
            gate = try Gate()
        }

        func launch(arguments: [String], environment: [String: String]) {
            if running != nil { endRunning() }
            launchCount += 1
            running = Task { [body, state, gate] in
                let end = await body(environment, gate.path)
                state.withLock { $0.end = end }
                state.wakeAll()
                state.withLock(\.observer)?()
            }
        }

        private(set) var launchCount = 0

        /// If the app still runs, opens the gate at which it waits, and waits until the app has ended.
        private func endRunning() {
            if state.withLock(\.end) == nil { open() }
            waitForEnd()
            state.withLock { $0.end = nil }
        }

        func waitForEnd() { _ = state.wait(until: nil) { $0.end == nil ? nil : () } }

        /// Opens the gate at which the app waits, for one pass.
        func open() { gate.open() }

        /// A function that opens the gate. Any thread can call it.
        var opening: @Sendable () -> Void { { [gate] in gate.open() } }

        func wait() async { await running?.value }

        /// How many more times the driver does not notice that the app has ended.
        var lateLooks = 0

        var exitDescription: String? {
            guard let end = state.withLock(\.end) else { return nil }
            if lateLooks == 0 { return end }
            lateLooks -= 1
            return nil
        }

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

    /// Returns the app's facade, with the bridge that the environment names.
    func adopt(_ environment: [String: String]) -> Analytics {
        for (name, value) in environment { setenv(name, value, 1) }
        guard let bridge = EventBridge.fromEnvironment() else { exit(99) }
        return Analytics(providers: [bridge])
    }
#endif
