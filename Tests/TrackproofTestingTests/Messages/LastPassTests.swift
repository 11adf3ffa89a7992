import Foundation
import Testing
import Trackproof
import TrackproofPlatform
import XCTest

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Functions that track an event later, on another queue or thread. The test still receives the event before it ends.
private let leftToOtherQueues: [(place: String, body: @Sendable (Analytics) -> Void)] = [
    ("the main queue", { analytics in DispatchQueue.main.async { analytics.track(Event("tap")) } }),
    ("the main actor", { analytics in Task { @MainActor in analytics.track(Event("tap")) } }),
    ("a global queue", { analytics in DispatchQueue.global().async { analytics.track(Event("tap")) } }),
    ("a detached task", { analytics in Task.detached { analytics.track(Event("tap")) } }),
    (
        "a queue that goes back to the main queue",
        { analytics in
            DispatchQueue.global().async { DispatchQueue.main.async { analytics.track(Event("tap")) } }
        }
    ),
]

private let unchecked = """
    1 event that no assertion has checked: track tap (number 1)
    recorded 1 event:
        1  track tap
    """

@Suite struct LastPassTests {
    @Test(arguments: leftToOtherQueues.indices) func eventsLeftToOtherQueuesAreChecked(index: Int) async throws {
        let failures = try await failures(exhaustively: true) { leftToOtherQueues[index].body(.recording()) }
        #expect(failures.map(\.messageWithoutHints) == [unchecked], "\(leftToOtherQueues[index].place)")
    }

    /// Tests that a cancelled wait fails, because it does not prove that no event came.
    @Test func aCancelledWaitForNoEventsFails() async throws {
        let failures = try await failures {
            _ = Analytics.recording()
            await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                await expectTracked("tap", times: 0, within: .seconds(60))
                await expectEvents(within: .seconds(60)) {}
            }.value
        }
        #expect(
            failures.map(\.message) == [
                """
                cannot tell whether the event would have been tracked: track tap
                the test was cancelled
                nothing was recorded
                """,
                """
                cannot tell whether anything would have been tracked
                the test was cancelled
                nothing was recorded
                """,
            ])
    }

    @Test func anAssertionAfterTheEndIsTooLate() async throws {
        let recorder = try await recorderOfATest(exhaustively: false)
        let failures = await capturedFailures { expectTracked("tap", in: recorder) }
        #expect(
            failures.map(\.message) == [
                """
                after LastPassTests/anAssertionAfterTheEndIsTooLate() had ended: this assertion comes too late: the \
                test's events were already checked
                """
            ])
    }

    @Test func anAssertionOnAnOwnRecorderAfterTheEndIsTooLate() async throws {
        let box = Lock<TestRecorder?>(nil)
        _ = try await failures(exhaustively: true) {
            let recorder = TestRecorder()
            _ = Analytics(providers: [recorder])
            expectNotTracked("tap", in: recorder)
            box.withLock { $0 = recorder }
        }
        let failures = await capturedFailures { expectNotTracked("tap", in: box.withLock { $0 }) }
        #expect(
            failures.map(\.message) == [
                """
                after LastPassTests/anAssertionOnAnOwnRecorderAfterTheEndIsTooLate() had ended: this assertion comes \
                too late: the test's events were already checked
                """
            ])
    }

    private func recorderOfATest(exhaustively: Bool) async throws -> TestRecorder? {
        let box = Lock<TestRecorder?>(nil)
        _ = try await failures(exhaustively: exhaustively) {
            track(Event("tap"))
            box.withLock { $0 = .current }
        }
        return box.withLock { $0 }
    }
}

final class LastPassXCTests: CapturingTestCase {
    func testEventsLeftToOtherQueuesAreChecked() {
        for (place, body) in leftToOtherQueues {
            let failures = failures(exhaustively: true) { body(.recording()) }
            XCTAssertEqual(failures.map(\.messageWithoutHints), [unchecked], place)
        }
    }
}

extension Failure {
    /// The message without its second line if this is a hint, which depends on the time at which the event came.
    fileprivate var messageWithoutHints: String {
        let lines = message.split(separator: "\n")
        return (lines.prefix(1) + lines.dropFirst().drop { !$0.hasPrefix("recorded") }).joined(separator: "\n")
    }
}
