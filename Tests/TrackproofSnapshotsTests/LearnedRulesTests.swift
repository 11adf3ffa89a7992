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
