import Testing
import Trackproof
import XCTest

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Facades that track before they have a recorder.
private enum Late {
    static let tracked = "tracked, but should not have been: boot (number 1)\nrecorded 1 event:\n    1  track boot"

    /// Ways in which a test gives a facade its recorder after the facade has tracked.
    static let ways: [(name: String, attach: @Sendable (Analytics) -> Void)] = [
        ("recorded()", { _ = $0.recorded() }),
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

    /// An object that makes its own facade, and tracks when it is made.
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
    @Test(arguments: Late.ways.indices) func theRecorderGetsWhatTheTestTrackedBefore(way: Int) async throws {
        let failures = try await failures(exhaustively: true, among: .ofProcess) {
            let analytics = Late.boot()
            Late.ways[way].attach(analytics)
            expectNotTracked("boot")
        }
        #expect(failures.first?.message == Late.tracked, "\(Late.ways[way].name)")
    }

    @Test func theyComeFirst() async throws {
        let failures = try await failures(exhaustively: true) {
            let analytics = Late.boot()
            analytics.track(name: "shown")
            analytics.recorded()
            analytics.track(name: "tap")
            expectOrder("boot", "shown", "tap")
            for name in ["boot", "shown", "tap"] { expectTracked(name) }
        }
        #expect(failures == [])
    }

    /// What was tracked while the recorder was away counts, too.
    @Test func whileItWasRemoved() async throws {
        let failures = try await failures(exhaustively: true) {
            let analytics = Analytics.recording()
            expectEvents(Event("ok")) {
                analytics.removeProvider("facade-recorder")
                analytics.track(name: "bad")
                analytics.recorded()
                analytics.track(name: "ok")
            }
        }
        #expect(failures.count == 1)
        #expect(failures.first?.message.contains("+ unexpected track bad") == true)
    }

    /// A shared facade that gets its recorder in the second test does not give it what the first tracked.
    @Test func whatAnEarlierTestTrackedIsNotRecorded() async throws {
        let tests = RunningRecorders()
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

    /// Where the test is not known, a recorder gets what was tracked since it was made.
    @Test func fromElsewhere() async throws {
        let failures = try await failures(exhaustively: true) {
            let analytics = Analytics()
            await Place.elsewhere[0].run { analytics.track(Event("tap")) }
            analytics.recorded()
            expectTracked("tap")
        }
        #expect(failures == [])
    }

    /// A recorder of a test's own that has no trait.
    @Test func aRecorderOfOnesOwn() async {
        let analytics = Analytics()
        analytics.track(name: "before")
        let recorder = TestRecorder()
        analytics.track(name: "boot")
        analytics.addProvider(recorder)
        let failures = await capturedFailures { expectNotTracked("boot", in: recorder) }
        #expect(failures.map(\.message) == [Late.tracked])
        recorder.clear()
    }

    /// A facade that gets no recorder keeps no more than the newest.
    @Test func manyEvents() async throws {
        let failures = try await failures(exhaustively: false) {
            let analytics = Analytics()
            for number in 1...2_500 { analytics.track(name: "tap", ["number": number]) }
            analytics.recorded()
            expectCount(1_500)
            expectCount(1, including: ["number": 2_500])
        }
        #expect(failures == [])
    }

    /// A facade with both would count each event twice.
    @Test func aSharedRecorderBesideTheFacadesOwn() async throws {
        let failures = try await failures(exhaustively: true, among: .ofProcess) {
            let analytics = Analytics.recording(CurrentTestRecorder())
            analytics.track(name: "tap")
            expectTracked("tap")
        }
        #expect(failures == [])
    }
}

final class LateRecorderXCTests: CapturingTestCase {
    func testTheRecorderGetsWhatTheTestTrackedBefore() {
        for (name, attach) in Late.ways {
            let failures = failures(exhaustively: true, among: .ofProcess) {
                let analytics = Late.boot()
                attach(analytics)
                expectNotTracked("boot")
            }
            XCTAssertEqual(failures.map(\.message), [Late.tracked], name)
        }
    }

    func testWhatAnEarlierTestTrackedIsNotRecorded() {
        let shared = Analytics()
        XCTAssertEqual(failures(exhaustively: true, among: .ofProcess) { shared.track(name: "boot") }, [])
        let second = failures(exhaustively: true, among: .ofProcess) {
            shared.addProvider(CurrentTestRecorder())
            shared.track(name: "tap")
            expectTracked("tap")
            expectNotTracked("boot")
        }
        XCTAssertEqual(second, [])
    }
}
