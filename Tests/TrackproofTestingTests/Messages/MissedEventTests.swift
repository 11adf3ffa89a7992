import Foundation
import Testing
import Trackproof

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Expected messages about events that a recorder may have missed, although it received other events of a facade.
private enum Missed {
    static let removed = """
        cannot tell whether the event was tracked: login
        removeProvider(_:) removed this test's recorder from the facade
        """

    static let recorded = """
        recorded 1 event (✓ checked):
        ✓   1  track view
        """

    static let withheld = """
        a facade dropped 1 event, because it had no consent when this test began: track login
        call setConsent(_:) in the test, so that the test does not depend on earlier tests
        """
}

@Suite struct MissedEventTests {
    @Test func expectNotTrackedFailsAfterTheRecorderIsRemoved() async throws {
        let failures = try await failures(exhaustively: true) {
            let analytics = Analytics.recording()
            analytics.track(name: "view")
            expectTracked("view")
            expectNotTracked("login")
            analytics.removeProvider("facade-recorder")
            analytics.track(name: "login")
            expectNotTracked("login")
        }
        #expect(failures.map(\.message) == ["\(Missed.removed)\n\(Missed.recorded)"])
    }

    /// Tests that an assertion passes if a second facade still sends events to the recorder.
    @Test func expectNotTrackedPassesIfAnotherFacadeHasTheRecorder() async throws {
        let failures = try await failures(exhaustively: true) {
            let (first, second) = (Analytics.recording(), Analytics.recording())
            first.removeProvider("facade-recorder")
            expectNotTracked("login")
            second.flush()
        }
        #expect(failures == [])
    }

    @Test func expectNotTrackedFailsAfterASharedFacadeRemovesTheRecorder() async throws {
        let tests = EventOwnership()
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests)])
        let failures = try await failures(exhaustively: true, among: tests) {
            shared.track(name: "view")
            expectTracked("view")
            shared.removeProvider("current-test-recorder")
            expectNotTracked("login")
        }
        #expect(failures.map(\.message) == ["\(Missed.removed)\n\(Missed.recorded)"])
    }

    @Test func expectNotTrackedFailsAfterAnOwnRecorderIsRemoved() async {
        let recorder = TestRecorder()
        let analytics = Analytics(providers: [recorder])
        analytics.removeProvider(recorder.id)
        let failures = await capturedFailures { expectNotTracked("login", in: recorder) }
        #expect(failures.map(\.message) == ["\(Missed.removed)\nnothing was recorded"])
    }

    /// Tests a recorder behind a queue. The facade tells it what it tells a recorder without a queue.
    @Test func expectNotTrackedFailsAfterAQueuedRecorderIsRemoved() async {
        let recorder = TestRecorder(exhaustively: false)
        let analytics = Analytics(providers: [recorder.queued().queued()])
        analytics.removeProvider("test-recorder")
        analytics.track(name: "login")
        let failures = await capturedFailures { expectNotTracked("login", in: recorder) }
        #expect(failures.map(\.message) == ["\(Missed.removed)\nnothing was recorded"])
    }

    /// The queue must not end with the facade, because the test could then not wait for the event.
    @Test func theQueueOfAReleasedFacadeIsAwaited() async {
        let recorder = TestRecorder(exhaustively: false)
        let isReleased = DispatchSemaphore(value: 0)
        // The provider is busy until the facade is released, and a moment longer.
        let slow = ClosureProvider("slow") { event in
            isReleased.wait()
            usleep(20_000)
            recorder.track(event)
        }
        Analytics(providers: [slow.queued()]).track(name: "tap")
        isReleased.signal()
        let failures = await capturedFailures { expectTracked("tap", in: recorder) }
        #expect(failures.map(\.message) == [])
    }

    @Test func aQueuedRecorderLearnsWhatTheFacadeWithholds() async throws {
        let tests = EventOwnership()
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests).queued()], consent: false)
        let failures = try await failures(exhaustively: true, among: tests) {
            shared.track(name: "login")
            expectNotTracked("login")
        }
        #expect(
            failures.map(\.message) == [
                "cannot tell whether the event was tracked: login\n\(Missed.withheld)\nnothing was recorded"
            ])
    }

    @Test func aQueuedRecorderThatIsAddedAgainCountsAnEventOnce() async throws {
        let tests = EventOwnership()
        let shared = Analytics()
        let failures = try await failures(exhaustively: true, among: tests) {
            for _ in 1...3 { shared.addProvider(CurrentTestRecorder(among: tests).queued()) }
            shared.track(name: "tap")
            expectTracked("tap")
        }
        #expect(failures == [])
    }

    /// Tests an event that is not recorded, because an earlier test has withdrawn the consent of a shared facade.
    @Test func consentWithdrawnByAnEarlierTestIsReported() async throws {
        let tests = EventOwnership()
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests)])
        let first = try await failures(exhaustively: true, among: tests) {
            shared.setConsent(false)
            shared.track(name: "login")
            expectNotTracked("login")
            expectNothingElse()
        }
        #expect(first == [])
        let second = try await failures(exhaustively: true, among: tests) {
            shared.track(name: "login")
            expectNotTracked("view")
            expectNotTracked("login")
            expectTracked("login")
            expectNothingElse()
        }
        #expect(
            second.map(\.message) == [
                "cannot tell whether the event was tracked: login\n\(Missed.withheld)\nnothing was recorded",
                "not tracked: track login\n\(Missed.withheld)\nnothing was recorded",
                "cannot tell whether anything else was tracked\n\(Missed.withheld)\nnothing was recorded",
            ])
        // This test sets the consent itself, so it does not depend on earlier tests.
        let third = try await failures(exhaustively: true, among: tests) {
            shared.setConsent(false)
            shared.track(name: "login")
            expectNotTracked("login")
        }
        #expect(third == [])
    }

    /// Tests that an assertion passes if the test itself has withdrawn the consent of its facade.
    @Test func consentWithdrawnByTheTestItselfIsAccepted() async throws {
        let failures = try await failures(exhaustively: true) {
            let analytics = Analytics.recording()
            analytics.setConsent(false)
            analytics.track(name: "login")
            expectNotTracked("login")
        }
        #expect(failures == [])
        let recorder = TestRecorder()
        Analytics(providers: [recorder], consent: false).track(name: "login")
        expectNotTracked("login", in: recorder)
    }

    /// Tests that assertions also find events that still wait in the queue of a recorder.
    @Test func assertionsWaitForAQueueBeforeTheRecorder() async throws {
        let recorder = TestRecorder(exhaustively: false)
        let analytics = Analytics(providers: [recorder.queued()])
        for _ in 1...5_000 { analytics.track(name: "view") }
        analytics.track(name: "login")
        let failures = await capturedFailures { expectNotTracked("login", in: recorder) }
        #expect(failures.map { $0.message.prefix(40) } == ["tracked, but should not have been: login"])
    }

    /// Tests a recorded provider in a wrapper, behind a queue. Assertions wait for this queue too.
    @Test func assertionsWaitForAQueueBeforeAWrappedProvider() async throws {
        struct Suffixed: AnalyticsProvider {
            let inner: any AnalyticsProvider
            var id: ProviderID { inner.id }
            func track(_ event: Event) { inner.track(event) }
        }
        let failures = try await failures(exhaustively: false) {
            let firebase = ClosureProvider("firebase") { _ in }
            let analytics = Analytics.recording(Suffixed(inner: firebase.recorded()).queued())
            for _ in 1...5_000 { analytics.track(name: "view") }
            expectCount(5_000, of: "view", source: .provider("firebase"))
            for _ in 1...5_000 { analytics.track(name: "view") }
            clearEvents()
            expectCount(0, source: .provider("firebase"))
        }
        #expect(failures == [])
    }

    /// Tests a provider that blocks its queue until the assertion has returned.
    @Test func aBlockedQueueDoesNotBlockTheTest() async {
        let recorder = TestRecorder(exhaustively: false)
        let end = DispatchSemaphore(value: 0)
        let analytics = Analytics(providers: [recorder, ClosureProvider("slow") { _ in end.wait() }.queued()])
        analytics.track(name: "view")
        expectTracked("view", in: recorder)
        end.signal()
    }

    @Test func assertionsWaitForAQueueOfASharedFacade() async throws {
        let tests = EventOwnership()
        let shared = Analytics(providers: [CurrentTestRecorder(among: tests).queued()])
        let failures = try await failures(exhaustively: false, among: tests) {
            for _ in 1...5_000 { shared.track(name: "view") }
            expectCount(5_000, of: "view")
        }
        #expect(failures == [])
    }
}
