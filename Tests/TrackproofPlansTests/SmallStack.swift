import Foundation

/// Calls `body` on a thread with the stack size that Darwin gives to all threads but the main thread.
func onSmallStack(_ body: @escaping @Sendable () throws -> String) throws -> String {
    let result = Mailbox()
    let thread = Thread {
        result.put(Result(catching: body))
    }
    thread.stackSize = 512 << 10
    thread.start()
    return try result.take().get()
}

/// A place in which one thread leaves a result for another thread.
private final class Mailbox: @unchecked Sendable {
    // Unchecked, because the condition guards `result`.
    private var result: Result<String, any Error>?
    private let condition = NSCondition()

    func put(_ result: Result<String, any Error>) {
        condition.withLock {
            self.result = result
            condition.signal()
        }
    }

    func take() -> Result<String, any Error> {
        condition.withLock {
            while true {
                if let result { return result }
                condition.wait()
            }
        }
    }
}
