// The code that differs between Darwin and Linux (Glibc or Musl). A file that imports this module also has the system's
// functions, so that no other file needs to know the name of the C library.

#if canImport(Darwin)
    @_exported @preconcurrency public import Darwin
#elseif canImport(Glibc)
    @_exported @preconcurrency public import Glibc
#elseif canImport(Musl)
    @_exported @preconcurrency public import Musl
#endif

/// The system calls that Trackproof uses, with one name and behaviour on all platforms.
public enum Platform {
    #if canImport(Darwin)
        /// Always 0, because Darwin suppresses SIGPIPE for a whole socket (`SO_NOSIGPIPE`) and not for a single call.
        private static let sendFlags: Int32 = 0
        package static let streamSocket: Int32 = SOCK_STREAM
        /// The type of the parameter that the destructor of a thread-specific value receives.
        package typealias ThreadValue = UnsafeMutableRawPointer
    #else
        private static let sendFlags: Int32 = Int32(MSG_NOSIGNAL)
        package static let streamSocket: Int32 = Int32(SOCK_STREAM.rawValue)
        package typealias ThreadValue = UnsafeMutableRawPointer?
    #endif

    /// Calls `read(2)`, and repeats the call if a signal interrupted it.
    ///
    /// The method is not called `read`, because that name would hide the system's function `read`.
    package static func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
        untilUninterrupted { read(descriptor, buffer, count) }
    }

    /// Calls `pread(2)`, and repeats the call if a signal interrupted it.
    ///
    /// The call neither uses nor changes the position of the descriptor.
    package static func readBytes(
        _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int, at offset: UInt64
    ) -> Int {
        untilUninterrupted { pread(descriptor, buffer, count, off_t(offset)) }
    }

    /// Calls `write(2)`, and repeats the call if a signal interrupted it.
    package static func writeBytes(_ descriptor: Int32, _ buffer: UnsafeRawPointer, _ count: Int) -> Int {
        untilUninterrupted { write(descriptor, buffer, count) }
    }

    /// Calls `send(2)`, and repeats the call if a signal interrupted it.
    ///
    /// If the peer has closed the socket, the call raises no SIGPIPE. On Darwin, the caller must have called
    /// ``prepareSocket(_:)`` for the socket.
    package static func sendBytes(_ descriptor: Int32, _ buffer: UnsafeRawPointer, _ count: Int) -> Int {
        untilUninterrupted { send(descriptor, buffer, count, sendFlags) }
    }

    private static func untilUninterrupted(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }

    package static func setNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    /// Waits until a descriptor can be read or written, or until the monotonic clock reads `deadline`, in nanoseconds.
    ///
    /// - Parameters:
    ///   - events: `POLLIN` to wait for bytes, and `POLLOUT` to wait until the descriptor accepts bytes.
    ///   - deadline: The end of the wait. `nil` means no limit.
    /// - Returns: 0 or the error number, or `nil` if the deadline has passed.
    package static func wait(for events: Int32, _ descriptor: Int32, until deadline: UInt64?) -> Int32? {
        var polled = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while true {
            var rest: Int32 = -1
            if let deadline {
                let now = monotonicNanoseconds()
                rest = now < deadline ? Int32(clamping: (deadline - now + 999_999) / 1_000_000) : 0
            }
            let count = poll(&polled, 1, rest)
            if count > 0 { return 0 }
            if count == 0 { return nil }
            if errno != EINTR { return errno }
        }
    }

    /// Waits for the end of a `connect(2)` in progress, as ``wait(for:_:until:)`` does.
    package static func outcomeOfConnecting(_ descriptor: Int32, until deadline: UInt64?) -> Int32? {
        guard let code = wait(for: POLLOUT, descriptor, until: deadline) else { return nil }
        if code != 0 { return code }
        var outcome: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &outcome, &size) == 0 ? outcome : errno
    }

    /// Registers `body`, so that the system calls it when the process ends normally.
    package static func atExit(_ body: @escaping @convention(c) () -> Void) { _ = atexit(body) }

    package static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

    package static var processID: Int32 { getpid() }

    /// Prevents the programs that this process starts from inheriting `descriptor`.
    ///
    /// On Darwin, this method also prevents a SIGPIPE if the peer has closed the socket.
    package static func prepareSocket(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
            var on: Int32 = 1
            _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    package static func initialize(condition: UnsafeMutablePointer<pthread_cond_t>) {
        #if canImport(Darwin)
            pthread_cond_init(condition, nil)
        #else
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_cond_init(condition, &attributes)
            pthread_condattr_destroy(&attributes)
        #endif
    }

    /// Waits for `condition` until the monotonic clock reaches `deadline`, in nanoseconds.
    ///
    /// The wait may also end before the deadline without a signal (a spurious wakeup).
    package static func wait(
        for condition: UnsafeMutablePointer<pthread_cond_t>,
        mutex: UnsafeMutablePointer<pthread_mutex_t>,
        untilMonotonic deadline: UInt64
    ) {
        #if canImport(Darwin)
            let now = monotonicNanoseconds()
            var remaining = timespec(nanoseconds: deadline > now ? deadline - now : 0)
            pthread_cond_timedwait_relative_np(condition, mutex, &remaining)
        #else
            var end = timespec(nanoseconds: deadline)
            pthread_cond_timedwait(condition, mutex, &end)
        #endif
    }

    /// Returns the time of the monotonic clock, in nanoseconds.
    public static func monotonicNanoseconds() -> UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    }

    /// Returns the number of milliseconds since 1970 by the wall clock.
    package static func wallMilliseconds() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
    }

    /// Returns the number of milliseconds since 1970, with an error of a few milliseconds.
    ///
    /// On Linux, this function takes a seventh of the time of ``wallMilliseconds()``. On Darwin, it calls that
    /// function.
    package static func coarseWallMilliseconds() -> Int64 {
        #if canImport(Darwin)
            return wallMilliseconds()
        #else
            var now = timespec()
            clock_gettime(CLOCK_REALTIME_COARSE, &now)
            return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
        #endif
    }

    /// Returns the value of an environment variable, or `nil` if the variable is not set.
    package static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The entries of the environment, such as `HOME=/root`. The last element is `nil`.
    ///
    /// The system declares this list as a variable that any thread could change. Trackproof never changes it.
    public static var environmentEntries: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        #if canImport(Darwin)
            _NSGetEnviron().pointee
        #else
            environ
        #endif
    }

    /// Returns whether this process may write to a file or into a folder.
    package static func mayWrite(_ path: String) -> Bool { access(path, W_OK) == 0 }

    /// Returns the system's message for `code`, a value of `errno`.
    package static func message(forError code: Int32) -> String {
        String(cString: strerror(code))
    }
}

extension sockaddr_in {
    /// Creates the address of a port on 127.0.0.1. If the port is 0, `bind` chooses a free port.
    package init(port: UInt16) {
        self.init()
        sin_family = sa_family_t(AF_INET)
        sin_port = port.bigEndian
        sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    }
}

extension timespec {
    fileprivate init(nanoseconds: UInt64) {
        self.init(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }
}

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
