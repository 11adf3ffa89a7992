import Foundation
import Trackproof
import XCTest

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Tests that a wait on the main thread lets the run loop run.
final class MainThreadWaitXCTests: CapturingTestCase {
    private let lookout = Lookout()

    private var isWaitQuick: Bool {
        isQuick { expectTracked("arrived", lookout.expected, within: timeout, in: lookout.recorder) }
    }

    func testAnEventOfTheMainQueueEndsAWait() {
        lookout.whenAwaited { [lookout] in DispatchQueue.main.async { lookout.arrive() } }
        XCTAssertTrue(isWaitQuick)
    }

    func testAnEventAlreadyInTheMainQueueEndsAWait() {
        DispatchQueue.main.async { [lookout] in lookout.arrive() }
        XCTAssertTrue(isWaitQuick)
    }

    func testAnEventOfATimerEndsAWait() {
        let timer = Timer(timeInterval: 0.001, repeats: false) { [lookout] _ in lookout.arrive() }
        RunLoop.main.add(timer, forMode: .default)
        XCTAssertTrue(isWaitQuick)
    }

    func testAnEventOfAnotherThreadEndsAWait() {
        lookout.whenAwaited { [lookout] in lookout.arrive() }
        XCTAssertTrue(isWaitQuick)
    }

    func testAnEventOfTheMainActorEndsAWait() {
        Task { @MainActor [lookout] in lookout.arrive() }
        XCTAssertTrue(isWaitQuick)
    }

    func testExpectEventsEndsAtTheLastEvent() {
        let isQuick = isQuick {
            expectEvents(.event("arrived", lookout.expected), within: timeout, in: lookout.recorder) {
                DispatchQueue.main.async { [lookout] in lookout.arrive() }
            }
        }
        XCTAssertTrue(isQuick)
    }

    func testTheLimitEndsAWait() {
        let limit = Duration.milliseconds(30)
        let duration = ContinuousClock().measure {
            let failures = capturedFailures { expectTracked("arrived", within: limit, in: lookout.recorder) }
            XCTAssertEqual(failures.count, 1)
        }
        XCTAssertGreaterThanOrEqual(duration, limit)
    }

    func testAnAsynchronousWaitEndsAtTheEvent() async {
        lookout.whenAwaited { [lookout] in lookout.arrive() }
        let isQuick = await isQuick {
            await expectTracked("arrived", lookout.expected, within: timeout, in: lookout.recorder)
        }
        XCTAssertTrue(isQuick)
    }

    /// Tests a wait that runs on the main queue. The queue runs no other work during the wait, but timers still fire.
    @MainActor func testAnEventOfAnotherThreadEndsAWaitOnTheMainActor() async {
        await Task.yield()
        lookout.whenAwaited { [lookout] in lookout.arrive() }
        expectOnMainActor()
    }

    @MainActor func testAnEventOfATimerEndsAWaitOnTheMainActor() async {
        await Task.yield()
        let timer = Timer(timeInterval: 0.001, repeats: false) { [lookout] _ in lookout.arrive() }
        RunLoop.main.add(timer, forMode: .default)
        expectOnMainActor()
    }

    @MainActor private func expectOnMainActor() {
        XCTAssertTrue(Thread.isMainThread)
        XCTAssertTrue(isQuick { expectTracked("arrived", lookout.expected, within: timeout, in: lookout.recorder) })
    }
}
