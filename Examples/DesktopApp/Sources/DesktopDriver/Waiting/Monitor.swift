internal import Glibc

/// A value behind a mutex, with a condition to wait on: the one way in which threads of the driver meet.
final class Monitor<State>: @unchecked Sendable {
    // Unchecked: `state` is only ever reached between lock and unlock of `mutex`. Pointers, since a mutex must not move.
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

    /// Reads, without waking anyone.
    func read<Result>(_ body: (State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(state.pointee)
    }

    /// Changes the value and wakes every thread that waits.
    func change<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return try body(&state.pointee)
    }

    /// Blocks until `body` returns a value, which it is asked for at once and after each change; nil where `deadline`
    /// (nil: none) passes first.
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
