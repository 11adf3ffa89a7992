// What differs between Darwin and Glibc, in one place. Everything else is written against these names.

#if canImport(Darwin)
    package import Darwin
#elseif canImport(Glibc)
    package import Glibc
#elseif canImport(Musl)
    package import Musl
#endif

/// The system calls whose spelling or flags differ from one platform to the next.
package enum Platform {
    #if canImport(Darwin)
        /// Darwin suppresses SIGPIPE per socket (`SO_NOSIGPIPE`), not per call.
        package static let sendFlags: Int32 = 0
        package static let streamSocket: Int32 = SOCK_STREAM
        /// What the destructor of a thread's own value gets.
        package typealias ThreadValue = UnsafeMutableRawPointer
    #else
        package static let sendFlags: Int32 = Int32(MSG_NOSIGNAL)
        package static let streamSocket: Int32 = Int32(SOCK_STREAM.rawValue)
        package typealias ThreadValue = UnsafeMutableRawPointer?
    #endif

    /// `read(2)`, by a name that no method hides; a call that a signal interrupted is made again.
    package static func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
        while true {
            let result = read(descriptor, buffer, count)
            if result >= 0 || errno != EINTR { return result }
        }
    }

    /// `pread(2)`, likewise: where the descriptor stands does not matter and does not change.
    package static func readBytes(
        _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int, at offset: UInt64
    ) -> Int {
        while true {
            let result = pread(descriptor, buffer, count, off_t(offset))
            if result >= 0 || errno != EINTR { return result }
        }
    }

    /// `write(2)`, likewise.
    package static func writeBytes(_ descriptor: Int32, _ buffer: UnsafeRawPointer, _ count: Int) -> Int {
        while true {
            let result = write(descriptor, buffer, count)
            if result >= 0 || errno != EINTR { return result }
        }
    }

    /// `send(2)`, likewise, without a signal where the peer is gone.
    package static func sendBytes(_ descriptor: Int32, _ buffer: UnsafeRawPointer, _ count: Int) -> Int {
        while true {
            let result = send(descriptor, buffer, count, sendFlags)
            if result >= 0 || errno != EINTR { return result }
        }
    }

    package static func setNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    /// `connect(2)`, by a name that no method hides.
    package static func connectSocket(
        _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
    ) -> Int32 {
        connect(descriptor, address, size)
    }

    /// Has `body` called when the process ends in order.
    package static func atExit(_ body: @escaping @convention(c) () -> Void) { _ = atexit(body) }

    /// `close(2)`, likewise.
    package static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

    package static var processID: Int32 { getpid() }

    /// Makes `descriptor` private to this process: not inherited by a child, no SIGPIPE when the peer is gone.
    package static func prepareSocket(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
            var on: Int32 = 1
            _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// The user at the other end of a unix socket; nil where the system cannot tell.
    package static func peerUser(of descriptor: Int32) -> uid_t? {
        #if canImport(Darwin)
            var user = uid_t()
            var group = gid_t()
            return getpeereid(descriptor, &user, &group) == 0 ? user : nil
        #else
            // struct ucred { pid_t pid; uid_t uid; gid_t gid; }, which Glibc's module does not export.
            var credentials: (pid: Int32, user: UInt32, group: UInt32) = (0, UInt32.max, UInt32.max)
            var size = socklen_t(MemoryLayout.size(ofValue: credentials))
            guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
            return credentials.user
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

    /// Waits for `condition` until the monotonic clock reads `deadline` nanoseconds; may wake early.
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

    package static func monotonicNanoseconds() -> UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    }

    /// Milliseconds since 1970 by the wall clock.
    package static func wallMilliseconds() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
    }

    /// The same to within a few milliseconds: a seventh of the cost on Linux.
    package static func coarseWallMilliseconds() -> Int64 {
        #if canImport(Darwin)
            return wallMilliseconds()
        #else
            var now = timespec()
            clock_gettime(CLOCK_REALTIME_COARSE, &now)
            return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
        #endif
    }

    /// The value of an environment variable; nil where it is not set.
    package static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Whether this process may write to a file, or into a folder.
    package static func mayWrite(_ path: String) -> Bool { access(path, W_OK) == 0 }

    /// Where temporary files go; an empty `TMPDIR` is none.
    package static var temporaryFolder: String {
        environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    }

    /// What the system says of `code`, an `errno`.
    package static func message(forError code: Int32) -> String {
        String(cString: strerror(code))
    }
}

extension Platform {
    /// The bytes that the path of a unix socket may have: Darwin's limit less the final NUL. Linux has four more, but
    /// a path must work on both.
    package static let longestUnixPath = 103
}

extension sockaddr_un {
    /// The address of a path, which must fit.
    package init(path: String) {
        self.init()
        sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &sun_path) { target in
            target.copyBytes(from: path.utf8.prefix(target.count - 1))
        }
    }
}

extension timespec {
    fileprivate init(nanoseconds: UInt64) {
        self.init(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }
}
