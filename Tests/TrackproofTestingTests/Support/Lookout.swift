import Foundation
import Trackproof
import TrackproofTesting
import TrackproofAssertions

/// An event that is waited for, in a way that tells when the wait has begun.
///
/// A wait looks at what is recorded already, under the recorder's lock. The decoy that lies there makes it tell; what
/// is tracked from then on comes while the wait is on.
final class Lookout: Sendable {
    private let begun = DispatchSemaphore(value: 0)
    let recorder: TestRecorder
    let analytics: Analytics

    init(_ recorder: TestRecorder = TestRecorder(exhaustively: false)) {
        self.recorder = recorder
        analytics = Analytics(providers: [recorder])
        analytics.track(Event("arrived", ["is_decoy": true]))
    }

    /// What is waited for.
    var expected: ExpectedParameters {
        let begun = begun
        return [
            "is_decoy": .where("not the decoy") { value in
                if value == .bool(true) { begun.signal() }
                return value == .bool(false)
            }
        ]
    }

    /// Runs `body` on a thread of its own once a wait has begun.
    func whenAwaited(_ body: @escaping @Sendable () -> Void) {
        Thread.detachNewThread {
            self.begun.wait()
            body()
        }
    }

    /// Returns once a wait has begun.
    func awaited() async {
        await withCheckedContinuation { continuation in whenAwaited { continuation.resume() } }
    }

    func arrive() {
        analytics.track(Event("arrived", ["is_decoy": false]))
    }
}

/// A limit that is never reached unless something is wrong, on a machine that is busy with many other tests either.
let patience = Duration.seconds(600)

/// Whether `body` takes far less than a limit of `patience`.
func isQuick(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async rethrows -> Bool {
    let start = ContinuousClock.now
    try await body()
    return .now - start < patience / 2
}

func isQuick(_ body: () throws -> Void) rethrows -> Bool {
    try ContinuousClock().measure(body) < patience / 2
}
