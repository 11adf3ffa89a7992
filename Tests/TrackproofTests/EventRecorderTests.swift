import Foundation
import Testing
import Trackproof

@Suite struct EventRecorderTests {
    private let recorder = EventRecorder()
    private var analytics: Analytics { Analytics(providers: [recorder]) }

    @Test func eventsAreNumberedAndDated() {
        let before = EventTime.now.millisecondsSince1970
        for name in ["a", "b", "c"] { analytics.track(name: name) }
        let events = recorder.events
        let after = EventTime.now.millisecondsSince1970
        #expect(events.map(\.event.name) == ["a", "b", "c"])
        #expect(events.map(\.sequence) == [1, 2, 3])
        for event in events {
            // The clock that gives the time of the event may be a few milliseconds behind.
            #expect((before - 50...after).contains(event.time?.millisecondsSince1970 ?? 0))
        }
        #expect(recorder.events.count == 3)
    }

    @Test func drainingRemovesAllEventsAndTheNumbersContinue() {
        analytics.track(name: "a")
        analytics.track(name: "b")
        #expect(recorder.drain().map(\.event.name) == ["a", "b"])
        #expect(recorder.drain().isEmpty)
        #expect(recorder.events.isEmpty)
        analytics.track(name: "c")
        #expect(recorder.events.map(\.sequence) == [3])
        #expect(recorder.droppedCount == 0)
    }

    /// Tests a capacity, which is at least 1.
    @Test(arguments: [0, 1, 2, 10])
    func aRecorderWithACapacityKeepsTheNewestEvents(capacity: Int) {
        let recorder = EventRecorder(capacity: capacity)
        let (capacity, analytics) = (max(1, capacity), Analytics(providers: [recorder]))
        for number in 1...47 {
            analytics.track(name: "\(number)")
            if number % 5 == 0 {
                #expect(recorder.events.map(\.event.name) == (1...number).suffix(capacity).map(String.init))
                #expect(recorder.droppedCount == Swift.max(0, number - capacity))
            }
        }
        #expect(recorder.drain().map(\.sequence) == (1...47).suffix(capacity).map(Int64.init))
        #expect(recorder.droppedCount == 47 - capacity)
    }

    @Test func drainingLosesNoEventsWhileOtherThreadsTrack() {
        let (recorder, threads, each) = (recorder, 4, 500)
        let drained = EventRecorder()
        DispatchQueue.concurrentPerform(iterations: threads + 1) { thread in
            if thread == threads {
                // Drains until each of the other threads has tracked its last event.
                var ended = 0
                while ended < threads {
                    for event in recorder.drain() {
                        drained.record(event.event, source: .app)
                        if event.event.name == "end" { ended += 1 }
                    }
                }
            } else {
                let analytics = Analytics(providers: [recorder])
                for number in 0..<each { analytics.track(name: "tap", ["thread": thread, "number": number]) }
                analytics.track(name: "end")
            }
        }
        let events = (drained.events + recorder.events).map(\.event)
        #expect(events.count == threads * (each + 1))
        for thread in 0..<threads {
            let numbers = events.filter { $0.parameters["thread"] == .integer(Int64(thread)) }
                .map { $0.parameters["number"] }
            #expect(numbers == (0..<each).map { .integer(Int64($0)) })
        }
    }
}

/// Tests of waits for events. If a test tracks the events, its wait ends when they arrive, long before its time limit.
@Suite(.timeLimit(.minutes(1))) struct EventRecorderWaitTests {
    private let recorder = EventRecorder()
    private var analytics: Analytics { Analytics(providers: [recorder]) }

    @Test func eventsBeforeAWaitCount() async {
        for name in ["a", "b", "a", "a"] { analytics.track(name: name) }
        let found = await recorder.waitForEvents(2, within: .seconds(3_600)) { $0.event.name == "a" }
        #expect(found.map(\.sequence) == [1, 3])
        #expect(
            recorder.blockForEvents(3, within: .seconds(3_600)) { $0.event.name == "a" }.map(\.sequence) == [1, 3, 4])
        #expect(await recorder.waitForEvents(0, within: .seconds(3_600)) { _ in false }.isEmpty)
        #expect(recorder.blockForEvents(0, within: .seconds(3_600)) { _ in false }.isEmpty)
    }

    @Test func eachOfSeveralWaitsEndsWithItsOwnEvents() async {
        let recorder = recorder
        let found = await withTaskGroup(of: (Int, [Int64?]).self) { group in
            for count in 1...20 {
                group.addTask {
                    let found = await recorder.waitForEvents(count, within: .seconds(3_600)) { $0.event.name == "a" }
                    return (count, found.map(\.sequence))
                }
            }
            let analytics = analytics
            group.addTask {
                for number in 1...39 { analytics.track(name: number % 2 == 1 ? "a" : "b") }
                return (0, [])
            }
            return await group.reduce(into: [Int: [Int64?]]()) { $0[$1.0] = $1.1 }
        }
        for count in 1...20 { #expect(found[count] == (1...Int64(count)).map { 2 * $0 - 1 }) }
    }

    @Test func aWaitThatTimesOutReturnsFewerEvents() async {
        analytics.track(name: "a")
        let clock = ContinuousClock()
        let start = clock.now
        let found = await recorder.waitForEvents(2, within: .milliseconds(30)) { $0.event.name == "a" }
        #expect(found.map(\.event.name) == ["a"])
        #expect(clock.now - start >= .milliseconds(30))
        let second = clock.now
        #expect(recorder.blockForEvents(2, within: .milliseconds(30)) { $0.event.name == "a" }.count == 1)
        #expect(clock.now - second >= .milliseconds(30))
        #expect(recorder.blockForEvents(2, within: .seconds(-1)) { _ in true }.count == 1)
        #expect(await recorder.waitForEvents(2, within: .seconds(-1)) { _ in true }.count == 1)
    }

    @Test func theWaitOfACancelledTaskEndsAtOnce() async {
        let recorder = recorder
        analytics.track(name: "a")
        let waiting = Task { await recorder.waitForEvents(2, within: .seconds(3_600)) { _ in true } }
        waiting.cancel()
        #expect(await waiting.value.count == 1)

        let late = Task {
            // The second wait begins after the task was cancelled.
            _ = await recorder.waitForEvents(2, within: .seconds(3_600)) { _ in true }
            return await recorder.waitForEvents(2, within: .seconds(3_600)) { _ in true }
        }
        late.cancel()
        #expect(await late.value.count == 1)
    }

    @Test func aWaitThatEndedIgnoresLaterEvents() async {
        let asked = EventRecorder()
        _ = await recorder.waitForEvents(1, within: .milliseconds(1)) { event in
            asked.record(event.event, source: .app)
            return true
        }
        analytics.track(name: "late")
        #expect(asked.events.isEmpty)
    }

    @Test func aThreadIsBlockedUntilAnotherThreadTracks() {
        let (recorder, analytics) = (recorder, analytics)
        let thread = Thread {
            for number in 1...5 { analytics.track(name: number % 2 == 0 ? "even" : "odd") }
        }
        thread.start()
        let found = recorder.blockForEvents(3, within: .seconds(3_600)) { $0.event.name == "odd" }
        #expect(found.map(\.sequence) == [1, 3, 5])
    }

    @Test func aBlockedThreadSeesEventsThatAreDrainedMeanwhile() {
        let (recorder, analytics) = (recorder, analytics)
        analytics.track(name: "a")
        var isFirst = true
        let found = recorder.blockForEvents(2, within: .seconds(3_600)) { _ in
            if isFirst {
                isFirst = false
                Thread {
                    recorder.drain()
                    analytics.track(name: "b")
                }.start()
            }
            return true
        }
        #expect(found.map(\.event.name) == ["a", "b"])
        #expect(found.map(\.sequence) == [1, 2])
    }
}
