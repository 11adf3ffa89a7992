import Testing
import Trackproof

@testable import TrackproofSnapshots

/// Tests the limits on the number of rules in a snapshot. Without limits, a comparison could take very long.
@Suite struct RuleLimitTests {
    private func error(_ members: String) -> String? {
        do {
            _ = try Snapshot(Array("{\n  \"snapshot\": 1,\n  \(members),\n  \"events\": []\n}\n".utf8), name: "s.json")
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func theLimitsAreExact() throws {
        func accepted(_ name: String, _ shape: VolatileShape? = nil) -> String {
            var budget = RuleBudget(of: "rules")
            var count = 0
            while true {
                if let excess = budget.excess(adding: name, shape) { return "\(count): \(excess)" }
                count += 1
            }
        }
        #expect(accepted("a") == "10000: expected at most 10000 rules in a snapshot")
        #expect(accepted("a*") == "500: expected at most 500 rules with wildcards in a snapshot")
        let pattern = try VolatileShape("/[0-9]{500}/")
        #expect(
            accepted("a", pattern)
                == "600: the patterns of a snapshot are too large: their total size exceeds 300000")
    }

    @Test func volatileParametersHaveALimit() {
        let rules = (0..<10_001).map { #""p\#($0)": "any""# }.joined(separator: ", ")
        #expect(
            error(#""volatile": { "a": { \#(rules) } }"#)
                == "s.json:3:15: volatile.a.p10000: expected at most 10000 volatile parameters in a snapshot")
    }

    @Test func namesWithWildcardsHaveLimits() {
        let rules = (0..<501).map { #""a\#($0)*": { "p": "any" }"# }.joined(separator: ", ")
        #expect(
            error(#""volatile": { \#(rules) }"#)
                == "s.json:3:15: volatile.a500*.p: expected at most 500 volatile parameters with wildcards in a snapshot"
        )
        let long = String(repeating: "a", count: 256)
        #expect(error(#""ignore": ["\#(long)"]"#) == nil)
        #expect(
            error(#""ignore": ["b", "\#(long)*"]"#)
                == "s.json:3:13: ignore.1: a name with wildcards must not be longer than 256 characters")
    }

    @Test func ignoredAndOrderedNamesHaveALimit() {
        func names(_ count: Int) -> String { (0..<count).map { "\"a\($0)\"" }.joined(separator: ", ") }
        #expect(
            error(#""ignore": [\#(names(10_001))]"#)
                == "s.json:3:13: ignore.10000: expected at most 10000 names in a snapshot")
        #expect(
            error(#""ordered": [[\#(names(5_000))], [\#(names(5_001))]]"#)
                == "s.json:3:14: ordered.1.5000: expected at most 10000 names in a snapshot")
    }

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

    /// Tests that learning does not propose more rules than a snapshot may have.
    @Test func learningStaysWithinTheLimits() {
        let settings = SnapshotSettings(
            volatile: (0..<9_999).map { .init(event: "b\($0)", path: "p", shape: .any) })
        let runs = (1...3).map { run in
            Recording([Event("a", ["x": .integer(Int64(run)), "y": .integer(Int64(run * 7)), "z": "same"])])
        }
        #expect(LearnedRules(from: runs, settings: settings).proposals.count == 1)
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
