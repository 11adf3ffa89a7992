#if os(Linux)
    import Foundation
    import _TrackproofTestSupport
    import Testing
    import Trackproof
    import TrackproofBridge

    /// Tests of signals that interrupt system calls. For example, a profiler sends many signals to every thread.
    @Suite(.blocking) struct InterruptionTests {
        /// The test needs its own process, because a signal handler applies to the entire process.
        @Test func aConnectionSucceedsAfterASignalInterruptsIt() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                do {
                    var action = sigaction()
                    action.__sigaction_handler.sa_handler = { _ in }
                    if sigaction(SIGPROF, &action, nil) != 0 { exit(2) }
                    try withFolder { folder in
                        let listener = try RawListener(path: folder + "/s")
                        // The listener's queue is full, so the next connection has to wait.
                        var crowd = try (0..<17).map { _ in try RawSocket(listener.address) }
                        let bridge = try EventBridge(listener.address)
                        bridge.track(Event("tapped"))
                        var connecting: [Int32] = []
                        let isWaiting = try eventually {
                            connecting = try connectingThreads()
                            return !connecting.isEmpty
                        }
                        if !isWaiting { exit(3) }
                        for thread in connecting where !signal(SIGPROF, to: thread) { exit(4) }
                        for _ in crowd { _ = try listener.accept() }
                        crowd = []
                        if !(try listener.accept().read(until: "tapped").contains("tapped")) { exit(5) }
                        withExtendedLifetime(bridge) {}
                    }
                } catch {
                    exit(6)
                }
            }
            #expect(result?.standardErrorContent == [])
        }
    }

    /// Returns the threads of this process that wait in `connect`.
    private func connectingThreads() throws -> [Int32] {
        #if arch(x86_64)
            let call = "42 "
        #else
            let call = "203 "
        #endif
        let folder = "/proc/self/task"
        let threads = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { Int32($0) }
        return threads.filter { thread in
            do {
                return try String(contentsOfFile: "\(folder)/\(thread)/syscall", encoding: .utf8).hasPrefix(call)
            } catch {
                // The thread has ended in the meantime.
                return false
            }
        }
    }

    /// Sends a signal to one thread of this process. Swift does not declare this system call.
    private func signal(_ number: Int32, to thread: Int32) -> Bool {
        typealias Call = @convention(c) (Int32, Int32, Int32) -> Int32
        guard let address = dlsym(nil, "tgkill") else { return false }
        return unsafeBitCast(address, to: Call.self)(getpid(), thread, number) == 0
    }
#endif
