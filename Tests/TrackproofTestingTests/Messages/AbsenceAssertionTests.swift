import Testing
import Trackproof

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// An assertion that events were not tracked. Such an assertion proves nothing if the test has no facade.
struct AbsenceAssertion: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The assertion, which fails if the test has no facade, and passes if the test has a facade.
    let assertion: @Sendable () async -> Void
    let message: String

    static let all = [
        AbsenceAssertion(
            testDescription: "expectNotTracked", assertion: { expectNotTracked("login") },
            message: "cannot tell whether the event was tracked: login"),
        AbsenceAssertion(
            testDescription: "expectNotTracked of a kind", assertion: { expectNotTracked("login", kind: .screen) },
            message: "cannot tell whether the event was tracked: screen login"),
        AbsenceAssertion(
            testDescription: "expectTracked not once", assertion: { expectTracked("login", times: 0) },
            message: "cannot tell whether the event would have been tracked: track login"),
        AbsenceAssertion(
            testDescription: "expectTracked not once within a time",
            assertion: { await expectTracked("login", times: 0, within: .milliseconds(1)) },
            message: "cannot tell whether the event would have been tracked: track login"),
        AbsenceAssertion(
            testDescription: "expectCount", assertion: { expectCount(0) },
            message: "cannot tell whether more events were tracked"),
        AbsenceAssertion(
            testDescription: "expectCount of a name", assertion: { expectCount(0, of: "login") },
            message: "cannot tell whether more events were tracked: login"),
        AbsenceAssertion(
            testDescription: "expectNothingElse", assertion: { expectNothingElse() },
            message: "cannot tell whether anything else was tracked"),
        AbsenceAssertion(
            testDescription: "expectEvents of none", assertion: { expectEvents {} },
            message: "cannot tell whether anything else was tracked"),
        AbsenceAssertion(
            testDescription: "expectEvents of none within a time",
            assertion: { await expectEvents(within: .milliseconds(1)) { await Task.yield() } },
            message: "cannot tell whether anything else was tracked"),
    ]

    static let noFacade = """
        no facade sends events to this test's recorder: make a facade in the test or in setUp() with \
        Analytics.recording(). If the app has a shared facade, use the trait .recordingEvents(of: facade); with XCTest, \
        call facade.addProvider(CurrentTestRecorder()) in setUp(), because a static facade does not exist before code \
        uses it
        nothing was recorded
        """
}

@Suite struct AbsenceAssertionTests {
    @Test(arguments: AbsenceAssertion.all) func failsWithoutAFacade(absence: AbsenceAssertion) async throws {
        let failures = try await failures(exhaustively: true) { await absence.assertion() }
        #expect(failures.map(\.message) == ["\(absence.message)\n\(AbsenceAssertion.noFacade)"])
    }

    /// Tests that an assertion passes if the test made a facade, because this facade could have tracked the event.
    @Test(arguments: AbsenceAssertion.all) func passesWithAFacade(absence: AbsenceAssertion) async throws {
        let failures = try await failures(exhaustively: true) {
            let analytics = Analytics.recording()
            await absence.assertion()
            analytics.flush()
        }
        #expect(failures == [])
    }

    /// Tests that an assertion passes while a shared facade exists, because this facade could have tracked the event.
    @Test(arguments: AbsenceAssertion.all) func passesWhileASharedFacadeExists(absence: AbsenceAssertion) async throws {
        let tests = EventOwnership()
        var shared: Analytics? = Analytics(providers: [CurrentTestRecorder(among: tests)])
        #expect(try await failures(exhaustively: true, among: tests) { await absence.assertion() } == [])
        shared?.flush()
        shared = nil
        #expect(try await failures(exhaustively: true, among: tests) { await absence.assertion() }.count == 1)
    }

    /// Tests that an assertion passes after an event, even if the event was cleared: the recorder is connected.
    @Test(arguments: AbsenceAssertion.all) func passesAfterAClearedEvent(absence: AbsenceAssertion) async throws {
        let failures = try await failures(exhaustively: true) {
            TestRecorder.current?.track(Event("tap"))
            clearEvents()
            await absence.assertion()
        }
        #expect(failures == [])
    }

    /// Tests three recorders. The first has no facade. The others belong to a facade, one of them behind a queue.
    @Test func failsOnAnOwnRecorderWithoutAFacade() async {
        let (lone, given, queued) = (TestRecorder(), TestRecorder(), TestRecorder())
        let analytics = Analytics(providers: [given, queued.queued()])
        let failures = await capturedFailures {
            for recorder in [lone, given, queued] { expectNotTracked("login", in: recorder) }
        }
        let message = "cannot tell whether the event was tracked: login\n\(AbsenceAssertion.noFacade)"
        #expect(failures.map(\.message) == [message])
        analytics.flush()
    }

    @Test func failsIfTheProviderIsNotRecorded() async throws {
        let failures = try await failures(exhaustively: true) {
            let analytics = Analytics.recording(
                ClosureProvider("mixpanel") { _ in }, ClosureProvider("firebase") { _ in }.recorded())
            expectNotTracked("login", source: .provider("firebase"))
            expectNothingElse(source: .provider("mixpanel"))
            analytics.flush()
        }
        #expect(
            failures.map(\.message) == [
                """
                provider mixpanel: cannot tell whether anything else was tracked
                no provider with this id is recorded (provider:mixpanel): call recorded() on the provider
                nothing was recorded
                """
            ])
    }

    /// Tests an expected user that no event can have, so that the assertion would prove nothing.
    @Test func failsIfTheExpectedUserIsInvalid() async throws {
        let failures = try await failures(exhaustively: false) {
            track(.identify("u-42"), Event("tap"))
            expectNotTracked(.identify(.pattern("(")))
            expectCount(0, of: .identify(.pattern("(")))
            expectOrder(.event("tap"), .identify(.pattern("(")))
        }
        #expect(failures.count == 3)
        for failure in failures {
            #expect(failure.message.hasPrefix("invalid expectation: identify a string matching /(/\n"))
        }
    }

    @Test func failsIfNoEventFromTheWireWasReceived() async throws {
        let failures = try await failures(exhaustively: true) {
            let analytics = Analytics.recording()
            expectCount(0, source: .wire("segment"))
            analytics.flush()
        }
        #expect(
            failures.map(\.message) == [
                """
                cannot tell whether more events were tracked
                no event from wire:segment was received: make its SDK send to the collector, and flush the SDK
                nothing was recorded
                """
            ])
    }
}
