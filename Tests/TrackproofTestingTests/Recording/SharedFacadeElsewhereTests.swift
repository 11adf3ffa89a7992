import Foundation
import Testing
import Trackproof
import TrackproofPlatform

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Tests of events that a shared facade tracks outside the test's task, where it is unknown which test runs the code.
@Suite struct SharedFacadeElsewhereTests {
    @Test(arguments: Place.elsewhere) func anEventFromOutsideBelongsToTheOnlyTest(place: Place) async throws {
        let tests = EventOwnership()
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests)])
        let failures = try await failures(exhaustively: true, among: tests) {
            await place.run { shared.track(Event("tap", ["id": 1])) }
            expectTracked("tap", ["id": 1])
            expectNothingElse()
            await place.run { shared.track(Event("unchecked")) }
        }
        #expect(
            failures.map(\.message) == [
                """
                1 event that no assertion has checked: track unchecked (number 2)
                recorded 2 events (✓ checked):
                ✓   1  track tap {id: 1}
                    2  track unchecked
                """
            ])
    }

    /// Tests events from outside the tests' tasks, which could belong to any of the tests. These events fail each
    /// assertion whose result they could change.
    @Test(arguments: Place.elsewhere) func eventsFromOutsideAreUncertainIfSeveralTestsRun(place: Place) async throws {
        let tests = EventOwnership()
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests)])
        let other = TestRecorder(TestFramework.swiftTesting, test: SwiftTestingTest.current, among: tests)
        tests.begin(other, insteadOf: nil)
        let failures = try await failures(exhaustively: true, among: tests) {
            shared.track(Event("own"))
            await place.run {
                shared.track(Event("tap", ["id": 1]))
                shared.track(.screen("login"))
            }
            expectTracked("own")
            expectNotTracked("other")
            expectCount(0, of: "other")
            expectNotTracked("login", kind: .track)
            expectNotTracked("tap")
            expectTracked("login", kind: .screen, times: 0)
            expectCount(1)
            expectCount(0, kind: .screen)
            expectEvents {}
            expectNothingElse()
            expectEvents(Event("own")) { shared.track(Event("own")) }
            expectNotTracked("tap", in: other)
        }
        #expect(!failures.contains { !$0.isFailure })
        let tap = "1 event could belong to any of several running tests: track tap {id: 1}"
        let login = "1 event could belong to any of several running tests: screen login"
        let both = "2 events could belong to any of several running tests: track tap {id: 1}, screen login"
        let hint = advice("eventsFromOutsideAreUncertainIfSeveralTestsRun(place:)")
        let recorded = "recorded 1 event (✓ checked):\n✓   1  track own"
        let recordedMore = "recorded 2 events (✓ checked):\n✓   1  track own\n✓   2  track own"
        let heads = [
            ("cannot tell whether the event was tracked: tap", tap),
            ("cannot tell whether the event would have been tracked: screen login", login),
            ("cannot tell whether more events were tracked", both),
            ("cannot tell whether more events were tracked: screen", login),
            ("cannot tell whether anything else was tracked", both),
            ("cannot tell whether anything else was tracked", both),
        ]
        #expect(
            failures.map(\.message)
                == heads.map { "\($0)\n\($1)\n\(hint)\n\(recorded)" } + [
                    "cannot tell whether anything else was tracked\n\(both)\n\(hint)\n\(recordedMore)",
                    "cannot tell whether the event was tracked: tap\n\(tap)\n\(hint)\nnothing was recorded",
                    "\(both)\n\(hint)",
                ])
    }

    /// Tests an event that an earlier test may have tracked without waiting for it. The message names this test.
    @Test(arguments: Place.elsewhere) func anUnexpectedEventFromOutsideNamesTheEarlierTest(place: Place) async throws {
        let tests = EventOwnership()
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests)])
        _ = try await failures(among: tests) {}
        let failures = try await failures(exhaustively: true, among: tests) {
            shared.track(Event("own"))
            await place.run { shared.track(Event("tap")) }
            expectNotTracked("tap")
            expectTracked("tap", times: 0)
            expectNothingElse()
            await place.run { shared.track(Event("tap")) }
            expectEvents { shared.track(Event("own")) }
            await expectEvents(Event("own")) {
                shared.track(Event("own"))
                await place.run { shared.track(Event("tap")) }
            }
        }
        #expect(
            failures.map { $0.message.split(separator: "\n").filter { $0.contains("earlier") }.joined() } == [
                earlier("number 2", "anUnexpectedEventFromOutsideNamesTheEarlierTest(place:)"),
                earlier("number 2", "anUnexpectedEventFromOutsideNamesTheEarlierTest(place:)"),
                earlier("number 2", "anUnexpectedEventFromOutsideNamesTheEarlierTest(place:)"), "",
                earlier("number 2", "anUnexpectedEventFromOutsideNamesTheEarlierTest(place:)"),
                earlier("number 3", "anUnexpectedEventFromOutsideNamesTheEarlierTest(place:)"),
            ])
    }

    /// Tests an event that the main queue tracks during `tearDown()`, where XCTest also runs the work of earlier tests.
    @Test func anEventInTearDownMayBelongToAnEarlierTest() async throws {
        let tests = EventOwnership()
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests)])
        #expect(try await failures(among: tests) {} == [])
        let failures = try await failures(exhaustively: true, among: tests) {
            EventOwnership.ofTask?.noteTearDown()
            shared.track(name: "pause")
        }
        #expect(failures.count == 1)
        #expect(
            failures.first?.message.split(separator: "\n").dropFirst().first ?? "" == """
                tracked during tearDown(): number 1. If tearDown() tracked it, check it at the end of tearDown(). If an \
                earlier test has put work on the main queue, make that test wait for its last event; the last test was \
                SharedFacadeElsewhereTests/anEventInTearDownMayBelongToAnEarlierTest()
                """)
    }

    /// Tests that a snapshot is neither written nor compared if an event may belong to another test.
    @Test func noSnapshotIsRecordedFromUncertainEvents() async throws {
        let tests = EventOwnership()
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests)])
        tests.begin(TestRecorder(exhaustively: false), insteadOf: nil)
        let failures = try await failures(among: tests) {
            for place in Place.elsewhere.prefix(1) { await place.run { shared.track(Event("tap")) } }
            expectSnapshot(record: .all)
        }
        #expect(
            failures.first?.message == """
                cannot tell whether more events were tracked
                1 event could belong to any of several running tests: track tap
                \(advice("noSnapshotIsRecordedFromUncertainEvents()"))
                """)
        #expect(
            !FileManager.default.fileExists(
                atPath: #filePath.replacing("/SharedFacadeElsewhereTests.swift", with: "/__Snapshots__")))
    }

    /// Tests that an uncertain event only warns a test that is not exhaustive and does not exclude the event.
    @Test func anUncertainEventOnlyWarnsATestThatDoesNotExcludeIt() async throws {
        let tests = EventOwnership()
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests)])
        tests.begin(TestRecorder(exhaustively: false), insteadOf: nil)
        let warnings = try await failures(among: tests) {
            shared.track(name: "own")
            expectTracked("own")
            for place in Place.elsewhere.prefix(1) { await place.run { shared.track(Event("tap")) } }
        }
        #expect(warnings.map(\.isFailure) == [false])
        #expect(
            warnings.map(\.message) == [
                """
                1 event could belong to any of several running tests: track tap
                \(advice("anUncertainEventOnlyWarnsATestThatDoesNotExcludeIt()"))
                """
            ])
    }

    /// Tests a test that is not exhaustive, in a suite whose tests are. Only the recorder of the test gets uncertain events.
    @Test func anUncertainEventDoesNotFailATestWhoseSuiteIsExhaustive() async throws {
        let tests = EventOwnership()
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests)])
        for _ in 1...2 { tests.begin(TestRecorder(exhaustively: false), insteadOf: nil) }
        let (test, testCase) = (try #require(Test.current), try #require(Test.Case.current))
        let failures = try await failures(exhaustively: true, among: tests) {
            await Place.elsewhere[0].run { shared.track(name: "before") }
            try await RecordingTrait(isExhaustive: false, tests: tests).provideScope(for: test, testCase: testCase) {
                shared.track(name: "own")
            }
            await Place.elsewhere[0].run { shared.track(name: "after") }
        }
        #expect(failures == [])
    }

    /// Tests that an event that the test's code has left behind does not reach the tests that run after it.
    @Test func aTestThatIsNotExhaustiveWaitsForEventsOfSharedFacades() async throws {
        let tests = EventOwnership()
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests)])
        let recorder = Lock<TestRecorder?>(nil)
        let failures = try await failures(among: tests) {
            recorder.withLock { $0 = TestRecorder.current }
            Task.detached { shared.track(name: "tap") }
        }
        #expect(failures == [])
        #expect(recorder.withLock { $0 }?.events.map(\.event.name) == ["tap"])
    }

    /// Tests that a failed assertion mentions uncertain events, because one of them could be the expected event.
    @Test func aFailedAssertionMentionsUncertainEvents() async throws {
        let tests = EventOwnership()
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests)])
        tests.begin(TestRecorder(exhaustively: false), insteadOf: nil)
        let failures = try await failures(among: tests) {
            for place in Place.elsewhere.prefix(1) {
                await place.run {
                    shared.track(Event("tap"))
                    shared.track(Event("other"))
                }
            }
            expectTracked("tap")
            expectEvents(Event("tap")) {}
        }
        #expect(
            failures.prefix(2).map(\.message) == [
                """
                not tracked: track tap
                1 event could belong to any of several running tests: track tap
                \(advice("aFailedAssertionMentionsUncertainEvents()"))
                nothing was recorded
                """,
                """
                tracked nothing
                1 difference (1 missing), 0 events match

                - missing    track tap

                2 events could belong to any of several running tests: track tap, track other
                \(advice("aFailedAssertionMentionsUncertainEvents()"))
                """,
            ])
    }

    /// Tests that an uncertain event does not concern a test that uses only its own facade or another shared facade.
    @Test(arguments: [false, true]) func uncertainEventsFailOnlyUsersOfTheSharedFacade(usesBoth: Bool) async throws {
        let tests = EventOwnership()
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests)])
        let other = Analytics(providers: [CurrentTestRecorder(among: tests)])
        tests.begin(TestRecorder(exhaustively: false), insteadOf: nil)
        let failures = try await failures(exhaustively: true, among: tests) {
            let own = Analytics.recording()
            own.track(name: "login")
            (usesBoth ? shared : other).track(name: "login")
            await Place.elsewhere[0].run { shared.track(Event("tap")) }
            expectTracked("login", times: 2)
            expectNotTracked("tap")
        }
        let doubt = """
            1 event could belong to any of several running tests: track tap
            \(advice("uncertainEventsFailOnlyUsersOfTheSharedFacade(usesBoth:)"))
            """
        if usesBoth {
            #expect(failures.count == 2)
            #expect(
                failures.first?.message.hasPrefix("cannot tell whether the event was tracked: tap\n\(doubt)") == true)
            #expect(failures.last?.message == doubt)
        } else {
            #expect(failures == [])
        }
    }

    /// Tests that shared facades do not concern a test whose facade has a recorder that the test made, or no provider.
    @Test(arguments: [false, true]) func sharedFacadesDoNotConcernATestWithItsOwnFacade(makesRecorder: Bool)
        async throws
    {
        let tests = EventOwnership()
        let provider = ClosureProvider("firebase") { _ in }.recorded(in: CurrentTestRecorder(among: tests))
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests), provider])
        tests.begin(TestRecorder(exhaustively: false), insteadOf: nil)
        let rules = RecordingRules(deliveries: [.to("firebase")])
        let failures = try await failures(exhaustively: true, among: tests, rules: rules) {
            let recorder = makesRecorder ? TestRecorder() : nil
            let own = recorder.map { Analytics(providers: [$0]) } ?? .recording()
            own.track(name: "own")
            await Place.elsewhere[0].run { shared.track(name: "tap") }
            expectTracked("own", in: recorder)
        }
        #expect(failures == [])
    }

    /// Tests that an event is not lost if no running test is expected to track it. All tests get a warning.
    @Test func anEventOfNoUserOfTheFacadeWarnsAllTests() async throws {
        let tests = EventOwnership()
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests)])
        let other = TestRecorder(exhaustively: false)
        other.connect(.app)
        tests.begin(other, insteadOf: nil)
        let warnings = try await failures(exhaustively: true, among: tests) {
            _ = Analytics.recording()
            await Place.elsewhere[0].run { shared.track(Event("tap")) }
            expectNotTracked("tap")
        }
        #expect(warnings.map(\.isFailure) == [false])
        #expect(warnings.first?.message.hasPrefix("1 event could belong to any of several running tests") == true)
        #expect(other.doubts.text([.unattributed], about: .app) == warnings.first?.message)
    }

    /// Tests a shared facade to which each test adds the recorder again. An event must count only once.
    @Test func aRecorderThatIsAddedAgainCountsAnEventOnce() async throws {
        let tests = EventOwnership()
        let shared = Analytics()
        let failures = try await failures(exhaustively: true, among: tests) {
            for _ in 1...3 { shared.addProvider(CurrentTestRecorder(among: tests)) }
            shared.track(name: "tap")
            expectTracked("tap")
        }
        #expect(failures == [])
    }

    /// Tests an event that came before the test began. The message about a missing event does not mention it.
    @Test func anEventBeforeTheTestIsNoHint() async throws {
        let tests = EventOwnership()
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests)])
        EventOwnership.$ofTask.withValue(nil) { shared.track(Event("early stray")) }
        let failures = try await failures(exhaustively: true, among: tests) { expectTracked("early stray") }
        #expect(failures.map(\.message) == ["not tracked: track early stray\nnothing was recorded"])
    }

    /// Tests an event of a task whose test has no recorder. No other test gets this event.
    @Test func anEventOfATestWithoutARecorderReachesNoTest() async throws {
        let tests = EventOwnership()
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests)])
        let failures = try await failures(exhaustively: true, among: tests) {
            EventOwnership.$ofTask.withValue(nil) { shared.track(Event("stray", ["id": 1])) }
            expectTracked("stray", ["id": 1])
        }
        #expect(
            failures.map(\.message) == [
                """
                not tracked: track stray {id: 1}
                an event with this name reached no test: track stray {id: 1}
                    (a shared facade tracked it while no test with a recorder was running, or in a test without a \
                recorder)
                nothing was recorded
                """
            ])
    }
}

/// Returns the message about events that an earlier test may have tracked.
private func earlier(_ numbers: String, _ test: String) -> String {
    """
    no task of this test tracked \(numbers), but a queue, a thread or a detached task. If an earlier test has started \
    it, make that test wait for its last event; the last test was SharedFacadeElsewhereTests/\(test)
    """
}

/// Returns the advice about uncertain events that were tracked while this test ran.
private func advice(_ test: String) -> String {
    """
    these tests ran: SharedFacadeElsewhereTests/\(test)
    an event from a detached task, a queue or a thread does not show which test tracked it. Make the facade \
    in each test (Analytics.recording()), or give the trait .recordingEvents(of: facade) to all suites that use the \
    facade. To find the test, run swift test --no-parallel. If the tests run in the app, its launch may have tracked the \
    event: see the article "Hosted tests"
    """
}
