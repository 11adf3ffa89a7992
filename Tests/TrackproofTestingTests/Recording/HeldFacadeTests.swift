import Foundation
import Testing
import Trackproof
import TrackproofPlatform

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Tests of the trait `.recordingEvents(of:)`, with which a test holds a shared facade.
@Suite struct HeldFacadeTests {
    private let tests = EventOwnership()
    private let shared = Analytics()

    /// Returns the failures of another test, which does not hold the facade.
    private func otherFailures(of body: @escaping @Sendable () async throws -> Void) async throws -> [Failure] {
        try await EventOwnership.$ofTask.withValue(nil) {
            try await failures(exhaustively: true, among: tests, of: body)
        }
    }

    /// Makes another test run at the same time, and returns its recorder.
    private func runAnotherTest() -> TestRecorder {
        let other = TestRecorder(TestFramework.swiftTesting, test: SwiftTestingTest.current, among: tests)
        tests.begin(other, insteadOf: nil)
        return other
    }

    @Test(arguments: Place.all) func anEventFromAnywhereBelongsToTheHolder(place: Place) async throws {
        _ = runAnotherTest()
        let failures = try await failures(exhaustively: true, among: tests, holding: shared) { [shared] in
            await place.run { shared.track(name: "tap") }
            expectTracked("tap")
            expectNotTracked("view")
            expectNothingElse()
            await place.run { shared.track(name: "unchecked") }
        }
        #expect(failures.count == 1)
        let head = "1 event that no assertion has checked: track unchecked (number 2)\n"
        #expect(failures.first?.message.hasPrefix(head) == true)
    }

    /// Tests the events of a provider in a queue. They have another source than the events of the facade.
    @Test func anEventThatAProviderReceivesBelongsToTheHolder() async throws {
        runAnotherTest().connect(.app)
        let provider = ClosureProvider("firebase") { _ in }.recorded(in: CurrentTestRecorder(among: tests))
        let failures = try await failures(exhaustively: true, among: tests, holding: shared) { [shared] in
            shared.addProvider(provider)
            await Place.elsewhere[0].run { shared.track(name: "tap") }
            expectTracked("tap")
            expectDelivered(to: "firebase")
        }
        #expect(failures == [])
    }

    /// Tests a provider in `recorded()`, which the first test has made together with the facade.
    @Test(arguments: [false, true]) func aProviderOfASharedFacadeFollowsItsEvents(holds: Bool) async throws {
        let (tests, kept) = (tests, Lock<Analytics?>(nil))
        let rules = RecordingRules(deliveries: [.to("firebase")])
        for name in ["first", "second"] {
            let failures = try await failures(
                exhaustively: true, among: tests, holding: holds ? shared : nil, rules: rules
            ) {
                [shared] in
                let facade = kept.withLock { kept in
                    let provider = ClosureProvider("firebase") { _ in }
                    kept = kept ?? Analytics(providers: [provider.recorded(), CurrentTestRecorder(among: tests)])
                    return kept ?? shared
                }
                await Place.elsewhere[0].run { facade.track(name: name) }
                expectTracked(name)
                expectTracked(name, source: .provider("firebase"))
            }
            #expect(failures == [])
        }
    }

    /// Tests an event of another shared facade. A test that holds a facade is expected to use this facade only.
    @Test func anUncertainEventOfAnotherFacadeDoesNotConcernTheHolder() async throws {
        _ = runAnotherTest()
        let other = Analytics(providers: [CurrentTestRecorder(among: tests)])
        let failures = try await failures(exhaustively: true, among: tests, holding: shared) { [shared] in
            await Place.elsewhere[0].run { shared.track(name: "tap") }
            await Place.elsewhere[0].run { other.track(name: "view") }
            expectTracked("tap")
            expectNothingElse()
        }
        #expect(failures == [])
    }

    /// Tests a test that does not hold the facade and uses it while another test holds it.
    @Test func anotherUserOfAHeldFacadeGetsADoubt() async throws {
        let failures = try await failures(exhaustively: true, among: tests, holding: shared) { [shared] in
            let user = try await otherFailures {
                shared.track(name: "own")
                await Place.elsewhere[0].run { shared.track(name: "tap") }
                expectTracked("own")
                expectNotTracked("view")
                expectNotTracked("tap")
            }
            #expect(
                user.map { $0.message.split(separator: "\n").prefix(2).joined(separator: "; ") } == [
                    """
                    cannot tell whether the event was tracked: tap; 1 event could belong to any of several running \
                    tests: track tap
                    """,
                    """
                    1 event could belong to any of several running tests: track tap; these tests ran: \
                    HeldFacadeTests/anotherUserOfAHeldFacadeGetsADoubt()
                    """,
                ])
            let bystander = try await otherFailures {
                Analytics.recording().track(name: "own")
                await Place.elsewhere[0].run { shared.track(name: "tap") }
                expectTracked("own")
                expectNothingElse()
            }
            #expect(bystander == [])
            // No facade can reach a test that neither holds nor uses the facade.
            let unconnected = try await otherFailures {
                await Place.elsewhere[0].run { shared.track(name: "tap") }
                expectNotTracked("view")
                expectNotTracked("tap")
            }
            #expect(
                unconnected.map { $0.message.split(separator: "\n").first } == [
                    "cannot tell whether the event was tracked: view",
                    "cannot tell whether the event was tracked: tap",
                ])
            expectTracked("tap", times: 3)
        }
        #expect(failures == [])
    }
}

extension HeldFacadeTests {
    /// Tests that an inner trait takes over the hold of its suite's trait. Afterwards, an event is a late event of the inner
    /// test, which may leave events unchecked.
    @Test(arguments: [false, true]) func anInnerTraitTakesOverTheHold(holds: Bool) async throws {
        _ = runAnotherTest()
        let (tests, shared) = (tests, shared)
        let failures = try await failures(exhaustively: true, among: tests, holding: shared) {
            await Place.elsewhere[0].run { shared.track(name: "outer") }
            let (test, testCase) = (try #require(Test.current), try #require(Test.Case.current))
            let inner = RecordingTrait(isExhaustive: false, facade: holds ? shared : nil, tests: tests)
            try await inner.provideScope(for: test, testCase: testCase) {
                await Place.elsewhere[0].run { shared.track(name: "inner") }
                expectTracked("inner")
                expectNothingElse()
            }
            await Place.elsewhere[0].run { shared.track(name: "late") }
            expectTracked("outer")
            expectNothingElse()
        }
        #expect(failures == [])
    }

    /// Tests an inner trait that holds a facade, although its suite's trait does not. The hold ends with the inner test.
    @Test func theHoldOfAnInnerTraitEndsWithIt() async throws {
        let (tests, shared) = (tests, shared)
        _ = try await failures(exhaustively: true, among: tests) {
            let inner = try await failures(exhaustively: true, among: tests, holding: shared) {
                await Place.elsewhere[0].run { shared.track(name: "inner") }
                expectTracked("inner")
            }
            #expect(inner == [])
        }
        #expect(try await failures(among: tests, holding: shared) {} == [])
    }

    /// Tests that one test at a time holds facades, in the order in which the tests came.
    @Test func testsRunOneAfterTheOther() async throws {
        let (tests, shared) = (tests, shared)
        let begun = Lock<[Int]>([])
        let gate = Signal()
        try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                group.addTask {
                    try await tests.hold(insteadOf: nil) {
                        begun.withLock { $0.append(number) }
                        if number == 0 { await gate.wait() }
                        #expect(begun.withLock(\.last) == number)
                    }
                }
                // The next test comes when this test holds the facade or waits for it.
                while tests.state.withLock({ $0.hold.waiterCount }) < number || begun.withLock(\.isEmpty) {
                    await Task.yield()
                }
            }
            gate.send()
            try await group.waitForAll()
        }
        #expect(begun.withLock { $0 } == Array(0..<20))
        #expect(try await failures(among: tests, holding: shared) {} == [])
    }

    @Test func aCancelledTestDoesNotWait() async throws {
        let tests = tests
        try await tests.hold(insteadOf: nil) {
            let early = Task { try await tests.hold(insteadOf: nil) { Issue.record("the facade is held twice") } }
            while tests.state.withLock({ $0.hold.waiterCount }) == 0 { await Task.yield() }
            early.cancel()
            await #expect(throws: CancellationError.self) { try await early.value }
            let late = Task {
                while !Task.isCancelled { await Task.yield() }
                try await tests.hold(insteadOf: nil) { Issue.record("the facade is held twice") }
            }
            late.cancel()
            await #expect(throws: CancellationError.self) { try await late.value }
        }
        #expect(try await failures(among: tests, holding: shared) {} == [])
    }

    @Test func aTestThatThrowsFreesTheFacade() async throws {
        struct Interruption: Error {}
        let failed = try await failures(among: tests, holding: shared) { throw Interruption() }
        #expect(failed.map(\.message) == ["threw Interruption()"])
        #expect(try await failures(among: tests, holding: shared) {} == [])
    }

    /// Tests an event that comes after its test and before the next test that holds the facade.
    @Test(arguments: [false, true]) func aLateEventFailsTheLastHolder(isUsed: Bool) async throws {
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests)])
        let (holder, neighbour) = (CapturingReporter(), CapturingReporter())
        let recorder = TestRecorder(holder, test: nil, among: tests)
        tests.begin(recorder, insteadOf: nil, holding: shared.sharedRecorder(among: tests))
        let next = TestRecorder(neighbour, test: nil, among: tests)
        tests.begin(next, insteadOf: nil)
        if isUsed {
            EventOwnership.$ofTask.withValue(next) { shared.track(name: "own") }
        } else {
            next.connect(.app)
        }
        recorder.finish(isExhaustive: true)
        tests.end(recorder)
        await Place.elsewhere[0].run { shared.track(name: "late") }
        let late = "tracked after the test had ended: track late"
        #expect(holder.messages.map { $0.split(separator: "\n").first.map(String.init) } == (isUsed ? [] : [late]))
        // If a running test uses the facade, the event belongs to that test.
        #expect(next.events.map(\.event.name) == (isUsed ? ["own", "late"] : []))
        next.finish(isExhaustive: false)
        #expect(neighbour.messages == [])
    }

    /// Tests a test that no facade can reach. The facades of tests in other suites must not change its result.
    @Test func aTestWithoutAFacadeExpectsNothingOfAHeldFacade() async throws {
        let failures = try await failures(exhaustively: true, among: tests, holding: shared) {
            expectNotTracked("tap")
            let message = try await otherFailures { expectNotTracked("tap") }.first?.message ?? ""
            #expect(
                message.hasPrefix(
                    """
                    cannot tell whether the event was tracked: tap
                    no facade sends events to this test's recorder
                    """))
        }
        #expect(failures == [])
    }

    /// Tests an event that comes after its test, while another test holds another facade.
    @Test func aLateEventOfAnotherFacadeFailsItsOwnTest() async throws {
        let late = CapturingReporter()
        let recorder = TestRecorder(late, test: nil, among: tests)
        tests.begin(recorder, insteadOf: nil, holding: shared.sharedRecorder(among: tests))
        recorder.finish(isExhaustive: true)
        tests.end(recorder)
        let failures = try await failures(exhaustively: true, among: tests, holding: Analytics()) { [shared] in
            await Place.elsewhere[0].run { shared.track(name: "late") }
            expectNothingElse()
        }
        #expect(failures == [])
        #expect(late.messages.map { $0.hasPrefix("tracked after the test had ended: track late") } == [true])
    }

    /// Tests a facade with the recorder of a single test. The trait replaces this recorder.
    @Test func theTraitConnectsTheFacade() async throws {
        let facade = Analytics.recording()
        for _ in 1...2 {
            let failures = try await failures(exhaustively: true, among: tests, holding: facade) {
                await Place.elsewhere[0].run { facade.track(name: "tap") }
                expectTracked("tap")
            }
            #expect(failures == [])
            facade.removeProvider("current-test-recorder")
        }
    }
}

/// A reporter that keeps the messages of failures.
private final class CapturingReporter: TestReporter {
    private let kept = Lock<[String]>([])

    var messages: [String] { kept.withLock { $0 } }
    var isInsideTest: Bool { false }
    var isOutsideTest: Bool { false }
    var blockingWaitHint: String? { nil }

    func fail(_ message: String, of test: (any RunningTest)?, at site: CallSite, stopping: Bool) -> Bool {
        kept.withLock { $0.append(message) }
        return true
    }

    func warn(_ message: String, of test: any RunningTest, at site: CallSite) {}
    func attach(_ bytes: [UInt8], named name: String, at site: CallSite) {}
}
