import Foundation
import _TrackproofTestSupport
import Trackproof
import TrackproofPlatform
import TrackproofPlanTesting
import TrackproofTesting
import XCTest

final class FailingXCTests: RecordingTestCase {
    private let analytics = Analytics.recording()

    override func setUpWithError() throws {
        try XCTSkipUnless(mustFail)
    }

    func testAnAssertion() { expectTracked("tap") }

    func testAnAssertionInAnAsynchronousTest() async {
        await Task.yield()
        expectTracked("tap")
    }

    func testAWait() async { await expectTracked("tap", within: .milliseconds(10)) }

    func testABlockingWait() { expectTracked("tap", within: .milliseconds(10)) }

    @MainActor func testABlockingWaitOnTheMainActor() async {
        await Task.yield()
        let wait: () -> Void = { expectTracked("tap", within: .milliseconds(10)) }
        wait()
    }

    func testMissingEventsOfAClosure() { expectEvents(Event("tap")) {} }

    func testMissingEventsOfAnAsynchronousClosure() async { await expectEvents(Event("tap")) { await Task.yield() } }

    // A failed test must not record its events in a snapshot. `scripts/check-failures.sh` checks which snapshots exist.

    func testASnapshotAfterAFailureOfTheFramework() {
        analytics.track(name: "tap")
        XCTFail("the test fails")
        expectSnapshot(record: .all)
    }

    func testASnapshotAfterAFailedExpectation() {
        analytics.track(name: "tap")
        expectTracked("other")
        expectSnapshot(record: .missing)
    }

    /// After a test has recorded one snapshot, which fails the test, it can still record the next snapshot.
    func testRecordedSnapshots() {
        analytics.track(name: "tap")
        expectSnapshot(named: "one", record: .missing)
        expectSnapshot(named: "two", record: .missing)
    }

    func testAnAssertionInATask() async { await Task { expectTracked("tap") }.value }

    func testAnAssertionInADetachedTask() async { await Task.detached { expectTracked("tap") }.value }

    func testAnAssertionOnAThread() async { await onThread { expectTracked("tap") } }

    func testUncheckedEvents() { analytics.track(name: "tap") }

    func testUncheckedEventsAfterAnAssertion() {
        analytics.track(name: "view")
        expectTracked("view")
        analytics.track(name: "tap")
    }

    func testUncheckedEventsOfAThread() async { await onThread { [analytics] in analytics.track(name: "tap") } }
}

/// A test of a class that declares a delivery, for which a wrapper loses the event.
final class FailingDeliveryXCTests: RecordingTestCase {
    override var deliveries: [ExpectedDelivery] { [.to("firebase")] }

    override func setUpWithError() throws {
        try XCTSkipUnless(mustFail)
    }

    func testALostEvent() {
        let provider = ClosureProvider("firebase") { _ in }.recorded()
        let analytics = Analytics.recording(ClosureProvider("firebase") { if $0.name != "tap" { provider.track($0) } })
        analytics.track(name: "tap")
        expectTracked("tap")
    }
}

/// Tests of a class that calls `recordEvents()` before each test, as a team's own base class does.
final class FailingRecordEventsXCTests: XCTestCase {
    private let kept = Lock<Analytics?>(nil)

    override func setUpWithError() throws {
        try XCTSkipUnless(mustFail)
        recordEvents()
    }

    func testAnAssertion() { expectTracked("tap") }

    func testUncheckedEvents() { Analytics.recording().track(name: "tap") }

    func testAnEventInTearDown() { kept.withLock { $0 = .recording() } }

    override func tearDown() { kept.withLock { $0?.track(name: "saved") } }

    func testUncheckedEventsOfAnAsynchronousTest() async {
        await Task.detached { Analytics.recording().track(name: "tap") }.value
    }
}

/// Tests that make their own recorders, without the base class `RecordingTestCase`.
final class FailingOwnRecorderXCTests: XCTestCase {
    override func setUpWithError() throws {
        try XCTSkipUnless(mustFail)
    }

    func testUncheckedEventsOfALocalRecorder() { TestRecorder().track(Event("tap")) }
}

/// Tests whose own recorders outlive them. These tests pass, but their events fail the run. They run in one process.
final class FailingRunOwnRecorderXCTests: XCTestCase {
    private let recorder = TestRecorder()
    private static let kept = TestRecorder()

    override func setUpWithError() throws {
        try XCTSkipUnless(mustFail)
    }

    override func tearDown() {
        if mustFail, isNamed(endingWith: "InTearDown") { recorder.track(Event("closed")) }
    }

    func testUncheckedEvents() { recorder.track(Event("tap")) }

    func testUncheckedEventsOfAStaticRecorder() { Self.kept.track(Event("tap")) }

    func testUncheckedEventsAfterAnAssertion() async {
        Analytics(providers: [recorder]).track(name: "view")
        expectTracked("view", in: recorder)
        recorder.track(Event("tap"))
    }

    func testAnEventInTearDown() {}

    func testAnEventOfTheMainQueue() {
        DispatchQueue.main.async { [recorder] in recorder.track(Event("tap")) }
    }

    func testAnEventOfAGlobalQueue() {
        DispatchQueue.global().async { [recorder] in recorder.track(Event("tap")) }
    }

    func testAWaitThatIsNotAwaited() {
        _ = Analytics(providers: [recorder])
        Task { [recorder] in await expectTracked("tap", times: 0, within: .seconds(60), in: recorder) }
    }
}

/// Tests of events in `tearDown()`. `RecordingTestCase` checks them too, because it checks after `tearDown()`.
final class FailingTearDownXCTests: RecordingTestCase {
    private let analytics = Analytics.recording()

    override func setUpWithError() throws {
        try XCTSkipUnless(mustFail)
        if isNamed(endingWith: "AddedInSetUp") { addTeardownBlock { [analytics] in analytics.track(name: "closed") } }
    }

    override func tearDown() {
        if mustFail, isNamed(endingWith: "InTearDown") { analytics.track(name: "closed") }
        if mustFail, isNamed(endingWith: "AnAssertion") { expectNotTracked("tap") }
    }

    func testAnEventInTearDown() {}

    func testAnEventOfATeardownBlockAddedInSetUp() {}

    func testAnEventOfATeardownBlock() { addTeardownBlock { [analytics] in analytics.track(name: "closed") } }

    func testAnAssertion() {
        analytics.track(name: "tap")
        expectCount(1)
    }
}

/// Tests that leave work which runs after their end. They run in one process, in this order.
///
/// `testA` leaves a closure that tracks an event. `testB` runs this closure, but `testB` passes. `testC` leaves a closure
/// with an assertion, which runs after the end of `testC`. The suite around the test cases fails for both closures.
final class FailingRunOfSeveralXCTests: XCTestCase {
    private static let late = LateWork()

    override func setUpWithError() throws {
        try XCTSkipUnless(mustFail)
    }

    /// The facade outlives this test, and tracks an event after the end of the test.
    func testA() {
        recordEvents()
        let analytics = Analytics.recording()
        analytics.track(name: "shown")
        expectTracked("shown")
        Self.late.work = { analytics.track(name: "late") }
    }

    func testB() {
        recordEvents()
        Self.late.run()
        // The late event of `testA` does not belong to this test.
        Analytics.recording().flush()
        expectCount(0)
    }

    /// Leaves an assertion on the recorder of this test.
    func testC() {
        let recorder = recordEvents()
        _ = Analytics(providers: [recorder])
        expectNotTracked("tap", in: recorder)
        Self.late.work = { expectNotTracked("tap", in: recorder) }
    }

    override class func tearDown() {
        if mustFail { late.run() }
    }
}

/// A test that leaves a closure on the main queue, and a test that runs this closure while it waits.
///
/// Both tests pass. The suite fails, because `testA` had ended when its closure tracked the event.
final class FailingRunOnMainQueueXCTests: RecordingTestCase {
    func testA() throws {
        try XCTSkipUnless(mustFail)
        let analytics = Analytics.recording()
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.2) { analytics.track(name: "late") }
    }

    func testB() throws {
        try XCTSkipUnless(mustFail)
        let analytics = Analytics.recording()
        let isDone = expectation(description: "the closure of testA has run")
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.3) {
            analytics.track(name: "own")
            isDone.fulfill()
        }
        wait(for: [isDone], timeout: 5)
        expectTracked("own")
        expectCount(1)
    }
}

/// A test that runs several times, because the environment variable `TRACKPROOF_RECORD_RUNS` asks for this.
///
/// One value varies, so the library proposes a rule for it. The test fails, because a person must review the rule.
final class FailingRunLearningXCTests: RecordingTestCase {
    private static let runs = Lock(0)

    func testAPurchase() throws {
        try XCTSkipUnless(mustFail)
        let run = Self.runs.withLock { runs in
            runs += 1
            return runs
        }
        Analytics.recording().track(name: "purchase", ["attempt": run])
        expectSnapshot()
    }
}

/// A closure that one test sets and a later test runs, on another thread.
private final class LateWork: Sendable {
    private let kept = Lock<(@Sendable () -> Void)?>(nil)

    var work: (@Sendable () -> Void)? {
        get { kept.withLock { $0 } }
        set { kept.withLock { $0 = newValue } }
    }

    func run() {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            self.work?()
            done.signal()
        }
        done.wait()
    }
}

/// XCTest initializes properties before the test runs. An event of this initializer belongs to the test.
final class FailingEarlyXCTests: RecordingTestCase {
    private let analytics: Analytics = {
        let analytics = Analytics.recording()
        if mustFail { analytics.screen("list") }
        return analytics
    }()

    override func setUpWithError() throws {
        try XCTSkipUnless(mustFail)
    }

    func testAnUncheckedEvent() {
        analytics.track(name: "tap")
        expectTracked("tap")
    }

    func testAnEventThatShouldNotBeTracked() {
        analytics.track(name: "tap")
        expectTracked("tap")
        expectNotTracked("list")
    }

    func testAnEventOfAFacadeThatTheTestDoesNotUse() {}

    func testThatTheEventOfAFacadeWasNotTracked() { expectNotTracked("list") }
}

/// A property makes a facade and tracks an event before the test, and the test does not use the facade. The class has not
/// the base class `RecordingTestCase`, so the event belongs to no test. This fails the run.
final class FailingRunEarlyXCTests: XCTestCase {
    private let analytics: Analytics = {
        let analytics = Analytics.recording()
        if mustFail { analytics.screen("list") }
        return analytics
    }()

    override func setUp() { recordEvents() }

    func testAnEventOfAFacadeThatTheTestDoesNotUse() throws { try XCTSkipUnless(mustFail) }
}

/// A shared facade tracks an event before a test, so the event belongs to no test. The run passes, with a warning.
final class FailingRunXCTests: RecordingTestCase {
    private static let shared = Analytics(providers: [CurrentTestRecorder()])

    override class func setUp() {
        if mustFail { shared.track(name: "launched") }
    }

    func testAnEventBeforeTheTestPrintsAWarning() throws { try XCTSkipUnless(mustFail) }
}

final class FailingLateXCTests: XCTestCase {
    override func setUpWithError() throws {
        try XCTSkipUnless(mustFail)
        if isNamed(endingWith: "AddedBeforeRecordEvents") {
            addTeardownBlock { Analytics.recording().track(name: "tap") }
        }
        recordEvents()
    }

    /// The test adds its teardown block before it calls `recordEvents()`, so the block runs after the event check.
    func testAnEventOfATeardownBlockAddedBeforeRecordEvents() {}

    override func tearDown() {
        if mustFail, isNamed(endingWith: "InTearDown") { Analytics.recording().track(name: "closed") }
    }

    func testAnEventInTearDown() {}

    func testAnEventOfTheMainQueue() {
        DispatchQueue.main.async { Analytics.recording().track(name: "tap") }
    }

    func testAnEventOfAnUnawaitedDetachedTask() { Task.detached { Analytics.recording().track(name: "tap") } }

    func testAnEventOfATeardownBlockAddedByTheTest() {
        // XCTest runs the last added block first. This block was added last, so it runs before the events are checked.
        addTeardownBlock { Analytics.recording().track(name: "tap") }
    }
}

final class FailingWithoutARecorderXCTests: XCTestCase {
    override func setUpWithError() throws {
        try XCTSkipUnless(mustFail)
    }

    func testAnAssertion() { expectTracked("tap", times: 0) }

    func testAnAssertionOnAnOwnRecorder() { expectTracked("tap", in: TestRecorder()) }

    func testAnAssertionOnAThreadWithAnOwnRecorder() async {
        let recorder = TestRecorder()
        await onThread { expectTracked("tap", in: recorder) }
    }
}

/// A test whose assertion passes, but whose event violates the tracking plan.
final class FailingPlanXCTests: RecordingTestCase {
    override var trackingPlan: TestTrackingPlan? { .file("plan.json") }

    override func setUpWithError() throws {
        try XCTSkipUnless(mustFail)
    }

    func testAnEventThatThePlanDoesNotHave() {
        Analytics.recording().track(name: "tapp")
        expectTracked("tapp")
    }
}
