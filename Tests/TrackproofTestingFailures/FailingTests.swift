import Foundation
import Testing
import Trackproof
import TrackproofTesting

@Suite(.recordingEvents, .enabled(if: mustFail)) struct FailingTests {
    private let analytics = Analytics.recording()

    @Test func anAssertion() { expectTracked("tap") }

    @Test func anAssertionOfAnAsynchronousTest() async {
        await Task.yield()
        expectTracked("tap")
    }

    @Test func aWait() async { await expectTracked("tap", within: .milliseconds(10)) }

    @Test func aBlockingWait() { expectTracked("tap", within: .milliseconds(10)) }

    @Test @MainActor func aBlockingWaitOnTheMainActor() { expectTracked("tap", within: .milliseconds(10)) }

    @Test func theEventsOfAClosure() { expectEvents(Event("tap")) {} }

    @Test func theEventsOfAnAsynchronousClosure() async { await expectEvents(Event("tap")) { await Task.yield() } }

    @Test func nothingElse() {
        analytics.track(name: "tap")
        expectNothingElse()
    }

    @Test func notTracked() {
        analytics.track(name: "tap")
        expectNotTracked("tap")
    }

    @Test func aCount() { expectCount(1) }

    @Test func anOrder() { expectOrder("tap", "menu") }

    @Test func anOrderOfOneName() {
        analytics.track(name: "tap")
        expectOrder("tap")
        clearEvents()
    }

    @Test func anExpectedNameGivenTwice() { expectTracked("tap", ["id": 1, "id": 2], times: 0) }

    @Test func aNameGivenTwice() {
        analytics.track(name: "tap", ["id": 1, "id": 2])
        clearEvents()
    }

    @Test func anExpectedNameThatIsEmpty() { expectTracked("", times: 0) }

    @Test func anAbsentNameThatIsEmpty() { expectNotTracked("") }

    @Test func aCountOfAnEmptyName() { expectCount(0, of: "") }

    @Test func anEmptyName() {
        analytics.track(name: "")
        clearEvents()
    }

    @Test func aNullThatIsNoValue() {
        analytics.track(name: "tap", ["id": EventValue.null])
        expectTracked("tap", ["id": .any])
    }

    @Test func aValueThatCannotBeEncoded() {
        analytics.track(Unencodable())
        clearEvents()
    }

    @Test func whatAProviderWasGiven() {
        analytics.track(name: "tap")
        expectDelivered(to: "firebase")
    }

    // A failed test must not write what it tracked into its snapshot: the script looks for the files.

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

    /// To record one snapshot is no failure that keeps the next from being recorded.
    @Test func recordedSnapshots() {
        analytics.track(name: "tap")
        expectSnapshot(named: "one", record: .missing)
        expectSnapshot(named: "two", record: .missing)
    }

    @Test func inATask() async { await Task { expectTracked("tap") }.value }

    @Test func inAChildTask() async { await withTaskGroup { group in group.addTask { expectTracked("tap") } } }

    @Test func inADetachedTask() async {
        let recorder = TestRecorder.current
        await Task.detached { expectTracked("tap", in: recorder) }.value
    }

    @Test func inADetachedTaskThatWaits() async {
        let recorder = TestRecorder.current
        await Task.detached { await expectTracked("tap", within: .milliseconds(10), in: recorder) }.value
    }

    @Test func onAThread() async {
        let recorder = TestRecorder.current
        await TrackproofTestingFailures.onThread { expectTracked("tap", in: recorder) }
    }

    @Test func onAQueue() async {
        let recorder = TestRecorder.current
        await onQueue { expectTracked("tap", in: recorder) }
    }

    @Test func uncheckedEvents() { analytics.track(name: "tap") }

    @Test func uncheckedEventsOfADetachedTask() async {
        await Task.detached { [analytics] in analytics.track(name: "tap") }.value
    }

    @Test func uncheckedEventsOfTheMainQueue() {
        DispatchQueue.main.async { [analytics] in analytics.track(name: "tap") }
    }

    @Test func uncheckedEventsThatADetachedTaskIsYetToTrack() {
        Task.detached { [analytics] in analytics.track(name: "tap") }
    }

    @Test(arguments: 1...3) func eachCase(number: Int) { analytics.track(Event("tap", ["number": number])) }
}

@Suite(.recordingEvents, .enabled(if: mustFail)) struct FailingWithoutAFacadeTests {
    @Test func notTracked() { expectNotTracked("tap") }

    @Test func notOnce() { expectTracked("tap", times: 0) }

    @Test func nothingElse() { expectNothingElse() }

    @Test func aCountOfNone() { expectCount(0) }

    @Test func noEventsOfAClosure() { expectEvents {} }
}

@Suite(.enabled(if: mustFail)) struct FailingOwnRecorderTests {
    private let recorder = TestRecorder()

    @Test func uncheckedEvents() { recorder.track(Event("tap")) }

    @Test func uncheckedEventsOfALocalOne() { TestRecorder().track(Event("tap")) }

    @Test func uncheckedEventsAfterAnAssertion() {
        Analytics(providers: [recorder]).track(name: "view")
        expectTracked("view", in: recorder)
        recorder.track(Event("tap"))
    }

    @Test(.recordingEvents) func uncheckedEventsBesideTheTraits() { recorder.track(Event("tap")) }

    @Test(.recordingEvents) func uncheckedEventsOfOneThatLivesOn() {
        Self.kept.track(Event("tap"))
    }

    private static let kept = TestRecorder()
}

@Suite(.enabled(if: mustFail)) struct FailingWithoutARecorderTests {
    @Test func anAssertion() { expectTracked("tap", times: 0) }

    @Test func aWait() async { await expectTracked("tap", times: 0, within: .milliseconds(10)) }

    @Test func theEventsOfAClosure() { expectEvents {} }

    @Test func aCount() { expectCount(0) }

    @Test func inATask() async { await Task { expectTracked("tap", times: 0) }.value }

    @Test func aRecorderOfOnesOwn() { expectTracked("tap", in: TestRecorder()) }

    @Test(.recordingEvents) func theTraitOfATest() { expectTracked("tap") }
}

/// A filter of issues forgives the assertion, but not what it was not about.
@Suite(.enabled(if: mustFail)) struct FailingForgivenTests {
    @Test(.recordingEvents, .filterIssues { !"\($0)".contains("legacy") }) func anUncheckedEvent() {
        expectTracked("legacy")
        Analytics.recording().track(name: "tap")
    }
}

/// Swift Testing cannot tell which test these failures belong to: no test fails by them, but the run does.
@Suite(.enabled(if: mustFail)) struct FailingRunTests {
    @Test func inADetachedTaskWithoutARecorder() async { await Task.detached { expectTracked("tap", times: 0) }.value }

    @Test(.recordingEvents) func inADetachedTaskThatNamesNone() async {
        await Task.detached { expectTracked("tap", times: 0) }.value
    }

    @Test func onAThreadWithARecorderOfOnesOwn() async {
        let recorder = TestRecorder()
        await onThread { expectTracked("tap", in: recorder) }
    }

    private static let kept = TestRecorder()

    /// It outlives the test, and nobody says when the test ends.
    @Test func withARecorderThatIsKept() { Self.kept.track(Event("tap")) }
}
