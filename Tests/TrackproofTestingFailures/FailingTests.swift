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

    @Test func anUnexpectedEvent() {
        analytics.track(name: "tap")
        expectNothingElse()
    }

    @Test func anEventThatShouldNotBeTracked() {
        analytics.track(name: "tap")
        expectNotTracked("tap")
    }

    @Test func aWrongCount() { expectCount(1) }

    @Test func anOrderOfMissingEvents() { expectOrder("tap", "menu") }

    @Test func anOrderOfOneName() {
        analytics.track(name: "tap")
        expectOrder("tap")
        clearEvents()
    }

    @Test func anExpectedParameterGivenTwice() { expectTracked("tap", ["id": 1, "id": 2], times: 0) }

    @Test func aParameterGivenTwice() {
        analytics.track(name: "tap", ["id": 1, "id": 2])
        clearEvents()
    }

    @Test func anEmptyNameInExpectTracked() { expectTracked("", times: 0) }

    @Test func anEmptyNameInExpectNotTracked() { expectNotTracked("") }

    @Test func anEmptyNameInExpectCount() { expectCount(0, of: "") }

    @Test func anEmptyEventName() {
        analytics.track(name: "")
        clearEvents()
    }

    @Test func aNullInsteadOfAValue() {
        analytics.track(name: "tap", ["id": EventValue.null])
        expectTracked("tap", ["id": .any])
    }

    @Test func aValueThatCannotBeEncoded() {
        analytics.track(Unencodable())
        clearEvents()
    }

    @Test func deliveryToAProviderThatIsNotRecorded() {
        analytics.track(name: "tap")
        expectDelivered(to: "firebase")
    }

    @Test func aProviderThatReceivesAnEventThatWasNotTracked() {
        let provider = ClosureProvider("firebase") { _ in }.recorded()
        provider.track(Event("ghost"))
    }

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

    @Test func anAssertionInAChildTask() async {
        await withTaskGroup { group in group.addTask { expectTracked("tap") } }
    }

    @Test func anAssertionInADetachedTask() async {
        let recorder = TestRecorder.current
        await Task.detached { expectTracked("tap", in: recorder) }.value
    }

    @Test func aWaitInADetachedTask() async {
        let recorder = TestRecorder.current
        await Task.detached { await expectTracked("tap", within: .milliseconds(10), in: recorder) }.value
    }

    @Test func anAssertionOnAThread() async {
        let recorder = TestRecorder.current
        await _TrackproofTestSupport.onThread { expectTracked("tap", in: recorder) }
    }

    @Test func anAssertionOnAQueue() async {
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

    @Test func uncheckedEventsOfAnUnawaitedDetachedTask() {
        Task.detached { [analytics] in analytics.track(name: "tap") }
    }

    @Test(arguments: 1...3) func uncheckedEventsInEachCase(number: Int) {
        analytics.track(Event("tap", ["number": number]))
    }
}

@Suite(.recordingEvents, .enabled(if: mustFail)) struct FailingWithoutAFacadeTests {
    @Test func anEventThatShouldNotBeTracked() { expectNotTracked("tap") }

    @Test func anEventExpectedZeroTimes() { expectTracked("tap", times: 0) }

    @Test func noOtherEvents() { expectNothingElse() }

    @Test func aCountOfZero() { expectCount(0) }

    @Test func aClosureWithoutEvents() { expectEvents {} }
}

@Suite(.enabled(if: mustFail)) struct FailingOwnRecorderTests {
    private let recorder = TestRecorder()

    @Test func uncheckedEvents() { recorder.track(Event("tap")) }

    @Test func uncheckedEventsOfALocalRecorder() { TestRecorder().track(Event("tap")) }

    @Test func uncheckedEventsAfterAnAssertion() {
        Analytics(providers: [recorder]).track(name: "view")
        expectTracked("view", in: recorder)
        recorder.track(Event("tap"))
    }

    @Test(.recordingEvents) func uncheckedEventsBesideTheTraitsRecorder() { recorder.track(Event("tap")) }

    @Test(.recordingEvents) func uncheckedEventsOfAStaticRecorder() {
        Self.kept.track(Event("tap"))
    }

    private static let kept = TestRecorder()
}

@Suite(.enabled(if: mustFail)) struct FailingWithoutARecorderTests {
    @Test func anAssertion() { expectTracked("tap", times: 0) }

    @Test func aWait() async { await expectTracked("tap", times: 0, within: .milliseconds(10)) }

    @Test func theEventsOfAClosure() { expectEvents {} }

    @Test func aCount() { expectCount(0) }

    @Test func anAssertionInATask() async { await Task { expectTracked("tap", times: 0) }.value }

    @Test func anAssertionOnAnOwnRecorder() { expectTracked("tap", in: TestRecorder()) }

    @Test(.recordingEvents) func anAssertionWithTheTraitOnTheTest() { expectTracked("tap") }
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

    @Test func anEventThatWasCleared() {
        analytics.track(name: "tap", ["count": "one"])
        clearEvents()
    }
}

@Suite(.recordingEvents(plan: .file("gone.json")), .enabled(if: mustFail)) struct FailingMissingPlanTests {
    @Test func aPlanThatIsNotThere() {}
}

/// Tests that expect the event of another test. All tests share a facade and track on threads, side by side.
@Suite(.recordingEvents(exhaustively: false, of: SharedApp.analytics), .enabled(if: mustFail))
struct FailingSideBySideTests {
    @Test(arguments: 1...20) func anEventOfAnotherTest(number: Int) async {
        await SharedApp.tap(number, in: "failures")
        await expectTracked("tapped", including: ["number": .equal(number % 20 + 1)], within: .milliseconds(10))
    }
}
