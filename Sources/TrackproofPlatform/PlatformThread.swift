#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

extension Platform {
    /// Runs `body` on a thread of its own, which may block for as long as it likes.
    ///
    /// A dispatch queue's thread may not: the pool starts another only after a second where all of its threads block,
    /// as tests that wait do.
    ///
    /// - Returns: whether the system had a thread left.
    package static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
        // Signals are for the program's own threads. What is blocked here the new thread inherits.
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
