import TestSupport
import Testing
import Trackproof
import TrackproofPlanning
import TrackproofPlans

/// Tests that the results of a recording's parts can be merged in any order and in groups.
struct CheckTallyMergingTests {
    private static let texts = [
        #"{"name": "e", "parameters": {"v": 1}}"#, #"{"name": "e", "parameters": {"v": "x"}}"#,
        #"{"name": "e", "parameters": {"v": "y", "w": true}}"#, #"{"name": "e", "parameters": {"v": 1.0}}"#,
        #"{"name": "e"}"#, #"{"name": "f"}"#, #"{"name": "zz"}"#, #"{"name": "e", "parameters": {"v": null}}"#,
    ]

    /// Returns the events of a random recording, with their numbers.
    private func events(_ random: inout some RandomNumberGenerator) throws -> [(number: Int, event: RecordedEvent)] {
        let events = try Self.texts.map(event)
        return (1...Int.random(in: 1...40, using: &random)).map { number in
            (number, events[Int.random(in: 0..<events.count, using: &random)])
        }
    }

    private func tally(
        _ events: some Sequence<(number: Int, event: RecordedEvent)>, _ checker: PlanChecker
    ) -> CheckTally {
        var tally = CheckTally()
        for (number, event) in events {
            _ = tally.check(event, checkedBy: checker, CheckContext(), at: EventPlace("r.ndjson", number: number))
        }
        return tally
    }

    private func merged(_ tallies: [CheckTally]) -> CheckTally {
        tallies.reduce(into: CheckTally()) { $0.merge($1) }
    }

    @Test func mergingPartsInAnyOrderGivesTheWhole() throws {
        let checker = PlanChecker(
            try plan(
                #"{"plan": 1, "events": {"e": {"parameters": {"v": {"type": "integer", "required": true}}}, "f": {}}}"#)
        )
        for seed in 0..<rounds(30, deep: 200) {
            var random = SeededGenerator(seed: seed)
            let events = try events(&random)
            let whole = tally(events, checker)
            let cuts = [0, Int.random(in: 0...events.count, using: &random), events.count].sorted()
            var parts = zip(cuts, cuts.dropFirst()).map { tally(events[$0..<$1], checker) }
            parts += [tally([], checker)]
            parts.shuffle(using: &random)
            #expect(merged(parts) == whole, "seed \(seed)")
            // Merging is associative.
            #expect(merged([merged([parts[0], parts[1]]), parts[2]]) == whole, "seed \(seed)")
            #expect(merged([parts[0], merged([parts[1], parts[2]])]) == whole, "seed \(seed)")
        }
    }

    /// Tests more groups of findings than a tally keeps. The tally keeps the same groups after any order of merges.
    @Test func mergingBeyondTheLimitKeepsTheSameGroups() {
        // A tally drops groups each time it has twice as many as the limit.
        let count = 2 * CheckTally.groupLimit + 1_000
        let groups = (0..<count).map { group("e\($0 * 7_919 % count)", number: $0 + 1) }
        func tally(_ range: Range<Int>) -> CheckTally {
            CheckTally(eventCount: range.count, fittingCount: 0, eventCounts: [:], groups: Array(groups[range]))
        }
        let whole = tally(0..<count)
        #expect(merged([tally(15_000..<count), tally(0..<6_000), tally(6_000..<15_000)]) == whole)
        let kept = whole.groups.keys
        #expect(kept.count == CheckTally.groupLimit)
        #expect(whole.uncountedFindings == count - CheckTally.groupLimit)
        var rest = whole
        rest.remove(kept)
        #expect(
            rest.headline == "0 of \(count) events as planned, "
                + "\(count - CheckTally.groupLimit) findings are not listed")
        #expect(kept.min()?.event == "e0")
    }

    /// Returns the group of a finding about an unplanned event.
    private func group(_ event: String, number: Int, count: Int = 1) -> FindingGroup {
        let place = EventPlace("r", number: number)
        let finding = PlanFinding(
            id: .unplannedEvent, severity: .warning, event: event, path: "", expected: "an event of the plan",
            found: "track \"\(event)\"")
        return FindingGroup(
            finding, count: count, eventCount: count, first: place, last: place, samples: ["track \"\(event)\""])
    }

    /// Tests that a report suggests the same names for one result as for several merged results.
    @Test func namesAreSuggestedAfterMerging() throws {
        let plan = try plan(#"{"plan": 1, "events": {"movie_tapped": {}, "movie_shown": {}, "home": {}}}"#)
        let checker = PlanChecker(plan)
        let names = ["movie_taped", "hom", "movie_shown", "other", "hom", "movie_taped"]
        let events = names.enumerated().map { (number: $0 + 1, event: RecordedEvent(Event($1))) }
        var whole = tally(events, checker)
        var parts = merged([tally(events.suffix(2), checker), tally(events.prefix(4), checker)])
        #expect(whole.groups.values.allSatisfy { $0.sample.nearest == nil })
        whole.suggestNames(of: plan)
        parts.suggestNames(of: plan)
        #expect(parts == whole)
        #expect(
            whole.groups.values.map { [$0.key.event, $0.sample.nearest] }.sorted { ($0[0] ?? "") < ($1[0] ?? "") }
                == [["hom", "home"], ["movie_taped", "movie_tapped"], ["other", nil]])
        // The findings of a single event suggest the same names.
        for (_, event) in events {
            for finding in checker.findings(for: event, CheckContext()) {
                let key = FindingGroup.Key(event: finding.event, path: "", id: finding.id)
                #expect(finding.nearest == whole.groups[key]?.sample.nearest)
            }
        }
    }

    /// Tests that the first sample is from the first event, because the report shows the place of this event.
    @Test func theFirstSampleIsFromTheFirstEvent() throws {
        let checker = PlanChecker(
            try plan(#"{"plan": 1, "events": {"e": {"parameters": {"v": {"type": "integer"}}}}}"#))
        let events = try ["x", "c", "a", "b"].enumerated().map {
            (number: $0 + 1, event: try event(#"{"name": "e", "parameters": {"v": "\#($1)"}}"#))
        }
        let expected = [#"string "x""#, #"string "a""#, #"string "b""#]
        #expect(tally(events, checker).sortedGroups.map(\.samples) == [expected])
        let parts = [tally(events.suffix(2), checker), tally(events.prefix(2), checker)]
        #expect(merged(parts).sortedGroups.map(\.samples) == [expected])
    }

    @Test func informationDoesNotMakeAnEventUnplanned() throws {
        let checker = PlanChecker(
            try plan(#"{"plan": 1, "events": {"e": {"parameters": {"v": {"type": "integer"}}}}}"#))
        let tally = tally([(1, try event(#"{"name": "e", "parameters": {"v": 1.0}}"#))], checker)
        #expect(tally.headline == "1 info; 1 of 1 event as planned")
    }

    /// Tests that the share of a finding also counts events with the name that the plan declares for a vendor.
    @Test func theShareOfAFindingCountsEventsWithTheNameOfAVendor() throws {
        let checker = PlanChecker(
            try plan(
                #"""
                {"plan": 1, "destinations": {"ga4": {}},
                 "events": {"e": {"names": {"ga4": "E"}, "parameters": {"v": {"type": "integer"}}}}}
                """#))
        var tally = CheckTally()
        for (number, value) in ["1", #""x""#, "2", "3"].enumerated() {
            let event = try event(#"{"name": "E", "source": "wire:ga4", "parameters": {"v": \#(value)}}"#)
            _ = tally.check(event, checkedBy: checker, CheckContext(), at: EventPlace("r", number: number + 1))
        }
        #expect(tally.eventCounts == ["e": 4])
        #expect(tally.sortedGroups.map { tally.share(of: $0).value } == [0.25])
    }

    /// Tests the share of a finding about a name that the tally has dropped, because there are too many unplanned names.
    @Test func allEventsWithADroppedNameHaveTheFinding() {
        let group = group("tap", number: 1, count: 3)
        let tally = CheckTally(eventCount: 9, fittingCount: 6, eventCounts: ["e": 6], groups: [group])
        #expect(tally.share(of: group) == FindingShare(found: 3, all: 3))
    }
}
