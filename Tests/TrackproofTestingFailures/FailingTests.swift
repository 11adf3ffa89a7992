import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofPlanTesting
import TrackproofTesting

@Suite(.recordingEvents, .enabled(if: mustFail)) struct FailingTests {
    private let analytics = Analytics.recording()

    @Test func anAssertion() { expectTracked("tap") }

    @Test func anAssertionInAnAsynchronousTest() async {
        await Task.yield()
        expectTracked("tap")
    }

    @Test func aWait() async { await expectTracked("tap", within: .milliseconds(10)) }

    @Test func aBlockingWait() { expectTracked("tap", within: .milliseconds(10)) }

    @Test @MainActor func aBlockingWaitOnTheMainActor() { expectTracked("tap", within: .milliseconds(10)) }

    @Test func missingEventsOfAClosure() { expectEvents(Event("tap")) {} }

    @Test func missingEventsOfAnAsynchronousClosure() async { await expectEvents(Event("tap")) { await Task.yield() } }

    // A failed test must not record its events in a snapshot. `scripts/check-failures.sh` checks which snapshots exist.

    @Test func aSnapshotAfterAFailureOfTheFramework() {
        analytics.track(name: "tap")
        #expect(1 + 1 == 3)
        expectSnapshot(record: .all)
    }

    @Test func aSnapshotAfterAFailureOfTheFrameworkInATask() async {
        analytics.track(name: "tap")
        await Task { _ = Issue.record("the test fails") }.value
        expectSnapshot(record: .failed)
    }

    @Test func aSnapshotAfterAFailedExpectation() {
        analytics.track(name: "tap")
        expectTracked("other")
        expectSnapshot(record: .missing)
    }

    /// After a test has recorded one snapshot, which fails the test, it can still record the next snapshot.
    @Test func recordedSnapshots() {
        analytics.track(name: "tap")
        expectSnapshot(named: "one", record: .missing)
        expectSnapshot(named: "two", record: .missing)
    }

    @Test func anAssertionInATask() async { await Task { expectTracked("tap") }.value }

    @Test func anAssertionInADetachedTask() async {
        let recorder = TestRecorder.current
        await Task.detached { expectTracked("tap", in: recorder) }.value
    }

    @Test func anAssertionOnAThread() async {
        let recorder = TestRecorder.current
        await _TrackproofTestSupport.onThread { expectTracked("tap", in: recorder) }
    }

    @Test func uncheckedEvents() { analytics.track(name: "tap") }

    /// A failure that belongs to no test must not hide the unchecked event of a test that runs meanwhile.
    @Test func uncheckedEventsBesideAFailureOfNoTest() async {
        await onThread { Issue.record("belongs to no test") }
        analytics.track(name: "tap")
    }

    @Test func uncheckedEventsOfAnUnawaitedDetachedTask() {
        Task.detached { [analytics] in analytics.track(name: "tap") }
    }

    @Test(arguments: 1...3) func uncheckedEventsInEachCase(number: Int) {
        analytics.track(Event("tap", ["number": number]))
    }
}

@Suite(.enabled(if: mustFail)) struct FailingOwnRecorderTests {
    private let recorder = TestRecorder()

    @Test func uncheckedEvents() { recorder.track(Event("tap")) }

    @Test func uncheckedEventsOfALocalRecorder() { TestRecorder().track(Event("tap")) }

    @Test(.recordingEvents) func uncheckedEventsBesideTheTraitsRecorder() { recorder.track(Event("tap")) }

    @Test(.recordingEvents) func uncheckedEventsOfAStaticRecorder() {
        Self.kept.track(Event("tap"))
    }

    private static let kept = TestRecorder()
}

@Suite(.enabled(if: mustFail)) struct FailingWithoutARecorderTests {
    @Test func anAssertion() { expectTracked("tap", times: 0) }

    @Test func anAssertionOnAnOwnRecorder() { expectTracked("tap", in: TestRecorder()) }
}

/// Tests in which an issue filter hides the failure of the assertion, but not the failure about an unchecked event.
@Suite(.enabled(if: mustFail)) struct FailingIssueFilterTests {
    @Test(.recordingEvents, .filterIssues { !"\($0)".contains("legacy") }) func anUncheckedEvent() {
        expectTracked("legacy")
        Analytics.recording().track(name: "tap")
    }
}

/// Tests with failures outside the task of any test. Such failures belong to no test, so they fail the run.
@Suite(.enabled(if: mustFail)) struct FailingRunTests {
    @Test func anAssertionInADetachedTaskWithoutARecorder() async {
        await Task.detached { expectTracked("tap", times: 0) }.value
    }

    @Test(.recordingEvents) func anAssertionInADetachedTaskThatNamesNoRecorder() async {
        await Task.detached { expectTracked("tap", times: 0) }.value
    }

    @Test func anAssertionOnAThreadWithAnOwnRecorder() async {
        let recorder = TestRecorder()
        await onThread { expectTracked("tap", in: recorder) }
    }

    private static let kept = TestRecorder()

    /// The recorder outlives the test, so it reports the unchecked event only when the run ends.
    @Test func uncheckedEventsOfAStaticRecorder() { Self.kept.track(Event("tap")) }
}

/// Tests whose assertions pass, but whose events violate the tracking plan.
@Suite(.recordingEvents(plan: .file("plan.json")), .enabled(if: mustFail)) struct FailingPlanTests {
    private let analytics = Analytics.recording()

    @Test func anEventThatThePlanDoesNotHave() {
        analytics.track(name: "tapp")
        expectTracked("tapp")
    }
}

/// Tests that expect the event of another test. All tests share a facade and track on threads, side by side.
@Suite(.recordingEvents(exhaustively: false, of: SharedApp.analytics), .enabled(if: mustFail))
struct FailingSideBySideTests {
    @Test(arguments: 1...20) func anEventOfAnotherTest(number: Int) async {
        await SharedApp.tap(number, in: "failures")
        await expectTracked("tapped", including: ["number": .equal(number % 20 + 1)], within: .milliseconds(10))
    }
}
