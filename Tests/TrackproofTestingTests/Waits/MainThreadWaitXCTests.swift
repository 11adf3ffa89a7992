import Foundation
import Trackproof
import XCTest

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Tests that a wait on the main thread lets the run loop run.
final class MainThreadWaitXCTests: CapturingTestCase {
    private let lookout = Lookout()

    /// Functions that make the event arrive during a wait, by name.
    private static let arrivals: [(name: String, arrange: @Sendable (Lookout) -> Void)] = [
        ("the main queue", { lookout in lookout.whenAwaited { DispatchQueue.main.async { lookout.arrive() } } }),
        ("the main queue, already before the wait", { lookout in DispatchQueue.main.async { lookout.arrive() } }),
        ("the main actor", { lookout in Task { @MainActor in lookout.arrive() } }),
        ("another thread", { lookout in lookout.whenAwaited { lookout.arrive() } }),
        ("a timer", startTimer),
    ]

    @Sendable private static func startTimer(_ lookout: Lookout) {
        RunLoop.main.add(Timer(timeInterval: 0.001, repeats: false) { _ in lookout.arrive() }, forMode: .default)
    }

    func testAnEventEndsAWait() {
        for (name, arrange) in Self.arrivals {
            let lookout = Lookout()
            arrange(lookout)
            let isQuick = isQuick {
                expectTracked("arrived", lookout.expected, within: timeout, in: lookout.recorder)
            }
            XCTAssertTrue(isQuick, name)
        }
    }

    func testTheLimitEndsAWait() {
        let limit = Duration.milliseconds(30)
        let duration = ContinuousClock().measure {
            let failures = capturedFailures { expectTracked("arrived", within: limit, in: lookout.recorder) }
            XCTAssertEqual(failures.count, 1)
        }
        XCTAssertGreaterThanOrEqual(duration, limit)
    }

    /// Tests a wait that runs on the main queue. The queue runs no other work during the wait, but timers still fire.
    @MainActor func testAnEventOfAnotherThreadEndsAWaitOnTheMainActor() async {
        await Task.yield()
        lookout.whenAwaited { [lookout] in lookout.arrive() }
        expectOnMainActor()
    }

    @MainActor func testAnEventOfATimerEndsAWaitOnTheMainActor() async {
        await Task.yield()
        Self.startTimer(lookout)
        expectOnMainActor()
    }

    @MainActor private func expectOnMainActor() {
        XCTAssertTrue(Thread.isMainThread)
        XCTAssertTrue(isQuick { expectTracked("arrived", lookout.expected, within: timeout, in: lookout.recorder) })
    }
}
