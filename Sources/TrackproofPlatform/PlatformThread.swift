#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

extension Platform {
    /// Runs `body` on a new thread, which may block for any length of time.
    ///
    /// A dispatch queue is not suitable for code that blocks. If all threads of the dispatch pool block, as in tests
    /// that wait, the pool starts another thread only after a second.
    ///
    /// - Returns: `false` if the system could not start the thread.
    package static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
        // The new thread inherits the signal mask of this thread. So this code first blocks all signals, and the new
        // thread never receives a signal that is meant for the program's own threads.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let box = Unmanaged.passRetained(ThreadBody(body))
        let isStarted = create(box.toOpaque()) == 0
        if !isStarted { box.release() }
        return isStarted
    }

    private static func create(_ argument: UnsafeMutableRawPointer) -> Int32 {
        #if canImport(Darwin)
            var thread: pthread_t?
            return pthread_create(&thread, nil, { run($0) }, argument)
        #else
            let thread = UnsafeMutablePointer<pthread_t>.allocate(capacity: 1)
            defer { thread.deallocate() }
            return pthread_create(thread, nil, { $0.flatMap(run) }, argument)
        #endif
    }
}

private func run(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    pthread_detach(pthread_self())
    Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().body()
    return nil
}

private final class ThreadBody: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
