import _TrackproofTestSupport
import Testing
import Trackproof

@testable import TrackproofSnapshots

@Suite struct LearnedRulesTests {
    /// The input of a step is a line with the events of each run. The line before them can contain the settings of a
    /// snapshot. The output is the proposed rules, and the variations that no rule can express.
    @Test func runsGiveTheRulesOfTheTranscript() throws {
        try expectTranscript("learned-rules") { _, lines in
            let (settings, runs) = try read(lines)
            let learned = LearnedRules(from: runs, settings: settings)
            return (learned.proposals.map(\.description) + learned.unstable.map { "unstable: \($0)" })
                .joined(separator: "\n")
        }
        #expect(LearnedRules(from: []).proposals.isEmpty)
    }

    /// Returns the lines about the rules that are learned from a parameter with a value in each run.
    private func lines(_ values: [some EventValueConvertible]) -> [String] {
        LearnedRules(from: values.map { Recording([Event("open", ["x": $0])]) }).proposalLines
    }

    @Test func aRuleThatOnlyTheFirstRunNeedsHasAWarning() {
        let cause = "does the app keep its state from run to run? Then erase it before each run instead of this rule"
        #expect(
            lines([true, false, false, false]) == [
                "open.x: bool; this accepts both true and false", "    run 1: true; runs 2 to 4: false",
                "    only the first run differs: " + cause,
            ])
        #expect(
            lines(["new", "known", "known"]) == [
                #"open.x: string; this accepts both "new" and "known""#, #"    run 1: "new"; runs 2 to 3: "known""#,
                "    only the first run differs: " + cause,
            ])
        #expect(
            lines([1, 2, 3]) == [
                "open.x: integer", "    run 1: 1; run 2: 2; run 3: 3",
                "    the value grows by 1 with each run: " + cause,
            ])
    }

    @Test func aRuleForOtherValuesHasNoWarning() {
        #expect(
            lines([true, false, true]) == [
                "open.x: bool; this accepts both true and false", "    run 1: true; run 2: false; run 3: true",
            ])
        #expect(lines([7, 3, 9]) == ["open.x: integer", "    run 1: 7; run 2: 3; run 3: 9"])
        #expect(lines([7, 8]) == ["open.x: integer", "    run 1: 7; run 2: 8"])
        #expect(lines([7, 7, 7]).isEmpty)
    }

    @Test func theValuesOfARunAreThoseOfAllItsEvents() {
        func event(_ number: Int) -> Event {
            Event("open", ["items": EventValue.array([EventValue.object(["x": number])])])
        }
        let runs = [1, 5, 2].map { (start: Int) in Recording((start..<start + 4).map { event($0) }) }
        #expect(
            LearnedRules(from: runs).proposalLines == [
                "open.items.*.x: integer",
                "    run 1: 1, 2, 3, …; run 2: 5, 6, 7, …; run 3: 2, 3, 4, …",
            ])
    }

    private func read(_ lines: [String]) throws -> (SnapshotSettings, [Recording]) {
        let settings = try lines[0].wholeMatch(of: /settings (.*)/).map { try Snapshot(Array($0.1.utf8)).settings }
        let runs = try lines.dropFirst(settings == nil ? 0 : 1).map { try Recording(Array($0.utf8)) }
        return (settings ?? SnapshotSettings(), runs)
    }

    @Test func theListOfUnstableEventsHasALimit() {
        let learned = LearnedRules(from: [Recording((0..<150).map { Event("a\($0)") }), Recording()])
        #expect(learned.unstable.count == 101)
        #expect(learned.unstable.last == "… and 50 more")
    }

    @Test func theNumberOfLearnedRulesHasALimit() {
        let run = { (start: Int) in
            Recording((0..<1_500).map { Event("a\($0)", ["x": start + $0]) })
        }
        let learned = LearnedRules(from: [run(0), run(10_000)])
        #expect(learned.proposals.count == LearnedRules.limit)
        #expect(learned.unstable.count == 101)
        #expect(learned.unstable.first?.hasSuffix(": x varies") == true)
    }

    @Test func theSnapshotShowsTheLearnedShapes() throws {
        let (one, two) = (Recording([Event("a", ["id": 1, "n": 1])]), Recording([Event("a", ["id": 2, "n": 1])]))
        let learned = LearnedRules(from: [one, two])
        let snapshot = Snapshot(recorded: one).adding(learned.proposals).updated(to: two)
        try expectGolden(
            "LearnedRulesTests/the-snapshot-shows-the-learned-shapes", String(decoding: snapshot.bytes, as: UTF8.self))
    }
}
