import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofSnapshots
import TrackproofTesting

@testable import TrackproofAssertions

/// Tests which events a recorder has, and which of them are checked.
@Suite struct RecordingLogTests {
    private static let sources: [EventSource] = [.app, .wire("segment")]
    private static let expectations: [EventExpectation] = [
        .event("tap", ["a": 1]), .event("tap", ["a": 0]), .event("tap", ["a": .anyInteger]),
        .event("tap", including: [:]), .event("tap"), .event("view", ["a": .in(0...1)]),
        .event("tap", ["a": 1], kind: .screen), .identify("ann"), .identify(.any), .event("nothing"),
    ]

    /// Tests the log after each of many random steps.
    @Test(arguments: 0..<rounds(15, deep: 60)) func theLogHasAllEventsAndTheChecksOfEach(seed: Int) {
        var generator = SeededGenerator(seed: seed)
        let recorder = TestRecorder(exhaustively: false)
        var checked: Set<Int64> = []
        for _ in 0..<60 {
            switch generator.number(0...9) {
            case 0...4:
                let event =
                    generator.number(0...5) == 0
                    ? .identify(["ann", "bob"][generator.number(0...1)]) : generator.smallEvents(upTo: 1).first
                if let event { recorder.record(event, source: Self.sources[generator.number(0...1)]) }
            case 5...6:
                let expectation = Self.expectations[generator.number(0...Self.expectations.count - 1)]
                let found = recorder.log(of: .app).unchecked(expectation.compiled)
                let taken = Array(found.prefix(generator.number(0...2)))
                #expect(recorder.markChecked(taken))
                checked.formUnion(taken.compactMap(\.recorded.sequence))
            case 7:
                let log = recorder.log(of: .app)
                let some = log.filter { _ in generator.number(0...3) == 0 }
                recorder.markChecked(all: some)
                checked.formUnion(some.compactMap(\.recorded.sequence))
            case 8 where generator.number(0...3) == 0: recorder.clear()
            default: break
            }
            compare(recorder, checked)
        }
    }

    private func compare(_ recorder: TestRecorder, _ checked: Set<Int64>) {
        let events = recorder.events
        #expect(recorder.eventCount == events.count)
        for source in Self.sources {
            let own = events.filter { $0.source == source }
            let log = recorder.log(of: source)
            #expect(log.map(\.recorded) == own)
            #expect(log.map(\.number) == Array(1..<(own.count + 1)))
            #expect(log.map(\.isChecked) == own.map { checked.contains($0.sequence ?? 0) })
            let middle = own.isEmpty ? 0 : own[own.count / 2].sequence ?? 0
            #expect(
                recorder.log(of: source, after: middle).map(\.recorded)
                    == own.filter { ($0.sequence ?? 0) > middle })
            for expectation in Self.expectations {
                let expected = expectation.compiled
                let fitting = own.filter { expected.matches($0.event) }
                #expect(
                    recorder.log(of: source).unchecked(expected).map(\.recorded)
                        == fitting.filter { !checked.contains($0.sequence ?? 0) })
            }
        }
    }

    @Test func eachExpectationCountsItsOwnEvents() {
        let recorder = TestRecorder(exhaustively: false)
        for index in 0..<20 { recorder.track(Event("tap", ["a": index, "b": index])) }
        for index in 0..<20 { expectCount(20 - index, of: "tap", including: ["a": .in(index...19)], in: recorder) }
    }

    /// Tests two assertions that find the same event at the same time. Only the first assertion can check the event. The
    /// second assertion checks no event, also no other one.
    @Test func anEventIsCheckedOnce() {
        let recorder = TestRecorder(exhaustively: false)
        for name in ["a", "b"] { recorder.track(Event(name)) }
        let log = recorder.log(of: .app)
        #expect(recorder.markChecked(Array(log.prefix(1))))
        #expect(!recorder.markChecked(log))
        #expect(recorder.log(of: .app).map(\.isChecked) == [true, false])
        #expect(recorder.log(of: .app).unchecked(EventExpectation.event("a").compiled).isEmpty)
    }

    /// Tests a recorder that is cleared after an assertion found an event and before the event is marked as checked.
    @Test func aClearedEventIsNotChecked() {
        let recorder = TestRecorder(exhaustively: false)
        recorder.track(Event("tap"))
        let found = recorder.log(of: .app)
        recorder.clear()
        recorder.track(Event("tap"))
        #expect(!recorder.markChecked(found))
        recorder.markChecked(all: found)
        #expect(recorder.log(of: .app).map(\.isChecked) == [false])
    }

    /// Tests a matcher that reads the recorder. The matcher must run outside the recorder's lock.
    @Test func aMatcherMayReadTheRecorder() {
        let recorder = TestRecorder(exhaustively: false)
        recorder.record(Event("tap", ["a": 1]), source: .app)
        expectTracked("tap", ["a": .where("the only event") { _ in recorder.events.count == 1 }], in: recorder)
    }
}
