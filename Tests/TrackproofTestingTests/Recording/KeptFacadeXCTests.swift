import Foundation
import Trackproof
import XCTest

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Facades that live longer than one test.
final class KeptFacadeXCTests: CapturingTestCase {
    /// Made before any test runs.
    private let kept = Analytics.recording()

    /// The facade belongs to the test that used it first. What comes by it from elsewhere is never the next test's.
    func testALateEventIsNotTheNextTests() {
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
                wait for it in that test; if several tests share its facade, make the facade in each test, or \
                give it CurrentTestRecorder
                """,
                "not tracked: track tap {id: 1}\n\(Doubt.noFacade)",
            ])
    }

    /// Also if its first use is on a thread.
    func testItBelongsToTheTestThatUsedItFirst() {
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

    /// A task of the first test that outlives it is known by its task.
    func testALateTaskIsNotTheNextTests() {
        let (kept, gate) = (kept, Gate())
        XCTAssertEqual(failuresOfATest(thatLeavesATaskAt: gate, trackingBy: kept), [])
        let failures = failures(exhaustively: true) {
            kept.track(Event("tap"))
            gate.open()
            await gate.left()
            expectTracked("tap")
        }
        XCTAssertEqual(failures.count, 1)
        XCTAssertEqual(
            failures.first?.message.hasPrefix("tracked after TestUnderTest/runBody had ended: track tap\n"), true)
    }

    /// Runs a test that leaves a task, which tracks when the gate opens.
    private func failuresOfATest(
        thatLeavesATaskAt gate: Gate, trackingBy facade: Analytics, among tests: RunningRecorders = RunningRecorders()
    ) -> [Failure] {
        failures(exhaustively: true, among: tests) {
            facade.track(Event("view"))
            expectTracked("view")
            Task {
                await gate.passed()
                facade.track(Event("tap"))
                gate.leave()
            }
        }
    }

    private static let shared = Analytics.recording()

    /// A static facade is made in the test that happens to use it first, and is every test's.
    func testAStaticFacadeWorksTestAfterTest() {
        for number in 1...3 {
            XCTAssertEqual(
                failures(exhaustively: true, among: .ofProcess) {
                    Self.shared.track(Event("tap", ["number": number]))
                    expectTracked("tap", ["number": number])
                    expectNotTracked("view")
                    expectNothingElse()
                }, [])
        }
        // By now it is known as one that several tests use.
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

    /// A facade of the app that each test gives its recorder, as in `setUp()`, has one of them at a time.
    func testARecordedFacadeHasOneRecorder() {
        let single = Analytics()
        for number in 1...3 {
            XCTAssertEqual(
                failures(exhaustively: true) {
                    single.recorded()
                    single.track(Event("tap", ["number": number]))
                    await onThread { single.track(Event("view")) }
                    expectTracked("tap", ["number": number])
                    expectTracked("view")
                }, [])
        }
    }

    /// The app's own facade, as an app's code uses it.
    func testASharedFacadeFindsEachTestFromEverywhere() {
        let tests = RunningRecorders()
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

    /// If several tests run, as in a process with both frameworks, nobody can tell whose such an event is.
    func testEventsFromElsewhereWhileSeveralTestsRun() {
        // The main queue runs inside of the test's own code, so it is no such place.
        for place in Place.elsewhere where place.name != "the main queue" {
            let tests = RunningRecorders()
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
            let doubt = "1 event came from outside of any test while several tests ran: track tap {id: 1}"
            XCTAssertEqual(
                failures.map { $0.message.split(separator: "\n").prefix(2).map(String.init) },
                [
                    ["cannot tell whether it was tracked: tap", doubt],
                    ["cannot tell whether more events were tracked: tap", doubt],
                    ["cannot tell whether anything else was tracked", doubt],
                ], place.name)
        }
    }

    /// A task of the first test that outlives it is known by its task, also if it tracks by the app's own facade.
    func testALateTaskOfASharedFacadeIsNotTheNextTests() {
        let tests = RunningRecorders()
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests)])
        let gate = Gate()
        XCTAssertEqual(failuresOfATest(thatLeavesATaskAt: gate, trackingBy: shared, among: tests), [])
        let failures = failures(exhaustively: true, among: tests) {
            shared.track(Event("view"))
            gate.open()
            await gate.left()
            expectTracked("view")
            expectNotTracked("tap")
        }
        XCTAssertEqual(failures.count, 1)
        XCTAssertEqual(
            failures.first?.message.hasPrefix("tracked after TestUnderTest/runBody had ended: track tap\n"), true)
    }

    /// What one test does not wait for may come in the next, which says so.
    func testALateEventOfASharedFacade() {
        let tests = RunningRecorders()
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests)])
        _ = failures(among: tests) {}
        let unchecked = failures(exhaustively: true, among: tests) { await onThread { shared.track(Event("late")) } }
        let earlier = """
            no task of this test tracked number 1: an earlier test may have, such as TestUnderTest/runBody. If so, wait \
            for the last event in that test
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
        // Of a facade that is the test's own it is not said.
        let ofOwn = failures(exhaustively: true, among: tests) {
            let own = Analytics.recording()
            await onThread { own.track(Event("late")) }
        }
        XCTAssertEqual(
            ofOwn.map(\.message),
            [
                """
                1 event that no assertion has checked: track late (number 1)
                recorded 1 event:
                    1  track late
                """
            ])
    }

    /// A static facade becomes a shared one, and its late events are such, too.
    func testALateEventOfAStaticFacade() {
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
        XCTAssertEqual(
            failures.first?.message.split(separator: "\n").dropFirst().first,
            """
            no task of this test tracked number 2: an earlier test may have, such as TestUnderTest/runBody. If so, wait \
            for the last event in that test
            """)
    }
}

/// Returns when `body` has run on a thread.
private func onThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { done in
        Thread.detachNewThread {
            body()
            done.resume()
        }
    }
}

/// Holds a task until it may go on, and tells when it has.
private final class Gate: Sendable {
    private let (entry, exit) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

    func open() { entry.signal() }
    func leave() { exit.signal() }
    func passed() async { await wait(for: entry) }
    func left() async { await wait(for: exit) }

    private func wait(for semaphore: DispatchSemaphore) async {
        await withCheckedContinuation { done in
            Thread.detachNewThread {
                semaphore.wait()
                done.resume()
            }
        }
    }
}
