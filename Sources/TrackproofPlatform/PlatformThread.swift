extension Platform {
    /// Runs `body` on a new thread, which may block for any length of time.
    ///
    /// A dispatch queue is not suitable for code that blocks. If all threads of the dispatch pool block, as in tests
    /// that wait, the pool starts another thread only after a second.
    ///
    /// - Parameter stackSize: The size of the thread's stack, in bytes, or `nil` for the system's default.
    /// - Returns: `false` if the system could not start the thread.
    public static func startThread(stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void) -> Bool {
        start(body, stackSize: stackSize, isDetached: true) != nil
    }

    /// Runs `body` on a new thread with a stack of a given size, and waits until `body` returns.
    ///
    /// - Parameter stackSize: The size of the stack, in bytes.
    /// - Returns: `false` if the system could not start the thread. In this case, `body` did not run.
    package static func runThread(stackSize: Int, _ body: () -> Void) -> Bool {
        withoutActuallyEscaping(body) { body in
            // `body` does not need to be sendable, because this thread waits while the new thread runs.
            nonisolated(unsafe) let body = body
            guard let thread = start({ body() }, stackSize: stackSize, isDetached: false) else { return false }
            pthread_join(thread, nil)
            return true
        }
    }

    /// - Parameter isDetached: Whether no thread waits for the new thread.
    private static func start(
        _ body: @escaping @Sendable () -> Void, stackSize: Int?, isDetached: Bool
    ) -> pthread_t? {
        // The new thread inherits the signal mask of this thread. So this code first blocks all signals, and the new
        // thread never receives a signal that is meant for the program's own threads.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
        // `pthread_detach` of Glibc reads the memory of the thread after it has detached the thread. If the thread ends in
        // between, and if its stack is large, this memory no longer exists. So the thread is detached from the beginning.
        if isDetached { pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED)) }
        let box = Unmanaged.passRetained(ThreadBody(body))
        let thread = create(&attributes, box.toOpaque())
        if thread == nil { box.release() }
        return thread
    }

    private static func create(
        _ attributes: UnsafePointer<pthread_attr_t>, _ argument: UnsafeMutableRawPointer
    ) -> pthread_t? {
        #if canImport(Darwin)
            var thread: pthread_t?
            return pthread_create(&thread, attributes, { run($0) }, argument) == 0 ? thread : nil
        #else
            let thread = UnsafeMutablePointer<pthread_t>.allocate(capacity: 1)
            defer { thread.deallocate() }
            return pthread_create(thread, attributes, { $0.flatMap(run) }, argument) == 0 ? thread.pointee : nil
        #endif
    }
}

private func run(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().body()
    return nil
}

private final class ThreadBody: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
