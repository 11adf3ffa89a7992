import Foundation
import Testing
import Trackproof
import TrackproofSnapshots
import TrackproofTesting
import XCTest

/// Tests of `expectSnapshot` as a test uses it, with snapshots that are committed beside this file.
@Suite(.recordingEvents) struct ExpectSnapshotTests {
    let analytics = Analytics.recording()

    @Test func matchingEventsPassAndAreChecked() {
        analytics.screen("cart")
        analytics.track(.purchase())
        expectSnapshot()
    }

    @Test(arguments: ["premium", "free"]) func eachCaseHasItsOwnSnapshot(plan: String) {
        analytics.identify("user-42", ["plan": plan])
        expectSnapshot(named: plan)
    }

    @Test func aFailureIsReportedAtTheCallersLine() {
        analytics.track(.purchase())
        let line = #line + 2
        withKnownIssue {
            expectSnapshot(named: "not there", record: .never)
        } matching: { issue in
            issue.sourceLocation?.line == line
                && issue.comments.first?.rawValue.hasPrefix("no snapshot to compare with: /") == true
        }
    }

    @Test func aSnapshotDoesNotCheckLaterEvents() {
        analytics.track(.purchase())
        expectSnapshot()
        analytics.track(name: "late")
        expectTracked("late")
    }
}

/// Tests of `expectSnapshot` in XCTest.
final class ExpectSnapshotXCTests: RecordingTestCase {
    let analytics = Analytics.recording()

    func testMatchingEventsPass() {
        analytics.screen("cart")
        analytics.track(.purchase())
        expectSnapshot()
    }

    func testAnAsynchronousTestHasASnapshot() async {
        analytics.track(.purchase())
        expectSnapshot()
    }
}
