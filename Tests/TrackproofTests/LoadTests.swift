import Foundation
import Testing
import Trackproof

/// Tests with calls from several threads at once, in which the thread sanitizer looks for data races.
@Suite(.timeLimit(.minutes(2))) struct LoadTests {
    private struct Tapped: AnalyticsEvent {
        var itemNumber: Int
        var position: Int?
    }

    @Test func trackingDrainingWaitingAndConfiguringWorkConcurrently() async {
        let (recorder, bounded) = (EventRecorder(), EventRecorder(capacity: 10, id: "bounded"))
        let (counted, each) = (EventRecorder(id: "counted"), 300)
        let analytics = Analytics(providers: [recorder, bounded, counted, recorder.queued()])
        await withTaskGroup(of: Void.self) { group in
            for tracker in 0..<3 {
                group.addTask {
                    for number in 0..<each {
                        analytics.track(Tapped(itemNumber: number, position: number % 2 == 0 ? nil : tracker))
                        analytics.track(name: "plain", ["number": number])
                    }
                }
            }
            group.addTask {
                for number in 0..<100 {
                    let id = ProviderID("extra_\(number)")
                    analytics.addProvider(ClosureProvider(id) { _ in })
                    analytics.setDefaultParameters(["number_of_provider": number])
                    if number % 10 == 0 { analytics.addTransformation { $0 } }
                    analytics.setConsent(true)
                    analytics.removeProvider(id)
                    recorder.drain()
                    _ = bounded.events.count + bounded.droppedCount
                    analytics.flush()
                }
            }
            for count in 1...4 {
                group.addTask {
                    let found = await counted.waitForEvents(count * 50, within: .seconds(100)) {
                        $0.event.name == "tapped"
                    }
                    #expect(found.count == count * 50)
                    let waiting = Task { await bounded.waitForEvents(1_000_000, within: .seconds(100)) { _ in true } }
                    waiting.cancel()
                    _ = await waiting.value
                }
            }
        }
        let names = counted.events.map(\.event.name)
        #expect(names.filter { $0 == "tapped" }.count == 3 * each)
        #expect(counted.events.map(\.sequence) == (1...Int64(3 * each * 2)).map(Optional.some))
        #expect(counted.events.allSatisfy { $0.event.encodingError == nil })
        #expect(bounded.events.count == 10)
    }

    /// Tests many threads that track a new type at once. The first thread determines the names of its parameters.
    @Test func manyThreadsCanTrackANewTypeAtOnce() {
        struct Fresh: AnalyticsEvent {
            var firstName = 1
            var secondName: Int?
            var thirdName = 3
        }
        let recorder = EventRecorder()
        let analytics = Analytics(providers: [recorder])
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<100 {
                analytics.track(Fresh(secondName: (thread + number) % 2 == 0 ? nil : 2))
            }
        }
        let descriptions = Dictionary(grouping: recorder.drain(), by: \.event.description).mapValues(\.count)
        #expect(
            descriptions == [
                "track fresh {first_name: 1, third_name: 3}": 400,
                "track fresh {first_name: 1, second_name: 2, third_name: 3}": 400,
            ])
    }
}
