import Foundation
import Trackproof
import TrackproofTesting
import TrackproofAssertions

/// An event that a test waits for, and a signal that tells when the wait has begun.
///
/// First, a wait compares the events that are already recorded, while it holds the recorder's lock. One of these events
/// is a decoy. When the wait compares the decoy, the matcher sends the signal. So if a test tracks an event after the
/// signal, the event arrives during the wait.
final class Lookout: Sendable {
    private let begun = DispatchSemaphore(value: 0)
    let recorder: TestRecorder
    let analytics: Analytics

    init(_ recorder: TestRecorder = TestRecorder(exhaustively: false)) {
        self.recorder = recorder
        analytics = Analytics(providers: [recorder])
        analytics.track(Event("arrived", ["is_decoy": true]))
    }

    /// The expected parameters of the event that the test waits for.
    var expected: ExpectedParameters {
        let begun = begun
        return [
            "is_decoy": .where("not the decoy") { value in
                if value == .bool(true) { begun.signal() }
                return value == .bool(false)
            }
        ]
    }

    /// Runs `body` on a new thread as soon as a wait has begun.
    func whenAwaited(_ body: @escaping @Sendable () -> Void) {
        Thread.detachNewThread {
            self.begun.wait()
            body()
        }
    }

    /// Returns as soon as a wait has begun.
    func awaited() async {
        await withCheckedContinuation { continuation in whenAwaited { continuation.resume() } }
    }

    func arrive() {
        analytics.track(Event("arrived", ["is_decoy": false]))
    }
}

/// A time limit that a wait only reaches if there is a bug, even on a machine that is busy with many other tests.
let timeout = Duration.seconds(600)

/// Returns whether `body` takes less than half of `timeout`.
func isQuick(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async rethrows -> Bool {
    let start = ContinuousClock.now
    try await body()
    return .now - start < timeout / 2
}

func isQuick(_ body: () throws -> Void) rethrows -> Bool {
    try ContinuousClock().measure(body) < timeout / 2
}
