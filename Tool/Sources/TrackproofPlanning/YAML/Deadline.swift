internal import Foundation

/// A time limit for work that may take too long.
enum Deadline {
    /// Runs work on a new thread, and waits for the result.
    ///
    /// A thread cannot be stopped from outside, so the work continues even after the time limit. The thread's stack has
    /// room for the YAML parser, which calls itself up to 1,000 levels deep.
    ///
    /// - Returns: The result, or `nil` if the work takes longer than `seconds`.
    static func run<Value: Sendable>(seconds: Int, _ work: @escaping @Sendable () -> Value) -> Value? {
        let result = Box<Value>()
        let thread = Thread {
            result.set(work())
        }
        thread.stackSize = 64 << 20
        thread.start()
        return result.wait(seconds: seconds)
    }

    /// A value that one thread sets and another thread waits for.
    ///
    /// `@unchecked Sendable`: the value is accessed under the lock of the condition only.
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
