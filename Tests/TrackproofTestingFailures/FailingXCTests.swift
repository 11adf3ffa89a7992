import Foundation
import Trackproof
import TrackproofPlatform
import TrackproofTesting
import XCTest

final class FailingXCTests: RecordingTestCase {
    private let analytics = Analytics.recording()

    override func setUpWithError() throws {
        try XCTSkipUnless(mustFail)
    }

    func testAnAssertion() { expectTracked("tap") }

    func testAnAssertionOfAnAsynchronousTest() async {
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

    func testTheEventsOfAClosure() { expectEvents(Event("tap")) {} }

    func testTheEventsOfAnAsynchronousClosure() async { await expectEvents(Event("tap")) { await Task.yield() } }

    func testNothingElse() {
        analytics.track(name: "tap")
        expectNothingElse()
    }

    func testNotTracked() {
        analytics.track(name: "tap")
        expectNotTracked("tap")
    }

    func testACount() { expectCount(1) }

    func testAnOrder() { expectOrder("tap", "menu") }

    func testAnExpectedNameThatIsEmpty() { expectTracked("", times: 0) }

    func testAnAbsentNameThatIsEmpty() { expectNotTracked("") }

    func testACountOfAnEmptyName() { expectCount(0, of: "") }

    func testAnEmptyName() {
        analytics.track(name: "")
        clearEvents()
    }

    func testANullThatIsNoValue() {
        analytics.track(name: "tap", ["id": EventValue.null])
        expectTracked("tap", ["id": .any])
    }

    func testAnOrderOfOneName() {
        analytics.track(name: "tap")
        expectOrder("tap")
        clearEvents()
    }

    func testAnExpectedNameGivenTwice() { expectTracked("tap", ["id": 1, "id": 2], times: 0) }

    func testANameGivenTwice() {
        analytics.track(name: "tap", ["id": 1, "id": 2])
        clearEvents()
    }

    func testAValueThatCannotBeEncoded() {
        analytics.track(Unencodable())
        clearEvents()
    }

    func testWhatAProviderWasGiven() {
        analytics.track(name: "tap")
        expectDelivered(to: "firebase")
    }

    // A failed test must not write what it tracked into its snapshot: the script looks for the files.

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

    /// To record one snapshot is no failure that keeps the next from being recorded.
    func testRecordedSnapshots() {
        analytics.track(name: "tap")
        expectSnapshot(named: "one", record: .missing)
        expectSnapshot(named: "two", record: .missing)
    }

    func testInATask() async { await Task { expectTracked("tap") }.value }

    func testInADetachedTask() async { await Task.detached { expectTracked("tap") }.value }

    func testInADetachedTaskWithTheRecorderNamed() async {
        let recorder = TestRecorder.current
        await Task.detached { expectTracked("tap", in: recorder) }.value
    }

    func testOnAThread() async { await onThread { expectTracked("tap") } }

    func testOnAThreadWithTheRecorderNamed() async {
        let recorder = TestRecorder.current
        await onThread { expectTracked("tap", in: recorder) }
    }

    func testOnAQueue() async { await onQueue { expectTracked("tap") } }

    func testUncheckedEvents() { analytics.track(name: "tap") }

    func testUncheckedEventsAfterAnAssertion() {
        analytics.track(name: "view")
        expectTracked("view")
        analytics.track(name: "tap")
    }

    func testUncheckedEventsOfAThread() async { await onThread { [analytics] in analytics.track(name: "tap") } }
}

/// With `recordEvents` in `setUp`, as a team's own base class has it.
final class FailingRecordEventsXCTests: XCTestCase {
    override func setUpWithError() throws {
        try XCTSkipUnless(mustFail)
        recordEvents()
    }

    func testAnAssertion() { expectTracked("tap") }

    func testOnAThread() async { await onThread { expectTracked("tap") } }

    func testUncheckedEvents() { Analytics.recording().track(name: "tap") }

    func testUncheckedEventsOfAnAsynchronousTest() async {
        await Task.detached { Analytics.recording().track(name: "tap") }.value
    }
}

/// A facade that the test has not made, or not yet, cannot be seen to lead here.
final class FailingWithoutAFacadeXCTests: RecordingTestCase {
    private let analytics = Analytics.recording()

    override func setUpWithError() throws {
        try XCTSkipUnless(mustFail)
    }

    func testNotTracked() { expectNotTracked("tap") }

    func testNotOnce() { expectTracked("tap", times: 0) }

    func testNothingElse() { expectNothingElse() }

    func testACountOfNone() { expectCount(0) }

    func testNoEventsOfAClosure() { expectEvents {} }
}

/// Recorders of a test's own, without any base class.
final class FailingOwnRecorderXCTests: XCTestCase {
    private let recorder = TestRecorder()

    override func setUpWithError() throws {
        try XCTSkipUnless(mustFail)
    }

    func testUncheckedEvents() { recorder.track(Event("tap")) }

    func testUncheckedEventsOfALocalOne() { TestRecorder().track(Event("tap")) }

    func testUncheckedEventsOfOneThatLivesOn() { Self.kept.track(Event("tap")) }

    func testUncheckedEventsAfterAnAssertion() async {
        Analytics(providers: [recorder]).track(name: "view")
        expectTracked("view", in: recorder)
        recorder.track(Event("tap"))
    }

    private static let kept = TestRecorder()
}

/// The first recorder of the process is made in the test, and outlives it.
final class FailingKeptRecorderXCTests: XCTestCase {
    private static let kept = TestRecorder()

    override func setUpWithError() throws {
        try XCTSkipUnless(mustFail)
    }

    func testUncheckedEvents() { Self.kept.track(Event("tap")) }
}

/// The base class judges after `tearDown()`: what comes there is the test's.
final class FailingTearDownXCTests: RecordingTestCase {
    private let analytics = Analytics.recording()

    override func setUpWithError() throws {
        try XCTSkipUnless(mustFail)
        if name.hasSuffix("ABlockOfSetUp") { addTeardownBlock { [analytics] in analytics.track(name: "closed") } }
    }

    override func tearDown() {
        if mustFail, name.hasSuffix("InTearDown") { analytics.track(name: "closed") }
        if mustFail, name.hasSuffix("AnAssertion") { expectNotTracked("tap") }
    }

    func testAnEventInTearDown() {}

    func testAnEventOfABlockOfSetUp() {}

    func testAnEventOfABlock() { addTeardownBlock { [analytics] in analytics.track(name: "closed") } }

    func testAnAssertion() {
        analytics.track(name: "tap")
        expectCount(1)
    }
}

/// What one test leaves to the next. They run in one process, in this order. XCTest has the late event of the first fail
/// while the second runs. The late assertion of the third comes after its end, and fails the run.
final class FailingRunOfSeveralXCTests: XCTestCase {
    private static let late = LateWork()

    override func setUpWithError() throws {
        try XCTSkipUnless(mustFail)
    }

    /// An event of a facade that is kept.
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
        // The late event is not this test's.
        Analytics.recording().flush()
        expectCount(0)
    }

    /// An assertion on a recorder of the test's own.
    func testC() {
        let recorder = TestRecorder()
        _ = Analytics(providers: [recorder])
        expectNotTracked("tap", in: recorder)
        Self.late.work = { expectNotTracked("tap", in: recorder) }
    }

    override class func tearDown() {
        if mustFail { late.run() }
    }
}

/// Several runs of one test, as the environment asks, show what varies. It is proposed for review, and the test fails.
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

/// What a test leaves to run later, on a thread.
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

/// Recorders of a test's own, and what comes when the test's body has ended.
final class FailingLateOwnRecorderXCTests: XCTestCase {
    private let recorder = TestRecorder()

    override func setUpWithError() throws {
        try XCTSkipUnless(mustFail)
    }

    override func tearDown() {
        if mustFail, name.hasSuffix("InTearDown") { recorder.track(Event("closed")) }
    }

    /// It is too late for this test: the next fails for it.
    func testAnEventInTearDown() {}

    func testAnEventOfTheMainQueue() {
        DispatchQueue.main.async { [recorder] in recorder.track(Event("tap")) }
    }

    func testAnEventOfAGlobalQueue() {
        DispatchQueue.global().async { [recorder] in recorder.track(Event("tap")) }
    }

    func testAWaitThatNobodyAwaits() {
        _ = Analytics(providers: [recorder])
        Task { [recorder] in await expectTracked("tap", times: 0, within: .seconds(60), in: recorder) }
    }
}

/// What a property tracks as XCTest makes it belongs to the test that uses its facade.
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

    func testAnEventThatShouldNotBe() {
        analytics.track(name: "tap")
        expectTracked("tap")
        expectNotTracked("list")
    }

    func testThatNobodyKnows() { expectNotTracked("list") }
}

/// What a shared facade tracks before a test is no test's: the run passes, with a warning.
final class FailingRunXCTests: RecordingTestCase {
    private static let shared = Analytics(providers: [CurrentTestRecorder()])

    override class func setUp() {
        if mustFail { shared.track(name: "launched") }
    }

    func testAfterAnEventOfNoTest() throws { try XCTSkipUnless(mustFail) }
}

final class FailingLateXCTests: XCTestCase {
    override func setUpWithError() throws {
        try XCTSkipUnless(mustFail)
        if name.hasSuffix("ThatWasThere") { addTeardownBlock { Analytics.recording().track(name: "tap") } }
        recordEvents()
    }

    /// It runs when `recordEvents()` has judged the test.
    func testAnEventOfATeardownBlockThatWasThere() {}

    override func tearDown() {
        if mustFail, name.hasSuffix("InTearDown") { Analytics.recording().track(name: "closed") }
    }

    func testAnEventInTearDown() {}

    func testAnEventOfTheMainQueue() {
        DispatchQueue.main.async { Analytics.recording().track(name: "tap") }
    }

    func testAnEventThatADetachedTaskIsYetToTrack() { Task.detached { Analytics.recording().track(name: "tap") } }

    func testAnEventOfATeardownBlockThatWasAddedBefore() {
        // XCTest runs the last that was added first; this one is added by the test, so it comes before the judgement.
        addTeardownBlock { Analytics.recording().track(name: "tap") }
    }
}

final class FailingWithoutARecorderXCTests: XCTestCase {
    override func setUpWithError() throws {
        try XCTSkipUnless(mustFail)
    }

    func testAnAssertion() { expectTracked("tap", times: 0) }

    func testAWait() async { await expectTracked("tap", times: 0, within: .milliseconds(10)) }

    func testTheEventsOfAClosure() { expectEvents {} }

    func testInADetachedTask() async { await Task.detached { expectTracked("tap", times: 0) }.value }

    func testARecorderOfOnesOwn() { expectTracked("tap", in: TestRecorder()) }

    func testARecorderOfOnesOwnOnAThread() async {
        let recorder = TestRecorder()
        await onThread { expectTracked("tap", in: recorder) }
    }
}
