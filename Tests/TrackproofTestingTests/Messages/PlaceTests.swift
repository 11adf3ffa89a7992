import Testing
import Trackproof
import XCTest

@testable import TrackproofAssertions
@testable import TrackproofTesting
import TrackproofPlatform

/// Tests that a failure has the line of its assertion, in whatever task, queue or thread the assertion runs.
@Suite struct PlaceTests {
    @Test(arguments: Place.all) func anAssertionThatNamesARecorderReportsItsLine(_ place: Place) async throws {
        let line = Lock(0)
        let failures = try await failures { await failNamingTheRecorder(in: place, line) }
        #expect(failures == [unwanted(at: line.withLock { $0 })])
    }

    @Test(arguments: Place.inTask) func anAssertionOnTheTestsRecorderReportsItsLine(_ place: Place) async throws {
        let line = Lock(0)
        let failures = try await failures { await fail(in: place, line) }
        #expect(failures == [unwanted(at: line.withLock { $0 })])
    }

    /// Tests the column of a failure. `PlaceXCTests` has no such test, because XCTest does not report columns.
    @Test func aFailureHasTheColumnOfTheParenthesis() {
        let column = Lock<Int?>(nil)
        withKnownIssue {
            let recorder = TestRecorder(exhaustively: false)
            expectTracked("tap", in: recorder)
        } matching: { issue in
            column.withLock { $0 = issue.sourceLocation?.column }
            return true
        }
        #expect(column.withLock { $0 } == 26)
    }

    /// Tests that Swift Testing reports a failure outside the test's task once, and for this test.
    @Test func eachFailureOutsideTheTaskIsReportedOnce() async throws {
        let failures = try await failures {
            let recorder = try #require(TestRecorder.current)
            for place in Place.elsewhere { await place.run { expectOrder(place.name, "x", in: recorder) } }
        }
        #expect(
            failures.map(\.message) == [
                "not tracked: a detached task\nnothing was recorded",
                "not tracked: a dispatch queue\nnothing was recorded",
                "not tracked: the main queue\nnothing was recorded",
                "not tracked: a notification from a queue\nnothing was recorded",
                "not tracked: a thread\nnothing was recorded",
            ])
    }
}

final class PlaceXCTests: CapturingTestCase {
    /// Tests assertions in every thread. In XCTest, each thread finds the recorder of the one running test.
    func testAnAssertionOnTheTestsRecorderReportsItsLine() {
        for place in Place.all {
            let line = Lock(0)
            let failures = failures { await fail(in: place, line) }
            XCTAssertEqual(failures, [unwanted(at: line.withLock { $0 })], place.name)
        }
    }
}

private func failNamingTheRecorder(in place: Place, _ found: Lock<Int>) async {
    guard let recorder = TestRecorder.current else { return }
    recorder.track(Event("tap"))
    await place.run {
        let here = line(of: expectTracked("tap", times: 0, in: recorder))
        found.withLock { $0 = here }
    }
}

private func fail(in place: Place, _ found: Lock<Int>) async {
    track(Event("tap"))
    await place.run {
        let here = line(of: expectTracked("tap", times: 0))
        found.withLock { $0 = here }
    }
}

private func unwanted(at line: Int) -> Failure {
    Failure(
        message: """
            tracked, but should not have been: track tap (number 1)
            recorded 1 event:
                1  track tap
            """, file: #filePath, line: line)
}
