import TestSupport
import Testing
import Trackproof
import TrackproofMutation

@testable import TrackproofCommand

@Suite struct SeenEventsTests {
    @Test func onlyPossibleMistakesAreListed() throws {
        let event = Event("buy", ["id": 7, "method": "card", "tags": ["a"]])
        let group = try #require(SeenEvents([event]).group(of: event))
        let listed = group.mutants(among: group).map { "\($0.mistake.rawValue) \($0.path)" }
        #expect(
            listed == [
                "lost ", "twice ", "renamed ", "parameter-added ",
                "parameter-lost id", "other-value id", "null id", "number-as-text id", "integer-as-number id",
                "parameter-lost method", "other-value method", "empty method", "null method",
                "parameter-lost tags", "empty tags", "null tags",
                "other-value tags.*", "empty tags.*", "null tags.*",
            ])
    }

    @Test func eachListedMistakeChangesAnEvent() {
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let events = (0..<5).map { _ in Event.random(using: &random) }
            let seen = SeenEvents(events)
            for group in seen.groups {
                for mutant in group.mutants(among: group) where mutant.mistake.changesContent {
                    let changed = events.filter { mutant.changed($0) != nil }
                    #expect(!changed.isEmpty, "\(mutant), seed \(seed)")
                    #expect(changed.allSatisfy { mutant.changed($0) != $0 }, "\(mutant), seed \(seed)")
                }
            }
        }
    }

    @Test func fewTextsThatOccurAgainAreCases() throws {
        let methods = (0..<40).map { Event("buy", ["method": .string(["card", "cash"][$0 % 2]), "id": "\($0)"]) }
        let group = try #require(SeenEvents(methods).groups.first)
        #expect(group.values["method"]?.areCases == true)
        #expect(group.values["id"]?.areCases == false)
        let other = try #require(
            group.mutants(among: group).first { $0.mistake == .otherValue && $0.path == "method" })
        #expect(other.changed(methods[0])?.parameters["method"]?.string == "cash")
        #expect(other.changed(methods[1])?.parameters["method"]?.string == "card")
        // A plan cannot say which of several valid values is the right one.
        let alone = try #require(
            group.mutants(of: methods[0]).first { $0.mistake == .otherValue && $0.path == "method" })
        #expect(alone.changed(methods[0])?.parameters["method"]?.string == "cardx")
    }

    @Test func whatIsKeptIsBounded() throws {
        let wide = Event("wide", EventParameters((0..<2_000).map { EventParameter("p\($0)", .integer(Int64($0))) }))
        let long = Event("long", ["items": Array(0..<5_000)])
        var events = [wide, long]
        events += (0..<2_000).map { Event("many", ["id": .integer(Int64($0))]) }
        let seen = SeenEvents(events)
        #expect(seen.group(of: wide)?.paths.count == 500)
        #expect(seen.group(of: long)?.values["items.*"]?.count == 100)
        let many = try #require(seen.group(of: Event("many"))?.values["id"])
        #expect(many.count == 2_000 && many.distinct.count == SeenEvents.Values.limit)
    }
}

extension Event {
    /// A random event with a few names, so that several events have the same name.
    fileprivate static func random(using random: inout SeededGenerator) -> Event {
        func value(_ depth: Int) -> EventValue {
            switch Int.random(in: 0..<(depth == 0 ? 5 : 7), using: &random) {
            case 0: .null
            case 1: .bool(.random(using: &random))
            case 2: .integer(.random(in: -3...3, using: &random))
            case 3: .number(.random(in: -3...3, using: &random))
            case 4: .string(["", "a", "17", "é.*"].randomElement(using: &random) ?? "")
            case 5: .array((0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth - 1) })
            default: .object(parameters(depth - 1))
            }
        }
        func parameters(_ depth: Int) -> EventParameters {
            let names = ["a", "b.c", "*", "ü"].shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
            return EventParameters(names.map { EventParameter($0, value(depth)) })
        }
        var event = Event(["x", "y"].randomElement(using: &random) ?? "", parameters(2))
        if Bool.random(using: &random) { event = .identify("u", event.parameters) }
        return event
    }
}
