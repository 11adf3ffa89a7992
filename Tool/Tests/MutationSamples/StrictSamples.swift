import Testing
import Trackproof
import TrackproofTesting
import XCTest

/// Tests that notice each mistake.
@Suite(.recordingEvents, .enabled(if: Samples.areOn)) struct StrictSamples {
    @Test func opens() {
        expectEvents(.screen("shop", ["source": "push"]), .identify("u1", ["plan": "free"])) {
            SampleShop(analytics: .recording()).open()
        }
    }

    @Test func buys() {
        let shop = SampleShop(analytics: .recording(ClosureProvider("vendor") { _ in }.recorded()))
        expectEvents(
            .event("checkout", ["step": 1]),
            .event("purchase", ["id": 7, "price": 19.99, "gift": true, "tags": ["new", "sale"]])
        ) {
            shop.buy()
        }
        expectDelivered(to: "vendor")
    }
}

/// The same tests for XCTest.
final class StrictXCSamples: RecordingTestCase {
    override func setUpWithError() throws { if !Samples.areOn { throw XCTSkip("only for trackproof mutate") } }

    func testOpens() {
        expectEvents(.screen("shop", ["source": "push"]), .identify("u1", ["plan": "free"])) {
            SampleShop(analytics: .recording()).open()
        }
    }

    func testBuys() {
        expectEvents(
            .event("checkout", ["step": 1]),
            .event("purchase", ["id": 7, "price": 19.99, "gift": true, "tags": ["new", "sale"]])
        ) {
            SampleShop(analytics: .recording()).buy()
        }
    }
}

/// A test case with a recorder in a property, as a project that has its own base class writes it.
final class PropertyXCSamples: XCTestCase {
    private let recorder = TestRecorder(exhaustively: false)

    func testBuys() throws {
        if !Samples.areOn { throw XCTSkip("only for trackproof mutate") }
        SampleShop(analytics: Analytics(providers: [recorder])).buy()
        XCTAssertEqual(recorder.events.map(\.event.name), ["checkout", "purchase"])
    }
}

/// Tests with a recorder of their own and without a base class of Trackproof.
final class OwnXCSamples: XCTestCase {
    override func setUpWithError() throws { if !Samples.areOn { throw XCTSkip("only for trackproof mutate") } }

    /// Without its only event, the test uses no recorder at all.
    func testOneEvent() {
        let recorder = TestRecorder(exhaustively: false)
        recorder.track(Event("only", ["n": 1]))
    }

    /// A mock reads the events without the recorder, so no event may be held back for longer than until the next one.
    func testAMock() {
        let recorder = TestRecorder(exhaustively: false)
        let names = Names()
        let analytics = Analytics(providers: [recorder, ClosureProvider("mock") { names.append($0.name) }])
        for name in ["a", "b", "a"] { analytics.track(name: name) }
        XCTAssertEqual(names.count, 3)
    }

    private final class Names: @unchecked Sendable {
        // Unchecked: only the thread of the test uses the names.
        private var names: [String] = []
        var count: Int { names.count }
        func append(_ name: String) { names.append(name) }
    }
}

/// Tests that overlook some mistakes in ways that the command can name.
@Suite(.enabled(if: Samples.areOn)) struct LooseSamples {
    @Test(.recordingEvents(exhaustively: false)) func buys() {
        SampleShop(analytics: .recording(ClosureProvider("vendor") { _ in }.recorded())).buy()
        expectTracked("purchase", including: ["id": 7, "price": .anyNumber])
    }

    @Test(.recordingEvents) func opens() {
        SampleShop(analytics: .recording()).open()
        expectTracked(.identify(.any, including: [:]))
        expectTracked("shop", ["source": "push"], kind: .screen)
    }

    /// Checks the events itself. Only the event stream of Swift Testing tells whether it fails.
    @Test func checksItself() throws {
        let recorder = TestRecorder(exhaustively: false)
        Analytics(providers: [recorder]).track(name: "own", ["x": 1, "y": 2])
        #expect(try #require(recorder.events.first).event.parameters["x"]?.integer == 1)
    }
}

/// Tests of mistakes in the order of events, and of events that the tests' own code compares.
@Suite(.recordingEvents(exhaustively: false), .enabled(if: Samples.areOn)) struct OrderSamples {
    @Test func fails() {
        let analytics = Analytics.recording()
        analytics.track(name: "started")
        analytics.track(name: "failed")
        expectOrder("started", "failed")
    }

    /// Another event follows, and its order is not checked.
    @Test func succeeds() {
        let analytics = Analytics.recording()
        analytics.track(name: "started")
        analytics.track(name: "succeeded")
        expectCount(2)
    }

    /// The cases run at the same time, and their events must not count as neighbours.
    @Test(arguments: 0..<4) func cases(_ number: Int) async {
        let analytics = Analytics.recording()
        analytics.track(name: "opened")
        analytics.track(name: "begun")
        await Task.yield()
        analytics.track(name: "done")
        expectCount(3)
    }

    /// Code that reads the events between two events keeps them in order.
    @Test func clears() {
        let analytics = Analytics.recording()
        analytics.track(name: "shown")
        clearEvents()
        analytics.track(name: "tapped")
        expectTracked("tapped")
    }

    @Test func doesNotClear() {
        let analytics = Analytics.recording()
        analytics.track(name: "shown")
        analytics.track(name: "tapped")
        expectTracked("shown")
        expectTracked("tapped")
    }

    /// An event that is tracked by mistake has the default parameters of this run.
    @Test func hasOneSession() {
        let analytics = Analytics.recording()
        let session = "\(UInt64.random(in: 0...UInt64.max))"
        for name in ["x", "y"] { analytics.track(name: name, ["session": session]) }
        let sessions = TestRecorder.current?.events.compactMap { $0.event.parameters["session"]?.string } ?? []
        #expect(Set(sessions).count <= 1)
    }
}

/// A test with a snapshot, which must not get a planted mistake.
@Suite(.recordingEvents, .enabled(if: Samples.areOn)) struct SnapshotSamples {
    @Test func hasASnapshot() {
        Analytics.recording().track(name: "stored", ["id": 7])
        expectSnapshot()
    }
}

/// Tests whose process ends, or does not end, because of a mistake.
@Suite(.recordingEvents(exhaustively: false), .enabled(if: Samples.areOn)) struct CrashingSamples {
    @Test(arguments: 0..<4) func calm(_ number: Int) async throws {
        Analytics.recording().track(name: "calm", ["number": number])
        // The test is still running when another test ends the process.
        try await Task.sleep(for: .milliseconds(50))
    }

    /// A provider that checks its events can end the process while the event is on its way.
    @Test func crashesInAProvider() async {
        let strict = ClosureProvider("strict") { precondition(!$0.name.hasSuffix("_2")) }
        Analytics.recording(strict).track(name: "strict")
    }

    @Test func crashes() async {
        Analytics.recording().track(name: "first")
        let events = TestRecorder.current?.events ?? []
        #expect(events[0].event.name.isEmpty == false)
    }
}

@Suite(.recordingEvents(exhaustively: false), .enabled(if: Samples.areOn)) struct HangingSamples {
    @Test func waitsForever() async {
        Analytics.recording().track(name: "last")
        while TestRecorder.current?.events.contains(where: { $0.event.name == "last" }) != true {
            // Nothing cancels this test, so the sleep does not throw.
            try? await Task.sleep(for: .milliseconds(20))
        }
    }
}

@Suite(.recordingEvents, .enabled(if: Samples.areOn)) struct WaitingSamples {
    @Test func waitsForAnEvent() async {
        let analytics = Analytics.recording()
        Task.detached { analytics.track(name: "late") }
        await expectTracked("late", within: .seconds(600))
    }

    @Test func waitsForEvents() async {
        let analytics = Analytics.recording()
        await expectEvents(.event("later"), within: .seconds(600)) {
            Task.detached { analytics.track(name: "later") }
        }
    }
}
