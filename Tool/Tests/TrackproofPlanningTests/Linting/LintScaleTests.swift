import Testing
import TrackproofPlanning
import TrackproofPlans

/// Tests of the number of steps that lint needs for large and hostile plans. Coming to the limit of steps takes the debug
/// build several seconds.
struct LintScaleTests {
    private func steps(_ json: String) throws -> Int {
        PlanLinter(try plan(json), today: "2026-11-23").measuredFindings().steps
    }

    /// Checks that lint needs about ten times the steps for a plan of ten times the size.
    private func expectLinear(_ small: Int, _ plan: (Int) -> String) throws {
        let (few, many) = (try steps(plan(small)), try steps(plan(10 * small)))
        #expect(few >= small)
        #expect(many <= 12 * few, "\(few) steps for the small plan, but \(many) steps for a plan of ten times the size")
    }

    @Test func aPlanOfManyEvents() throws {
        try expectLinear(50) { count in
            let events = (0..<count).map { index in
                #""event_\#(index)_shown": {"replaced_by": "event_\#(index + 1)_shown", "parameters": {"id": {"type": "integer", "enum": [1, 2]}}}"#
            }
            return
                #"{"plan": 1, "naming": {"events": "snake_case"}, "destinations": {"ga4": {}}, "shared": {"s": {"session": "string", "screen": "string"}}, "defaults": ["s"], "events": {\#(events.joined(separator: ","))}}"#
        }
    }

    @Test func eventsWithExamples() throws {
        try expectLinear(20) { count in
            let events = (0..<count).map { index in
                #""event_\#(index)_shown": {"parameters": {"id": {"type": "integer", "minimum": 5, "required": true, "examples": [1, 5], "default": 4}}, "examples": [{"id": 4}, {"id": 5, "session": "s"}, {}]}"#
            }
            return
                #"{"plan": 1, "shared": {"s": {"session": "string", "screen": "string"}}, "defaults": ["s"], "events": {\#(events.joined(separator: ","))}}"#
        }
    }

    @Test func manyVariantsOfOneEvent() throws {
        try expectLinear(50) { count in
            let values = (0..<count).map { "\"v\($0)\"" }
            let variants = values.map { #"{"when": {"m": \#($0)}, "parameters": {"p": "string"}}"# }
            return
                #"{"plan": 1, "events": {"e": {"parameters": {"m": {"enum": [\#(values.joined(separator: ","))]}}, "variants": [\#(variants.joined(separator: ","))]}}}"#
        }
    }

    @Test func namesThatAllDifferByOneLetter() throws {
        try expectLinear(50) { count in
            let events = (0..<count).map { index in
                let letter = Unicode.Scalar(UInt32(0x4E00 + index)).map { String(Character($0)) } ?? ""
                return #""event\#(letter)name": {}"#
            }
            return #"{"plan": 1, "events": {\#(events.joined(separator: ","))}}"#
        }
    }

    @Test func manyParametersOfOneEventAndOfOneGroup() throws {
        try expectLinear(50) { count in
            let own = (0..<count).map { #""own_number_\#($0)": {"type": "string", "required": true}"# }
            let shared = (0..<count).map { #""shared_number_\#($0)": "string""# }
            return
                #"{"plan": 1, "shared": {"g": {\#(shared.joined(separator: ","))}}, "defaults": ["g"], "events": {"a": {"parameters": {\#(own.joined(separator: ","))}}, "b": {}}}"#
        }
    }

    @Test func aGroupThatAllEventsInclude() throws {
        try expectLinear(50) { count in
            let events = (0..<count).map {
                #""event number \#($0)": {"include": ["g"], "parameters": {"a": "string"}}"#
            }
            let shared = (0..<count).map { #""shared_number_\#($0)": "string""# }
            return
                #"{"plan": 1, "destinations": {"segment": {}}, "shared": {"g": {\#(shared.joined(separator: ","))}}, "events": {\#(events.joined(separator: ","))}}"#
        }
    }

    @Test func aLargeEnum() throws {
        try expectLinear(50) { count in
            let values = (0..<count).map { #""value \#($0)", "value \#($0)""# }
            return
                #"{"plan": 1, "events": {"a": {"parameters": {"v": {"type": "string", "enum": [\#(values.joined(separator: ","))]}}}}}"#
        }
    }

    @Test func typesThatReferToEachOtherOverManyLevels() throws {
        try expectLinear(25) { count in
            let types = (0..<count).map { #""t\#($0)": {"properties": {"a": "t\#($0 + 1)"}}"# }
            return
                #"{"plan": 1, "types": {\#(types.joined(separator: ",")), "t\#(count)": "integer"}, "events": {"e": {"parameters": {"v": {"type": "t0", "default": {"a": {"a": 1}}}}, "examples": [{"v": {"a": {}}}]}}}"#
        }
    }

    @Test func replacementsOverManyEvents() throws {
        try expectLinear(25) { count in
            let events = (0..<count).map {
                #""event number \#($0)": {"replaced_by": "event number \#(($0 + 1) % count)"}"#
            }
            return #"{"plan": 1, "events": {\#(events.joined(separator: ","))}}"#
        }
    }

    @Test func valuesThatTakeTooLongAreNotJudged() throws {
        let types = (0..<40).map { #""t\#($0)": {"oneOf": [{"$ref": "t\#($0 + 1)"}, {"$ref": "t\#($0 + 1)"}]}"# }
        let values = (0..<1_000).map { "\($0)" }.joined(separator: ",")
        let json =
            #"{"plan": 1, "types": {\#(types.joined(separator: ", ")), "t40": "integer"}, "events": {"e": {"parameters": {"v": {"$ref": "t0", "enum": [\#(values)]}}}}}"#
        #expect(try steps(json) < 2_000_000)
    }

    @Test func aDeepSchemaWithManyFindings() throws {
        let name = String(repeating: "x", count: 5_000)
        let leaves = (0..<200).map { #""leaf \#($0)": {}"# }.joined(separator: ",")
        var schema = #"{"type": "object", "properties": {\#(leaves)}}"#
        for _ in 0..<30 { schema = #"{"type": "object", "properties": {"\#(name)": \#(schema)}}"# }
        let plan = try plan(#"{"plan": 1, "events": {"e": {"parameters": {"v": \#(schema)}}}}"#)
        let findings = PlanLinter(plan, today: "2026-11-23").findings().filter { $0.id == .typeMissing }
        #expect(findings.count == 200)
        #expect(findings.allSatisfy { $0.path.utf8.count < 1_500 })
    }
}
