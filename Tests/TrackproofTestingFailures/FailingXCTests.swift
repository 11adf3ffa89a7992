import Trackproof
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
