import Foundation
import Trackproof
import XCTest

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// A wait on the main thread lets its run loop go on.
final class MainThreadWaitXCTests: CapturingTestCase {
    private let lookout = Lookout()

    private var isWaitQuick: Bool {
        isQuick { expectTracked("arrived", lookout.expected, within: patience, in: lookout.recorder) }
    }

    func testAnEventOfTheMainQueueEndsIt() {
        lookout.whenAwaited { [lookout] in DispatchQueue.main.async { lookout.arrive() } }
        XCTAssertTrue(isWaitQuick)
    }

    func testAnEventThatTheMainQueueHasAlreadyEndsIt() {
        DispatchQueue.main.async { [lookout] in lookout.arrive() }
        XCTAssertTrue(isWaitQuick)
    }

    func testAnEventOfATimerEndsIt() {
        let timer = Timer(timeInterval: 0.001, repeats: false) { [lookout] _ in lookout.arrive() }
        RunLoop.main.add(timer, forMode: .default)
        XCTAssertTrue(isWaitQuick)
    }

    func testAnEventOfAnotherThreadEndsIt() {
        lookout.whenAwaited { [lookout] in lookout.arrive() }
        XCTAssertTrue(isWaitQuick)
    }

    func testAnEventOfTheMainActorEndsIt() {
        Task { @MainActor [lookout] in lookout.arrive() }
        XCTAssertTrue(isWaitQuick)
    }

    func testTheEventsOfAClosure() {
        let isQuick = isQuick {
            expectEvents(.event("arrived", lookout.expected), within: patience, in: lookout.recorder) {
                DispatchQueue.main.async { [lookout] in lookout.arrive() }
            }
        }
        XCTAssertTrue(isQuick)
    }

    func testTheLimitEndsIt() {
        let limit = Duration.milliseconds(30)
        let duration = ContinuousClock().measure {
            let failures = capturedFailures { expectTracked("arrived", within: limit, in: lookout.recorder) }
            XCTAssertEqual(failures.count, 1)
        }
        XCTAssertGreaterThanOrEqual(duration, limit)
    }

    func testAnAsynchronousTestEndsAtTheEvent() async {
        lookout.whenAwaited { [lookout] in lookout.arrive() }
        let isQuick = await isQuick {
            await expectTracked("arrived", lookout.expected, within: patience, in: lookout.recorder)
        }
        XCTAssertTrue(isQuick)
    }

    /// Where the wait itself is work of the main queue, that takes no other, but timers go on.
    @MainActor func testOnTheMainActorAnEventOfAnotherThreadEndsIt() async {
        await Task.yield()
        lookout.whenAwaited { [lookout] in lookout.arrive() }
        expectOnMainActor()
    }

    @MainActor func testOnTheMainActorAnEventOfATimerEndsIt() async {
        await Task.yield()
        let timer = Timer(timeInterval: 0.001, repeats: false) { [lookout] _ in lookout.arrive() }
        RunLoop.main.add(timer, forMode: .default)
        expectOnMainActor()
    }

    @MainActor private func expectOnMainActor() {
        XCTAssertTrue(Thread.isMainThread)
        XCTAssertTrue(isQuick { expectTracked("arrived", lookout.expected, within: patience, in: lookout.recorder) })
    }
}
