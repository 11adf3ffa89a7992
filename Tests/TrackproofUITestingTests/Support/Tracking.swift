import Foundation
import _TrackproofTestSupport
import Trackproof
import TrackproofUITesting
import TrackproofPlatform

extension UITestBridge {
    /// The bridges over which a session can ask the app whether all events have arrived.
    static let asking: [UITestBridge] = [.automatic, .tcp, .accessibility, .pasteboard]
}

/// A time limit that no step of a test reaches, even on a machine that is busy with many other tests.
let longTimeout = Duration.seconds(600)

extension Analytics {
    /// Tracks `count` events whose JSON texts have the same length. The parameters of an event are its thread and its
    /// index.
    func burst(_ count: Int, threads: Int) {
        let analytics = self
        onThreads(threads) { thread in
            for index in 0..<count / threads {
                analytics.track(Event("tapped", ["thread": thread, "index": index + 10_000]))
            }
        }
    }
}

/// An object that blocks the main queue until ``open()`` is called.
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
