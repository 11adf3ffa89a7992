import Glibc

/// A value behind a mutex. A thread can wait until the value satisfies a condition.
///
/// The threads of the driver share state only through monitors.
final class Monitor<State>: @unchecked Sendable {
    // Unchecked: all access to `state` happens while `mutex` is locked. The properties are pointers, because a mutex
    // must not move in memory.
    private let state: UnsafeMutablePointer<State>
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init(_ initial: sending State) {
        state = .allocate(capacity: 1)
        state.initialize(to: initial)
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Reads the value. Unlike ``change(_:)``, this method does not wake waiting threads.
    func read<Result>(_ body: (State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(state.pointee)
    }

    /// Changes the value and wakes every waiting thread.
    func change<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return try body(&state.pointee)
    }

    /// Blocks until `body` returns a value. The monitor calls `body` immediately and after each change.
    ///
    /// - Parameter deadline: The end of the wait, or `nil` to wait without a limit.
    /// - Returns: The result of `body`, or `nil` if the deadline passes first.
    func wait<Result>(until deadline: Deadline?, _ body: (inout State) -> Result?) -> Result? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state.pointee) { return result }
            guard let deadline else {
                pthread_cond_wait(condition, mutex)
                continue
            }
            if deadline.hasPassed { return nil }
            var time = deadline.time
            pthread_cond_timedwait(condition, mutex, &time)
        }
    }
}
