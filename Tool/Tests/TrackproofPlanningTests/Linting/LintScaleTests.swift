import Testing
import TrackproofPlanning
import TrackproofPlans

/// Tests that lint needs about ten times as long for a plan of ten times the size. The debug build takes several seconds.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct LintScaleTests {
    /// Checks the time for a plan of ten times the size.
    private func expectLinear(_ small: Int, _ json: (Int) -> String) throws {
        func seconds(_ count: Int) throws -> Double {
            let linter = PlanLinter(try plan(json(count)), today: "2026-11-23")
            let time = ContinuousClock().measure { _ = linter.findings() }
            return Double(time.components.attoseconds) * 1e-18 + Double(time.components.seconds)
        }
        let (few, many) = (try seconds(small), try seconds(10 * small))
        // Other processes can slow down one of the measurements. If the time were quadratic, the factor would be 100.
        #expect(many <= 50 * max(few, 0.02), "\(few) s for the small plan, and \(many) s for the large plan")
    }

    @Test func aPlanOfManyEvents() throws {
        try expectLinear(100) { count in
            let events = (0..<count).map { index in
                #""event_\#(index)_shown": {"replaced_by": "event_\#(index + 1)_shown", "parameters": {"id": {"type": "integer", "enum": [1, 2]}}, "examples": [{"id": 3}]}"#
            }
            return
                #"{"plan": 1, "naming": {"events": "snake_case"}, "destinations": {"ga4": {}}, "shared": {"s": {"session": "string", "screen": "string"}}, "defaults": ["s"], "events": {\#(events.joined(separator: ","))}}"#
        }
    }

    @Test func namesThatAllDifferByOneLetter() throws {
        try expectLinear(200) { count in
            let events = (0..<count).map { index in
                let letter = Unicode.Scalar(UInt32(0x4E00 + index)).map { String(Character($0)) } ?? ""
                return #""event\#(letter)name": {}"#
            }
            return #"{"plan": 1, "events": {\#(events.joined(separator: ","))}}"#
        }
    }

    @Test func aLargeEnumAndManyVariants() throws {
        try expectLinear(100) { count in
            let values = (0..<count).map { "\"v\($0)\"" }
            let variants = values.map { #"{"when": {"m": \#($0)}, "parameters": {"p": "string"}}"# }
            return
                #"{"plan": 1, "events": {"e": {"parameters": {"m": {"enum": [\#(values.joined(separator: ","))]}}, "variants": [\#(variants.joined(separator: ","))]}}}"#
        }
    }

    @Test func replacementsOverManyEvents() throws {
        try expectLinear(100) { count in
            let events = (0..<count).map {
                #""event number \#($0)": {"replaced_by": "event number \#(($0 + 1) % count)"}"#
            }
            return #"{"plan": 1, "events": {\#(events.joined(separator: ","))}}"#
        }
    }
}
