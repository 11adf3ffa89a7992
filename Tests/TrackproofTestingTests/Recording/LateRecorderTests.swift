import Testing
import Trackproof

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Facades that track an event before they have a recorder.
private enum Late {
    static let tracked = "tracked, but should not have been: boot (number 1)\nrecorded 1 event:\n    1  track boot"

    /// Functions with which a test gives a facade its recorder after the facade has tracked an event.
    static let ways: [(name: String, attach: @Sendable (Analytics) -> Void)] = [
        ("addTestRecorder()", { _ = $0.addTestRecorder() }),
        ("CurrentTestRecorder", { $0.addProvider(CurrentTestRecorder()) }),
        ("the test's own", { $0.addProvider(TestRecorder.current ?? TestRecorder(exhaustively: false)) }),
        (
            "one that was removed and added again",
            { analytics in
                let recorder = TestRecorder.current ?? TestRecorder(exhaustively: false)
                analytics.addProvider(recorder)
                analytics.removeProvider(recorder.id)
                analytics.addProvider(recorder)
            }
        ),
    ]

    /// Makes a facade and immediately tracks events, as an app's object with its own facade does.
    static func boot() -> Analytics {
        let analytics = Analytics(providers: [ClosureProvider("vendor") { _ in }])
        analytics.track(Event("secret").unrecorded())
        analytics.addFilter { $0.name != "filtered" }
        analytics.track(name: "filtered")
        analytics.setDefaultParameters(["tab": 1])
        analytics.setDefaultParameters([:])
        analytics.track(name: "boot")
        return analytics
    }
}

@Suite struct LateRecorderTests {
    @Test(arguments: Late.ways.indices) func aLateRecorderGetsTheTestsEarlierEvents(way: Int) async throws {
        let failures = try await failures(exhaustively: true, among: .ofProcess) {
            let analytics = Late.boot()
            Late.ways[way].attach(analytics)
            expectNotTracked("boot")
        }
        #expect(failures.first?.message == Late.tracked, "\(Late.ways[way].name)")
    }

    @Test func earlierEventsComeBeforeLaterEvents() async throws {
        let failures = try await failures(exhaustively: true) {
            let analytics = Late.boot()
            analytics.track(name: "shown")
            analytics.addTestRecorder()
            analytics.track(name: "tap")
            expectOrder("boot", "shown", "tap")
            for name in ["boot", "shown", "tap"] { expectTracked(name) }
        }
        #expect(failures == [])
    }

    @Test func anEventCountsIfItsRecorderWasTemporarilyRemoved() async throws {
        let failures = try await failures(exhaustively: true) {
            let analytics = Analytics.recording()
            expectEvents(Event("ok")) {
                analytics.removeProvider("facade-recorder")
                analytics.track(name: "bad")
                analytics.addTestRecorder()
                analytics.track(name: "ok")
            }
        }
        #expect(failures.count == 1)
        #expect(failures.first?.message.contains("+ unexpected track bad") == true)
    }

    /// Tests a shared facade that gets its recorder in the second test. The recorder gets no events of the first test.
    @Test func anEarlierTestsEventsAreNotRecorded() async throws {
        let tests = EventOwnership()
        let shared = Analytics()
        _ = try await failures(exhaustively: true, among: tests) {
            shared.track(name: "boot")
            await Place.elsewhere[0].run { shared.track(Event("boot")) }
        }
        let second = try await failures(exhaustively: true, among: tests) {
            shared.addProvider(CurrentTestRecorder(among: tests))
            shared.track(name: "tap")
            expectTracked("tap")
            expectNotTracked("boot")
        }
        #expect(second == [])
    }

    /// Tests an event of a detached task. It is unknown which test tracked the event, so the later recorder gets it
    /// too.
    @Test func aLateRecorderGetsADetachedTasksEarlierEvent() async throws {
        let failures = try await failures(exhaustively: true) {
            let analytics = Analytics()
            await Place.elsewhere[0].run { analytics.track(Event("tap")) }
            analytics.addTestRecorder()
            expectTracked("tap")
        }
        #expect(failures == [])
    }

    @Test func aRecorderWithoutATraitGetsEventsSinceItsCreation() async {
        let analytics = Analytics()
        analytics.track(name: "before")
        let recorder = TestRecorder()
        analytics.track(name: "boot")
        analytics.addProvider(recorder)
        let failures = await capturedFailures { expectNotTracked("boot", in: recorder) }
        #expect(failures.map(\.message) == [Late.tracked])
        recorder.clear()
    }

    /// Tests that a facade without a recorder keeps a limited number of events.
    @Test func aFacadeWithoutARecorderKeepsTheNewestEvents() async throws {
        let failures = try await failures(exhaustively: false) {
            let analytics = Analytics()
            for number in 1...2_500 { analytics.track(name: "tap", ["number": number]) }
            analytics.addTestRecorder()
            expectCount(1_500)
            expectCount(1, including: ["number": 2_500])
        }
        #expect(failures == [])
    }

    /// Tests a facade that has its own recorder and the shared recorder. Each event must count only once.
    @Test func aSharedRecorderReplacesTheFacadesOwnRecorder() async throws {
        let failures = try await failures(exhaustively: true, among: .ofProcess) {
            let analytics = Analytics.recording(CurrentTestRecorder())
            analytics.track(name: "tap")
            expectTracked("tap")
        }
        #expect(failures == [])
    }
}
