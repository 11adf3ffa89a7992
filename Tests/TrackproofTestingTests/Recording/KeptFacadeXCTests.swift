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
                wait for it in that test; or, if its facade is kept from test to test, make the facade in each test, or \
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
        XCTAssertEqual(
            failures(exhaustively: true) {
                kept.track(Event("view"))
                expectTracked("view")
                Task {
                    await gate.passed()
                    kept.track(Event("tap"))
                    gate.leave()
                }
            }, [])
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
