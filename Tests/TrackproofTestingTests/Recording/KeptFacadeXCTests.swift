import Foundation
import _TrackproofTestSupport
import Trackproof
import XCTest

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Tests of facades that live longer than one test.
final class KeptFacadeXCTests: CapturingTestCase {
    /// Returns a facade that belongs to no test. For example, a global variable of the tests makes such a facade.
    private var kept: Analytics { withoutRecorder { .recording() } }

    /// Tests that a facade belongs to the test that uses it first, so its later events do not count in the next test.
    func testALateEventIsNotRecordedInTheNextTest() {
        let kept = kept
        XCTAssertEqual(
            failures(exhaustively: true) {
                kept.track(Event("view"))
                expectTracked("view")
            }, [])
        let failures = failures(exhaustively: true) {
            await onThread { kept.track(Event("tap", ["id": 1])) }
            expectTracked("tap", ["id": 1])
        }
        XCTAssertEqual(
            failures.map(\.message),
            [
                """
                tracked after TestUnderTest/runBody had ended: track tap {id: 1}
                wait for the event in that test; if several tests share the facade that tracked it, make a facade in \
                each test, or add CurrentTestRecorder() to the shared facade
                """,
                "not tracked: track tap {id: 1}\n\(AbsenceAssertion.noFacade)",
            ])
    }

    func testAFacadeFirstUsedOnAThreadBelongsToThatTest() {
        let kept = kept
        XCTAssertEqual(
            failures(exhaustively: true, among: .ofProcess) {
                await onThread { kept.track(Event("view")) }
                expectTracked("view")
            }, [])
        let failures = failures(exhaustively: true, among: .ofProcess) { await onThread { kept.track(Event("tap")) } }
        XCTAssertEqual(failures.count, 1)
        XCTAssertEqual(
            failures.first?.message.hasPrefix("tracked after TestUnderTest/runBody had ended: track tap\n"), true)
    }

    /// Tests that a task's event does not count in the next test. The task identifies its test, even after the test's
    /// end.
    func testALateTaskDoesNotTrackIntoTheNextTest() {
        let (kept, gate) = (kept, Gate())
        XCTAssertEqual(failuresOfATest(thatLeavesATaskAt: gate, trackingBy: kept), [])
        let failures = failures(exhaustively: true) {
            kept.track(Event("tap"))
            gate.open()
            await gate.waitUntilDone()
            expectTracked("tap")
        }
        XCTAssertEqual(failures.count, 1)
        XCTAssertEqual(
            failures.first?.message.hasPrefix("tracked after TestUnderTest/runBody had ended: track tap\n"), true)
    }

    /// Runs a test that starts a task and does not wait for it. The task tracks an event when the gate opens.
    private func failuresOfATest(
        thatLeavesATaskAt gate: Gate, trackingBy facade: Analytics, among tests: EventOwnership = EventOwnership()
    ) -> [Failure] {
        failures(exhaustively: true, among: tests) {
            facade.track(Event("view"))
            expectTracked("view")
            Task {
                await gate.waitUntilOpen()
                facade.track(Event("tap"))
                gate.signalDone()
            }
        }
    }

    private static let shared = Analytics.recording()

    /// Tests a static facade. The test that uses the facade first makes it, and later tests use it too.
    func testAStaticFacadeWorksInEachTest() {
        for number in 1...3 {
            XCTAssertEqual(
                failures(exhaustively: true, among: .ofProcess) {
                    Self.shared.track(Event("tap", ["number": number]))
                    expectTracked("tap", ["number": number])
                    expectNotTracked("view")
                    expectNothingElse()
                }, [])
        }
        // By now, the library knows that several tests use the facade, so events of other threads count too.
        for number in 1...3 {
            XCTAssertEqual(
                failures(exhaustively: true, among: .ofProcess) {
                    await onThread { Self.shared.track(Event("tap", ["number": number])) }
                    expectTracked("tap", ["number": number])
                    expectNotTracked("view")
                    expectNothingElse()
                }, [])
        }
        XCTAssertEqual(failures(exhaustively: true, among: .ofProcess) { expectNotTracked("view") }, [])
    }

    /// Tests a facade of the app to which each test adds its own recorder in `setUp()`.
    func testAFacadeHasOneTestRecorderAtATime() {
        let single = Analytics()
        for number in 1...3 {
            XCTAssertEqual(
                failures(exhaustively: true) {
                    single.addTestRecorder()
                    single.track(Event("tap", ["number": number]))
                    await onThread { single.track(Event("view")) }
                    expectTracked("tap", ["number": number])
                    expectTracked("view")
                }, [])
        }
    }

    /// Tests a shared facade that the app's code uses in each kind of task, queue and thread.
    func testASharedFacadeReachesEachTestFromEverywhere() {
        let tests = EventOwnership()
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests)])
        for place in Place.all {
            XCTAssertEqual(
                failures(exhaustively: true, among: tests) {
                    expectNotTracked("tap")
                    await place.run { shared.track(Event("tap", ["place": place.name])) }
                    expectTracked("tap", ["place": place.name])
                    expectNothingElse()
                }, [])
        }
    }

    /// Tests an event from outside the tests' tasks. If several tests run, it is unknown which test tracked the event.
    func testAnEventFromOutsideIsUncertainIfSeveralTestsRun() {
        // The main queue runs while the test's own code waits, so it is known which test its events belong to.
        for place in Place.elsewhere where place.name != "the main queue" {
            let tests = EventOwnership()
            let shared = Analytics(providers: [CurrentTestRecorder(among: tests)])
            tests.begin(TestRecorder(exhaustively: false), insteadOf: nil)
            let failures = failures(exhaustively: true, among: tests) {
                shared.track(Event("own"))
                await place.run { shared.track(Event("tap", ["id": 1])) }
                expectTracked("own")
                expectNotTracked("other")
                expectNotTracked("tap")
                expectCount(0, of: "tap")
                expectNothingElse()
            }
            let doubt = "1 event could belong to any of several running tests: track tap {id: 1}"
            XCTAssertEqual(
                failures.map { $0.message.split(separator: "\n").prefix(2).map(String.init) },
                [
                    ["cannot tell whether the event was tracked: tap", doubt],
                    ["cannot tell whether more events were tracked: tap", doubt],
                    ["cannot tell whether anything else was tracked", doubt],
                ], place.name)
        }
    }

    /// Tests a late task that tracks with a shared facade. The task identifies its test, so the next test gets no
    /// event.
    func testASharedFacadeKeepsALateTaskOutOfTheNextTest() {
        let tests = EventOwnership()
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests)])
        let gate = Gate()
        XCTAssertEqual(failuresOfATest(thatLeavesATaskAt: gate, trackingBy: shared, among: tests), [])
        let failures = failures(exhaustively: true, among: tests) {
            shared.track(Event("view"))
            gate.open()
            await gate.waitUntilDone()
            expectTracked("view")
            expectNotTracked("tap")
        }
        XCTAssertEqual(failures.count, 1)
        XCTAssertEqual(
            failures.first?.message.hasPrefix("tracked after TestUnderTest/runBody had ended: track tap\n"), true)
    }

    /// Tests an event that arrives in the next test. The message names the earlier test, which may have tracked the
    /// event.
    func testALateEventOfASharedFacadeNamesTheEarlierTest() {
        let tests = EventOwnership()
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests)])
        _ = failures(among: tests) {}
        let unchecked = failures(exhaustively: true, among: tests) { await onThread { shared.track(Event("late")) } }
        let earlier = """
            no task of this test tracked number 1, but a queue, a thread or a detached task. If an earlier test has started \
            it, make that test wait for its last event; the last test was TestUnderTest/runBody
            """
        XCTAssertEqual(
            unchecked.map(\.message),
            [
                """
                1 event that no assertion has checked: track late (number 1)
                \(earlier)
                recorded 1 event:
                    1  track late
                """
            ])
        // The code of an earlier test may also look up the facade of the running test.
        let ofOwn = failures(exhaustively: true, among: tests) {
            let own = Analytics.recording()
            await onThread { own.track(Event("late")) }
        }
        XCTAssertEqual(
            ofOwn.map(\.message),
            [
                """
                1 event that no assertion has checked: track late (number 1)
                \(earlier)
                recorded 1 event:
                    1  track late
                """
            ])
    }

    /// Tests a static facade that several tests use. It counts as shared, so the message names the earlier test too.
    func testALateEventOfAStaticFacadeNamesTheEarlierTest() {
        let made = Analytics.recording()
        for _ in 1...2 {
            _ = failures(among: .ofProcess) {
                made.track(Event("tap"))
                expectTracked("tap")
            }
        }
        let failures = failures(exhaustively: true, among: .ofProcess) {
            made.track(Event("tap"))
            await onThread { made.track(Event("late")) }
            expectTracked("tap")
            expectNothingElse()
        }
        XCTAssertEqual(failures.count, 1)
        let lines = failures.first?.message.split(separator: "\n").map(String.init) ?? []
        XCTAssert(
            lines.contains(
                """
                no task of this test tracked number 2, but a queue, a thread or a detached task. If an earlier test has \
                started it, make that test wait for its last event; the last test was TestUnderTest/runBody
                """))
    }
}

/// A gate that holds a task until the gate opens, and that signals when the task is done.
private final class Gate: Sendable {
    private let (entry, exit) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

    func open() { entry.signal() }
    func signalDone() { exit.signal() }
    func waitUntilOpen() async { await wait(for: entry) }
    func waitUntilDone() async { await wait(for: exit) }

    private func wait(for semaphore: DispatchSemaphore) async {
        await onThread { semaphore.wait() }
    }
}
