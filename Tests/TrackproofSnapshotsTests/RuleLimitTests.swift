import Testing
import Trackproof

@testable import TrackproofSnapshots

/// Tests snapshots with many rules, and with rules of many levels.
@Suite struct RuleLimitTests {
    /// Tests 20,000 rules for different names. If the comparison tried one rule after another, it would take minutes.
    @Test func manyRulesAreLookedUpQuickly() {
        let settings = SnapshotSettings(
            volatile: (0..<9_900).map { .init(event: "a\($0)", path: "v", shape: .integer) }
                + (0..<100).map { .init(event: "a*", path: "w\($0)", shape: .any) },
            ignore: (0..<10_000).map { "b\($0)" })
        let expected = (9_000..<10_000).map { Event("a\($0)", ["v": 1, "w7": "x"]) }
        let actual =
            (9_000..<10_000).map { Event("a\($0)", ["v": 2, "w7": "y"]) } + (0..<1_000).map { Event("b\($0)") }
        let found = differences(expected, actual, settings)
        #expect(found.count == 100)
        #expect(found.first == "changed a9900 900>900 [v value 1>2]")
    }

    @Test func manyRulesOfOneNameAreApplied() {
        let settings = SnapshotSettings(
            volatile: (0..<10_000).map { .init(event: "a", path: "p\($0)", shape: .integer) })
        func event(_ offset: Int) -> Event {
            Event("a", EventParameters((9_500..<10_001).map { EventParameter("p\($0)", .integer(Int64($0 + offset))) }))
        }
        #expect(differences([event(0)], [event(1)], settings) == ["changed a 0>0 [p10000 value 10000>10001]"])
    }

    @Test func namesInRulesAreComparedByTheirScalars() {
        let settings = SnapshotSettings(
            volatile: [.init(event: "caf\u{E9}", path: "v", shape: .any)], ignore: ["cafe\u{301}_*", "th\u{E9}"])
        var rules = CompiledRules(settings, types: .exact)
        #expect(rules.rules(for: Event("caf\u{E9}")).volatile != nil)
        #expect(rules.rules(for: Event("cafe\u{301}")).volatile == nil)
        #expect(rules.rules(for: Event("cafe\u{301}_1")).isIgnored)
        #expect(!rules.rules(for: Event("caf\u{E9}_1")).isIgnored)
        #expect(rules.rules(for: Event("th\u{E9}")).isIgnored)
        #expect(!rules.rules(for: Event("the\u{301}")).isIgnored)
    }

    @Test func theDepthOfRulesHasALimit() throws {
        let path = Array(repeating: "*", count: 100).joined(separator: ".")
        let digits = Array(repeating: "0", count: 100).joined(separator: ".")
        // If the time of the comparison doubled with each level of the path, the comparison would never end.
        let content = #"{"snapshot":1,"events":[],"volatile":{"*":{"\#(path)":"any","\#(digits)":"uuid"}}}"#
        let snapshot = try Snapshot(Array(content.utf8))
        #expect(Comparison(of: Recording([Event("tap", ["a": 1])]), with: snapshot).differences.count == 1)

        let deep = Array(repeating: "a", count: 129).joined(separator: ".")
        #expect(throws: (any Error).self) {
            try Snapshot(Array(#"{"snapshot":1,"events":[],"volatile":{"tap":{"\#(deep)":"any"}}}"#.utf8))
        }
    }
}
