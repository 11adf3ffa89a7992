import Testing
import Trackproof
import XCTest

@testable import TrackproofAssertions
@testable import TrackproofTesting
import TrackproofPlatform

/// Tests of the failures that a test reports when it ends.
@Suite struct EndTests {
    @Test func uncheckedEventsFailTheTest() async throws {
        let failures = try await failures(exhaustively: true) {
            track(.screen("login"), Event("tap", ["id": 1]))
            expectTracked("login", kind: .screen)
        }
        #expect(
            failures == [Failure(message: unchecked, file: #filePath, line: Test.current?.sourceLocation.line ?? 0)])
    }

    /// Tests that each invalid event is reported once, although a recorded provider received it too, and also if the test
    /// has cleared the events.
    @Test(arguments: [false, true]) func invalidEventsFailTheTest(isCleared: Bool) async throws {
        let failures = try await failures(exhaustively: isCleared) {
            trackBrokenEvents()
            if isCleared { clearEvents() }
        }
        #expect(failures.map(\.message) == [broken])
    }

    @Test func anEventWithoutANameFailsTheTest() async throws {
        #expect(try await failures(exhaustively: false) { trackNamelessEvents() }.map(\.message) == [nameless])
    }

    /// Tests an unchecked event after a failed assertion. In this suite, a failure is a known issue, which does not
    /// fail the test. `EndXCTests` tests that a failure that fails the test hides unchecked events.
    @Test func aKnownIssueDoesNotHideUncheckedEvents() async throws {
        let failures = try await failures(exhaustively: true) {
            track(Event("a"))
            expectOrder("b", "a")
        }
        #expect(
            failures.map(\.message) == [
                "not tracked: b\nrecorded 1 event:\n    1  track a",
                "1 event that no assertion has checked: track a (number 1)\nrecorded 1 event:\n    1  track a",
            ])
    }

    @Test func aFailureOutsideTheTaskHidesUncheckedEvents() async throws {
        let failures = try await failures(exhaustively: true) {
            track(Event("a"))
            let recorder = try #require(TestRecorder.current)
            for place in Place.elsewhere.prefix(1) { await place.run { expectOrder("b", "a", in: recorder) } }
        }
        #expect(failures.map(\.message) == ["not tracked: b\nrecorded 1 event:\n    1  track a"])
    }

    @Test func aThrownErrorHidesUncheckedEvents() async throws {
        let failures = try await failures(exhaustively: true) {
            track(Event("a"))
            throw Interruption()
        }
        #expect(failures.map(\.message) == ["threw Interruption()"])
    }

    /// Tests that the end of the test is the same after a thrown error: it reports invalid events.
    @Test(arguments: [false, true]) func aThrownErrorDoesNotHideInvalidEvents(isRequired: Bool) async throws {
        let failures = try await failures(exhaustively: true) {
            trackBrokenEvents()
            if isRequired { try #require(Bool(false)) }
            throw Interruption()
        }
        #expect(failures.count == 2)
        #expect(failures.contains { $0.message == broken })
    }

    @Test func aCancelledTestIsNotChecked() async throws {
        let failures = try await failures(exhaustively: true) {
            trackBrokenEvents()
            withUnsafeCurrentTask { $0?.cancel() }
            try Task.checkCancellation()
        }
        #expect(failures.map(\.message) == ["threw CancellationError()"])
    }

    @Test func anEventAfterTheEndIsLate() async throws {
        let facade = Lock<Analytics?>(nil)
        let failures = try await failures(exhaustively: true) { facade.withLock { $0 = .recording() } }
        let lateFailures = await capturedFailures {
            for id in 1...2 { facade.withLock { $0 }?.track(Event("tap", ["id": id])) }
        }
        #expect(failures == [])
        #expect(
            lateFailures == [
                Failure(
                    message: late("EndTests/anEventAfterTheEndIsLate()"), file: #filePath,
                    line: Test.current?.sourceLocation.line ?? 0
                )
            ])
    }

    /// Tests that only one late event fails the test, also if the event comes before the trait's scope ends.
    @Test func aLateEventIsReportedOnce() {
        let recorder = TestRecorder()
        recorder.close(reportsLateEvents: true)
        withKnownIssue { recorder.track(Event("tap")) }
        recorder.close(reportsLateEvents: true)
        recorder.track(Event("tap"))
    }

    @Test func aLateEventOfAnOwnRecorderPassesIfNotExhaustive() async throws {
        let late = Lock<TestRecorder?>(nil)
        let failures = try await failures(exhaustively: true) {
            let recorder = TestRecorder(exhaustively: false)
            late.withLock { $0 = recorder }
        }
        #expect(failures == [])
        #expect(await capturedFailures { late.withLock { $0 }?.track(Event("tap")) } == [])
    }

    @Test func aLateEventPassesIfNotExhaustive() async throws {
        let facade = Lock<Analytics?>(nil)
        _ = try await failures(exhaustively: false) { facade.withLock { $0 = .recording() } }
        #expect(await capturedFailures { facade.withLock { $0 }?.track(Event("tap")) } == [])
    }

    @Test func aFacadeWithoutARecorderFailsOnce() async {
        let failures = await EventOwnership.$ofTask.withValue(nil) {
            await capturedFailures {
                let facade = Analytics.recording()
                for id in 1...2 { facade.track(Event("tap", ["id": id])) }
            }
        }
        #expect(failures == [Failure(message: nowhere, file: #filePath, line: #line - 4)])
    }

    @Test func assertionsWithoutARecorderFail() async {
        let failures = await EventOwnership.$ofTask.withValue(nil) {
            await capturedFailures { await failWithoutARecorder() }
        }
        let message = "this test has no recorder: write @Test(.recordingEvents) or @Suite(.recordingEvents)"
        #expect(failures == noRecorder(message))
    }

    @Test func expectEventsRunsItsClosureWithoutARecorder() async {
        let hasRun = Lock(false)
        _ = await capturedFailures { expectEvents(Event("a")) { hasRun.withLock { $0 = true } } }
        #expect(hasRun.withLock { $0 })
    }
}

final class EndXCTests: CapturingTestCase {
    /// Tests the line of the failure. XCTest does not report the place of a test, so the failure has the line of the
    /// last assertion.
    func testUncheckedEventsFailTheTest() {
        let failures = failures(exhaustively: true) {
            track(.screen("login"), Event("tap", ["id": 1]))
            expectTracked("login", kind: .screen)
        }
        XCTAssertEqual(failures, [Failure(message: unchecked, file: #filePath, line: #line - 2)])
    }

    func testWithoutAnAssertionTheFailureHasTheFacadesPlace() {
        let failures = failures(exhaustively: true) { Analytics.recording().track(Event("tap")) }
        let message = "1 event that no assertion has checked: track tap (number 1)\nrecorded 1 event:\n    1  track tap"
        XCTAssertEqual(failures, [Failure(message: message, file: #filePath, line: #line - 2)])
    }

    /// Tests that the failure has the line where the test made `CurrentTestRecorder`.
    func testWithASharedFacadeTheFailureHasTheRecordersPlace() {
        let tests = EventOwnership()
        let shared = Analytics(providers: [
            CurrentTestRecorder(among: tests, at: CallSite(#fileID, #filePath, #line, 1))
        ])
        let line = #line - 2
        for place in Place.all.prefix(1) + Place.elsewhere.prefix(1) {
            let failures = failures(exhaustively: true, among: tests) { await place.run { shared.track(Event("tap")) } }
            XCTAssertEqual(failures.map(\.line), [line], place.name)
            XCTAssertEqual(failures.map(\.file), [#filePath], place.name)
        }
    }

    func testAFailureHidesUncheckedEvents() {
        let failures = failures(exhaustively: true) {
            track(Event("a"))
            expectOrder("b", "a")
        }
        XCTAssertEqual(failures.map(\.message), ["not tracked: b\nrecorded 1 event:\n    1  track a"])
    }

    /// Tests that a thrown error does not hide unchecked events, because XCTest reports the error only after the test.
    func testAThrownErrorDoesNotHideUncheckedEvents() {
        let failures = failures(exhaustively: true) {
            track(Event("a"))
            throw Interruption()
        }
        XCTAssertEqual(
            failures.map(\.message),
            [
                "threw error \"Interruption()\"",
                "1 event that no assertion has checked: track a (number 1)\nrecorded 1 event:\n    1  track a",
            ])
    }

    func testAnEventAfterTheEndIsLate() {
        let facade = Lock<Analytics?>(nil)
        let failures = failures(exhaustively: true) {
            facade.withLock { $0 = .recording() }
            expectCount(0)
        }
        let lateFailures = capturedFailures {
            for id in 1...2 { facade.withLock { $0 }?.track(Event("tap", ["id": id])) }
        }
        XCTAssertEqual(failures, [])
        XCTAssertEqual(
            lateFailures, [Failure(message: late("TestUnderTest/runBody"), file: #filePath, line: #line - 7)])
    }

    func testAFacadeWithoutARecorderFailsOnce() {
        let failures = failuresWithoutRecorder {
            let facade = Analytics.recording()
            for id in 1...2 { facade.track(Event("tap", ["id": id])) }
        }
        XCTAssertEqual(failures, [Failure(message: nowhere, file: #filePath, line: #line - 3)])
    }

    /// Tests a facade that two tests have used. If it tracks an event while no test is running, no test owns the event.
    func testAFacadeOfSeveralTestsFailsIfNoTestIsRunning() {
        let facade = Analytics.recording()
        let line = #line - 1
        XCTAssertEqual(failures(among: .ofProcess) { facade.track(Event("view")) }, [])
        let failures = failuresWithoutRecorder { for id in 1...2 { facade.track(Event("tap", ["id": id])) } }
        XCTAssertEqual(failures, [Failure(message: nowhere, file: #filePath, line: line)])
    }

    func testAssertionsWithoutARecorderFail() {
        let failures = failuresWithoutRecorder { failSynchronouslyWithoutARecorder() }
        let message = "this test has no recorder: subclass RecordingTestCase, or call recordEvents() in setUp()"
        XCTAssertEqual(failures, Array(noRecorder(message).prefix(7)))
    }
}

extension CapturingTestCase {
    /// Returns the failures that XCTest records while `body` runs as if this test had no recorder.
    fileprivate func failuresWithoutRecorder(_ body: () -> Void) -> [Failure] {
        withoutRecorder { capturedFailures { body() } }
    }
}

private struct Interruption: Error {}

private let unchecked = """
    1 event that no assertion has checked: track tap {id: 1} (number 2)
    recorded 2 events (✓ checked):
    ✓   1  screen login
        2  track tap {id: 1}
    """

/// Tracks two invalid events.
private func trackBrokenEvents() {
    let analytics = Analytics.recording(ClosureProvider("firebase") { _ in }.recorded())
    analytics.track(Purchase())
    analytics.track(Event("tap", ["id": 1, "place": .object(["x": 1, "x": 2]), "id": nil as Int?]))
}

private struct Purchase: AnalyticsEvent {
    struct Price: Encodable, Error {
        func encode(to encoder: any Encoder) throws { throw Self() }
    }
    var itemID = 7
    var unitPrice = Price()
    var tags = [Price(), Price()]
}

private let broken = """
    2 invalid events:
        track purchase {item_id: 7, tags: [null, null]}
            unit_price: Price(); tags.0: Price(); tags.1: Price()
        track tap {id: 1, place: {x: 2}}
            id: given twice, as nil and as 1; place.x: given twice, as 1 and as 2
    """

/// Tracks two events that need a name, and two that do not.
private func trackNamelessEvents() {
    let analytics = Analytics.recording(ClosureProvider("firebase") { _ in }.recorded())
    analytics.track(Event("", ["id": 1, "id": 2]))
    analytics.screen("")
    analytics.track(.identify("u"))
    analytics.track(Event("tap"))
}

private let nameless = """
    2 invalid events:
        track "" {id: 2}
            an event needs a name, but this name is empty; id: given twice, as 1 and as 2
        screen ""
            an event needs a name, but this name is empty
    """

private func late(_ test: String) -> String {
    """
    tracked after \(test) had ended: track tap {id: 1}
    wait for the event in that test; if several tests share the facade that tracked it, make a facade in each test, or \
    add CurrentTestRecorder() to the shared facade
    """
}

private let nowhere = """
    tracked, but no test has a recorder: track tap {id: 1}
    add the trait .recordingEvents to the test or its suite (in XCTest, subclass RecordingTestCase). A facade made \
    outside the test does not find the recorder from a detached task, a queue or a thread: make the facade in the \
    test. If the test does not check events, use Analytics()
    """

private let firstLine = #line + 3

private func failSynchronouslyWithoutARecorder() {
    expectTracked("a")
    expectNotTracked("a")
    expectCount(0)
    expectOrder("a")
    expectNothingElse()
    expectDelivered(to: "firebase")
    expectEvents {}
}

private func failWithoutARecorder() async {
    failSynchronouslyWithoutARecorder()
    await expectTracked("a", within: .seconds(60))
    await expectEvents(Event("a"), within: .seconds(60)) { await Task.yield() }
}

private func noRecorder(_ message: String) -> [Failure] {
    ([0, 1, 2, 3, 4, 5, 6] + [11, 12]).map { offset in
        Failure(message: message, file: #filePath, line: firstLine + offset)
    }
}
