import TestSupport
import Testing
import Trackproof
import TrackproofSnapshots

@testable import TrackproofCommand

@Suite struct SnapshotDefenceTests {
    /// The answers must be those of a comparison of the whole recording.
    @Test(arguments: 0..<rounds(20, deep: 60)) func theAnswersAreThoseOfAComparison(seed: Int) throws {
        var random = SeededGenerator(seed: seed)
        let names = ["a", "b", "c", "heartbeat"]
        func event() -> Event {
            let name = names.randomElement(using: &random) ?? ""
            return Event(
                name,
                [
                    "id": Int.random(in: 0...2, using: &random),
                    "at": ["x", "17", "2026-01-01T00:00:00Z"].randomElement(using: &random),
                ])
        }
        var events = (0..<12).map { _ in RecordedEvent(event()) }
        let expected = events.filter { $0.event.name != "heartbeat" }
        let settings = SnapshotSettings(
            order: Bool.random(using: &random) ? .any : .strict,
            volatile: [
                .init(event: "a", path: "at", shape: .any), .init(event: "b", path: "id", shape: .integer),
                .init(event: "c", path: "at", shape: .timestamp),
            ].filter { _ in Bool.random(using: &random) },
            ignore: ["heart*"], ordered: Bool.random(using: &random) ? [["a", "b"]] : [])
        let snapshot = Snapshot(expected, settings: settings)
        if settings.volatile.isEmpty, settings.order == .any, settings.ordered.isEmpty {
            events.shuffle(using: &random)
        }
        let recording = Recording(events)
        let defence = SnapshotDefence(of: recording, with: snapshot)
        // A value that does not fit its rule makes the recording differ, and then there is no answer.
        guard defence.comparison.isEmpty else { return }
        func isEmpty(_ changed: [RecordedEvent]) -> Bool { Comparison(of: Recording(changed), with: snapshot).isEmpty }
        for position in events.indices {
            for _ in 0..<10 {
                var changed = events
                changed[position] = RecordedEvent(event())
                #expect(defence.accepts(changed[position], at: position) == isEmpty(changed), "position \(position)")
            }
            var lost = events
            lost.remove(at: position)
            #expect(!defence.compares(at: position) == isEmpty(lost))
            let added = RecordedEvent(event())
            #expect(!defence.compares(added) == isEmpty(events + [added]))
            guard position > 0 else { continue }
            var swapped = events
            swapped.swapAt(position - 1, position)
            #expect(defence.acceptsSwap(of: position - 1, and: position) == isEmpty(swapped), "swap at \(position)")
        }
    }

    /// An event of a wire can match several expected events, because its context can complete its parameters.
    @Test func anEventThatCanMatchSeveralExpectedEventsIsComparedAsAWhole() {
        let expected = [
            RecordedEvent(Event("buy", ["id": 1, "locale": "de"])), RecordedEvent(Event("buy", ["id": 1])),
        ]
        let actual = [
            RecordedEvent(Event("buy", ["id": 1]), source: .wire("segment"), context: ["locale": "de"]),
            RecordedEvent(Event("buy", ["id": 1]), source: .wire("segment")),
        ]
        let options = ComparisonOptions(source: .wire("segment"))
        let defence = SnapshotDefence(of: Recording(actual), with: Snapshot(expected), options: options)
        #expect(defence.comparison.isEmpty)
        var changed = actual[1]
        changed.context = ["locale": "de"]
        #expect(defence.accepts(changed, at: 1))
        changed.event.parameters["id"] = .integer(2)
        #expect(!defence.accepts(changed, at: 1))
    }

    @Test func theRuleOfAValueIsFound() {
        let event = Event("buy", ["id": 1, "items": [["price": 1]], "deep": .object(["a": .object(["b": 1])])])
        let settings = SnapshotSettings(volatile: [
            .init(event: "*", path: "id", shape: .any), .init(event: "buy", path: "items.*.price", shape: .number),
            .init(event: "buy", path: "deep", shape: .any),
        ])
        let defence = SnapshotDefence(of: Recording([event]), with: Snapshot([event], settings: settings))
        #expect(defence.rule(at: "id", of: event)?.shape.text == "any")
        #expect(defence.rule(at: "items.*.price", of: event)?.path == "items.*.price")
        #expect(defence.rule(at: "deep.a.b", of: event)?.path == "deep")
        #expect(defence.rule(at: "items", of: event) == nil)
        #expect(defence.rule(at: "absent", of: event) == nil)
    }
}
