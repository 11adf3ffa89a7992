/// A value that a mutex protects, with a condition that threads can wait for.
///
/// `Synchronization.Mutex` needs iOS 18 and confuses the thread sanitizer. On Linux, `NSLock` needs all of Foundation.
/// So this class uses a pthread mutex, which exists on all platforms.
///
/// The class is public, because the compiler inlines only public code into other modules. Without inlining, the lock
/// doubles the time of recording an event. No product for apps exports this module.
public final class Lock<State>: @unchecked Sendable {
    // `@unchecked Sendable` is safe, because code accesses `state` only while `mutex` is locked. `state` is a pointer:
    // if the value itself were a property, Swift would check exclusive access, which the mutex already guarantees.
    @usableFromInline let state: UnsafeMutablePointer<State>
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline let condition: UnsafeMutablePointer<pthread_cond_t>

    /// Creates a lock that protects a value.
    public init(_ state: sending State) {
        self.state = .allocate(capacity: 1)
        self.state.initialize(to: state)
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        condition = .allocate(capacity: 1)
        Platform.initialize(condition: condition)
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
        pthread_cond_destroy(condition)
        condition.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` while the mutex is locked, and returns the result of `body`.
    @inlinable
    public func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state.pointee)
    }

    /// Wakes every thread that waits in ``wait(until:_:)``.
    @inlinable
    public func wakeAll() {
        pthread_cond_broadcast(condition)
    }

    /// Blocks until `body` returns a value or the deadline passes.
    ///
    /// `body` runs while the mutex is locked: first at once, and again after each ``wakeAll()``.
    ///
    /// - Parameters:
    ///   - deadline: The time at which to give up, in nanoseconds of the monotonic clock, or `nil` for no limit.
    ///   - body: Returns the value, or `nil` to continue waiting.
    /// - Returns: The value, or `nil` if the deadline has passed.
    public func wait<Result>(until deadline: UInt64?, _ body: (inout State) -> Result?) -> Result? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state.pointee) { return result }
            guard let deadline else {
                pthread_cond_wait(condition, mutex)
                continue
            }
            if Platform.monotonicNanoseconds() >= deadline { return nil }
            Platform.wait(for: condition, mutex: mutex, untilMonotonic: deadline)
        }
    }
}
