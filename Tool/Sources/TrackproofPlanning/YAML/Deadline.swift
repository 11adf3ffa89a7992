internal import Foundation

/// Work that may take too long.
enum Deadline {
    /// Runs work on a thread of its own, and waits for its result.
    ///
    /// The thread goes on after the time is over, since nothing can stop it. The stack has room for the parser's
    /// recursion, which goes 1,000 levels deep.
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

    /// A value that one thread sets and another waits for.
    ///
    /// `@unchecked Sendable`: the condition guards the value.
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
