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

    /// Tests the event of a late task. It does not count in the next test, because the task identifies its test, even after
    /// the test's end.
    func testALateTaskDoesNotTrackIntoTheNextTest() {
        let tests = EventOwnership()
        for facade in [kept, Analytics(providers: [CurrentTestRecorder(among: tests)])] {
            let (entry, exit) = (Signal(), Signal())
            let first = failures(exhaustively: true, among: tests) {
                facade.track(Event("view"))
                expectTracked("view")
                Task {
                    await entry.wait()
                    facade.track(Event("tap"))
                    exit.send()
                }
            }
            XCTAssertEqual(first, [])
            let second = failures(exhaustively: true, among: tests) {
                facade.track(Event("view"))
                entry.send()
                await exit.wait()
                expectTracked("view")
                expectNotTracked("tap")
            }
            XCTAssertEqual(second.count, 1)
            let head = "tracked after TestUnderTest/runBody had ended: track tap\n"
            XCTAssertEqual(second.first?.message.hasPrefix(head), true)
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

    /// Tests an event that arrives in the next test, through the facade of that test. The message names the earlier test,
    /// whose code may have looked up this facade.
    func testALateEventOfTheNextTestsFacadeNamesTheEarlierTest() {
        let tests = EventOwnership()
        _ = failures(among: tests) {}
        let unchecked = failures(exhaustively: true, among: tests) {
            let own = Analytics.recording()
            await onThread { own.track(Event("late")) }
        }
        XCTAssertEqual(
            unchecked.map(\.message),
            [
                """
                1 event that no assertion has checked: track late (number 1)
                no task of this test tracked number 1, but a queue, a thread or a detached task. If an earlier test \
                has started it, make that test wait for its last event; the last test was TestUnderTest/runBody
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
