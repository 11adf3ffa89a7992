import Foundation
import Testing
import Trackproof
@_spi(Tooling) import TrackproofSnapshots
import TrackproofTesting
import XCTest

/// The assertion as a test writes it, with the snapshots that are committed beside this file.
@Suite(.recordingEvents) struct ExpectSnapshotTests {
    let analytics = Analytics.recording()

    @Test func whatIsAsInTheSnapshotPassesAndIsChecked() {
        analytics.screen("cart")
        analytics.track(.purchase())
        expectSnapshot()
    }

    @Test(arguments: ["premium", "free"]) func eachCaseHasItsOwn(plan: String) {
        analytics.identify("user-42", ["plan": plan])
        expectSnapshot(named: plan)
    }

    @Test func aVolatileValueIsMatchedByShape() {
        analytics.track(name: "purchase", ["order_id": UUID(), "price": 19.99])
        expectSnapshot()
    }

    @Test func aFailureStandsAtTheCallersLine() {
        analytics.track(.purchase())
        let line = #line + 2
        withKnownIssue {
            expectSnapshot(named: "not there", record: .never)
        } matching: { issue in
            issue.sourceLocation?.line == line
                && issue.comments.first?.rawValue.hasPrefix("no snapshot to compare with: /") == true
        }
    }

    @Test func whatComesAfterTheSnapshotIsNotCheckedByIt() {
        analytics.track(.purchase())
        expectSnapshot()
        analytics.track(name: "late")
        expectTracked("late")
    }
}

/// The same with XCTest.
final class ExpectSnapshotXCTests: RecordingTestCase {
    let analytics = Analytics.recording()

    func testWhatIsAsInTheSnapshotPasses() {
        analytics.screen("cart")
        analytics.track(.purchase())
        expectSnapshot()
    }

    func testAnAsynchronousTestHasASnapshot() async {
        analytics.track(.purchase())
        expectSnapshot()
    }
}
