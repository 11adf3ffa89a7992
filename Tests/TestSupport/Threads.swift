import Foundation
import TrackproofPlatform

/// Runs `body` on a new thread, outside the test's task, and returns when `body` has ended.
package func onThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { done in
        Thread.detachNewThread {
            body()
            done.resume()
        }
    }
}

/// Runs `body` on several new threads at once, outside the test's task, and returns when all of them have ended.
///
/// Queues and tasks share a few threads, which waiting tests can all block. New threads do not have this problem.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) {
    let running = Lock(count)
    for thread in 0..<count {
        Thread.detachNewThread {
            body(thread)
            running.withLock { $0 -= 1 }
            running.wakeAll()
        }
    }
    _ = running.wait(until: nil) { $0 == 0 ? () : nil }
}

/// Calls `body` on a thread with the stack size that Darwin gives to all threads but the main thread.
public func onSmallStack(_ body: @escaping @Sendable () throws -> String) async throws -> String {
    try await withCheckedThrowingContinuation { done in
        let thread = Thread { done.resume(with: Result(catching: body)) }
        thread.stackSize = 512 << 10
        thread.start()
    }
}
