import Dispatch
import Foundation
import Testing
import Trackproof
import TrackproofTesting

extension TestingBenchmarks {
    /// Measures how long a waiting test takes to continue after a different thread tracks an event.
    @Test func waiting() async {
        var rows = Rows("a wait, from the event until the test continues")
        await rows.add("await expectTracked(…, within:)", rounds: 60) { recorder in
            await expectTracked("late", within: .seconds(10), in: recorder)
        }
        await rows.add("expectTracked(…, within:), blocking", rounds: 60) { recorder in
            Self.block(recorder)
        }
        for pause in [10, 100] {
            await rows.add("polling every \(pause) ms", rounds: 60) { recorder in
                // `try?`: nothing cancels this task. The benchmark measures polling, which needs a sleep.
                while recorder.events.isEmpty { try? await Task.sleep(for: .milliseconds(pause)) }
            }
        }
        rows.print()
    }

    private static func block(_ recorder: TestRecorder) {
        expectTracked("late", within: .seconds(10), in: recorder)
    }
}

extension Rows {
    /// Measures `wait` in several rounds, and adds a row with the times.
    ///
    /// In each round, a dispatch queue tracks one event after a delay of 1 to 120 ms. The delay differs from round to
    /// round, so the events arrive at different points between two polls.
    fileprivate mutating func add(
        _ name: String, rounds: Int, wait: (TestRecorder) async -> Void
    ) async {
        var delays: [Double] = []
        for round in 0..<rounds {
            let recorder = TestRecorder(exhaustively: false)
            let tracked = Moment()
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1 + round * 37 % 120)) {
                tracked.set()
                recorder.track(Event("late"))
            }
            await wait(recorder)
            delays.append(tracked.secondsSince)
        }
        add(name, delays)
    }
}

/// A point in time that one thread sets. A second thread reads the seconds that have passed since then.
final class Moment: @unchecked Sendable {
    // Unchecked: `start` is written and read only under the lock.
    private let lock = NSLock()
    private var start = ContinuousClock.now

    func set() { lock.withLock { start = .now } }

    var secondsSince: Double {
        let passed = ContinuousClock.now - lock.withLock { start }
        return Double(passed.components.seconds) + Double(passed.components.attoseconds) * 1e-18
    }
}
