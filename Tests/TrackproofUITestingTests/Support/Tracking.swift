import Foundation
import Trackproof
import TrackproofUITesting
import TrackproofPlatform

extension UITestBridge {
    /// Those whose app can be asked whether all has arrived.
    static let asking: [UITestBridge] = [.automatic, .tcp, .unix, .accessibility, .pasteboard]
}

/// Longer than anything here takes, on a machine that is busy with many other tests either.
let longPatience = Duration.seconds(120)

/// Runs something on several threads of their own at once, and returns when all are through. Not on a queue: tests that
/// wait may hold all threads that queues and tasks share.
func onThreads(_ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) {
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

extension Analytics {
    /// Tracks so many events, of which each says its thread and its place, all of the same length.
    func burst(_ count: Int, threads: Int) {
        let analytics = self
        onThreads(threads) { thread in
            for index in 0..<count / threads {
                analytics.track(Event("tapped", ["thread": thread, "index": index + 10_000]))
            }
        }
    }
}

/// Keeps the main queue from doing anything until it is opened.
final class MainQueueBlock: Sendable {
    private let state = Lock((isBlocking: false, isOpen: false))

    /// Returns when the main queue is blocked.
    init() {
        DispatchQueue.main.async { [state] in
            state.withLock { $0.isBlocking = true }
            state.wakeAll()
            _ = state.wait(until: nil) { $0.isOpen ? () : nil }
        }
        _ = state.wait(until: nil) { $0.isBlocking ? () : nil }
    }

    func open() {
        state.withLock { $0.isOpen = true }
        state.wakeAll()
    }
}
