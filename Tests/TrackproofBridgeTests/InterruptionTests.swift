#if os(Linux)
    import Dispatch
    import Foundation
    import _TrackproofTestSupport
    import Testing
    import Trackproof
    import TrackproofBridge
    import TrackproofPlatform

    /// Tests of signals that interrupt system calls. For example, a profiler sends many signals to every thread.
    @Suite(.blocking) struct InterruptionTests {
        /// The test needs its own process, because a signal handler applies to the entire process.
        @Test func aConnectionSucceedsAfterASignalInterruptsIt() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                do {
                    var action = sigaction()
                    action.__sigaction_handler.sa_handler = { _ in }
                    if sigaction(SIGPROF, &action, nil) != 0 { exit(2) }
                    let listener = try RawListener()
                    // The listener's queue is full, so the next connection has to wait.
                    let crowd = try (0..<17).map { _ in try RawSocket(listener.address) }
                    let bridge = try whileInterrupted { try EventBridge(listener.address) }
                    bridge.track(Event("tapped"))
                    for _ in crowd { _ = try listener.accept() }
                    if !(try listener.accept().read(until: "tapped").contains("tapped")) { exit(3) }
                    withExtendedLifetime(bridge) {}
                } catch {
                    exit(4)
                }
            }
            #expect(result?.standardErrorContent == [])
        }
    }

    /// Calls `body` while another thread sends signals to this thread.
    private func whileInterrupted<Value>(_ body: () throws -> Value) rethrows -> Value {
        let thread = pthread_self()
        let isOver = Lock(false)
        let group = DispatchGroup()
        DispatchQueue(label: "signals").async(group: group) {
            while !isOver.withLock({ $0 }) {
                pthread_kill(thread, SIGPROF)
                sched_yield()
            }
        }
        defer {
            isOver.withLock { $0 = true }
            group.wait()
        }
        return try body()
    }
#endif
