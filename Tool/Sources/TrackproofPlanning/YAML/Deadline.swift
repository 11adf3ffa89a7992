import Foundation

/// A function that runs work with a time limit.
enum Deadline {
    /// Runs `work` on a new thread, and waits for its result.
    ///
    /// A thread cannot be stopped from outside, so after the time limit `work` continues in the background. The thread
    /// has a large stack, because the YAML parser can call itself up to 1,000 levels deep.
    ///
    /// - Returns: The result, or `nil` if `work` takes longer than `seconds`.
    static func run<Value: Sendable>(seconds: Int, _ work: @escaping @Sendable () -> Value) -> Value? {
        let result = Box<Value>()
        let thread = Thread {
            result.set(work())
        }
        thread.stackSize = 64 << 20
        thread.start()
        return result.wait(seconds: seconds)
    }

    /// A value that one thread sets, and for which another thread waits.
    ///
    /// `@unchecked Sendable` is safe, because the threads access the value only under the lock of `condition`.
    private final class Box<Value: Sendable>: @unchecked Sendable {
        private let condition = NSCondition()
        private var value: Value?

        func set(_ value: Value) {
            condition.withLock {
                self.value = value
                condition.signal()
            }
        }

        func wait(seconds: Int) -> Value? {
            let end = Date(timeIntervalSinceNow: TimeInterval(seconds))
            return condition.withLock {
                while value == nil, condition.wait(until: end) {}
                return value
            }
        }
    }
}
