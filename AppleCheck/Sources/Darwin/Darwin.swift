// A stub of Apple's `Darwin`. It exports all of Glibc. It also declares the names in Darwin that Trackproof uses, if
// Glibc lacks them or declares them with different types.
@_exported public import Glibc

public let SOCK_STREAM: Int32 = 1
public let SO_NOSIGPIPE: Int32 = 0x1022

/// Returns an empty environment. No test calls this function.
public func _NSGetEnviron() -> UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?> {
    let environment = UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>.allocate(capacity: 1)
    environment.initialize(to: nil)
    return environment
}

public func getpeereid(
    _ descriptor: Int32, _ user: UnsafeMutablePointer<uid_t>?, _ group: UnsafeMutablePointer<gid_t>?
) -> Int32 { -1 }

// Tests call the functions below, so the stub implements them with Glibc's functions. The stub has the signatures of
// Darwin. Darwin and Glibc differ in which parameters are optional.

public func pthread_key_create(
    _ key: UnsafeMutablePointer<pthread_key_t>,
    _ destructor: (@convention(c) (UnsafeMutableRawPointer) -> Void)?
) -> Int32 {
    Glibc.pthread_key_create(
        key, unsafeBitCast(destructor, to: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?.self))
}

public func pthread_create(
    _ thread: UnsafeMutablePointer<pthread_t?>, _ attributes: UnsafePointer<pthread_attr_t>?,
    _ body: @escaping @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
    _ argument: UnsafeMutableRawPointer?
) -> Int32 {
    var id = pthread_t.max
    let body = unsafeBitCast(
        body, to: (@convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?).self)
    let code = Glibc.pthread_create(&id, attributes, body, argument)
    thread.pointee = id
    return code
}

@discardableResult
@available(*, noasync)
public func pthread_cond_timedwait_relative_np(
    _ condition: UnsafeMutablePointer<pthread_cond_t>, _ mutex: UnsafeMutablePointer<pthread_mutex_t>,
    _ time: UnsafePointer<timespec>?
) -> Int32 {
    guard let time = time?.pointee else { return EINVAL }
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    let nanoseconds = end.tv_nsec + time.tv_nsec
    end.tv_sec += time.tv_sec + nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    return pthread_cond_timedwait(condition, mutex, &end)
}

extension stat {
    public var st_mtimespec: timespec { st_mtim }
}
