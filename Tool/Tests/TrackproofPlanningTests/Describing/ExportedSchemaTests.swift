import TestSupport
import Testing
import Trackproof
import TrackproofJSON
import TrackproofPlanning
import TrackproofPlans
import TrackproofSnapshots

/// Tests that the exported JSON Schema of an event allows exactly the parameters that the plan allows.
struct ExportedSchemaTests {
    /// A checker of parameters against an exported schema.
    ///
    /// The checker uses a plan whose parameter `v` has this schema. The plan is open, so only the schema forbids
    /// members.
    private struct ExportedSchema {
        private let checker: PlanChecker

        init(_ event: PlannedEvent, of plan: TrackingPlan) throws {
            var schema = plan.jsonSchema(of: event)
            let types = schema["$defs"] ?? .object([:])
            for name in ["$schema", "$defs", "title"] { schema[name] = nil }
            let events: EventParameters = ["e": .object(["parameters": .object(["v": .object(schema)])])]
            let document: EventParameters = [
                "plan": 1, "closed": .bool(false), "types": types, "events": .object(events),
            ]
            // A plan refers to a type only by its name. In the names of these tests, only `+` and `?` are escaped.
            let json = document.json.replacing("\"#/$defs/", with: "\"").replacing("%2B", with: "+")
                .replacing("%3F", with: "?")
            checker = PlanChecker(try TrackingPlan(json: Array(json.utf8), file: "exported.json"))
        }

        func allows(_ parameters: EventParameters) -> Bool {
            let event = RecordedEvent(Event("e", ["v": .object(parameters)]))
            return checker.findings(for: event, CheckContext()).allSatisfy { !FindingID.ofJSONSchema.contains($0.id) }
        }
    }

    private static let composed = #"""
        {"plan": 1, "types": {"b": {"type": "object", "properties": {"a": "string"}}}, "events": {"e": {"parameters": {
          "m": {"enum": ["x", "y"]},
          "if": {"properties": {"k": "string", "n": "integer"}, "if": {"properties": {"k": {"const": "z"}}},
                 "then": {"properties": {"n": {"minimum": 5}}}},
          "all": {"allOf": [{"properties": {"a": "string"}}, {"properties": {"c": "string"}}]},
          "more": {"allOf": ["b", {"properties": {"c": "string"}}]},
          "type": {"type": "b", "properties": {"c": {"type": "string", "required": true}}},
          "null": {"oneOf": [{"type": "null"}, {"type": "object", "properties": {"a": "string"}}]},
          "null_b": {"oneOf": [{"type": "null"}, "b"]}, "types": {"type": ["null", "b"]},
          "beside": {"properties": {"k": "string"}, "anyOf": [{"properties": {"a": "string"}}, {"required": ["c"]}]},
          "open": {"allOf": ["b", {"additionalProperties": true}]}}, "variants": [
            {"when": {"m": "x"}, "parameters": {"n": "integer"}}]}}}
        """#

    /// Each case has parameters and the expected finding, or "" if the plan allows the parameters.
    @Test(arguments: [
        (#"{"if": {"k": "z", "n": 1}}"#, "e: if.n: expected a number that is at least 5, found 1 (range)"),
        (#"{"if": {"k": "z", "n": 5}}"#, ""),
        (#"{"if": {"o": 1}}"#, "e: if.o: expected no parameter of this name, found 1 (unplanned-parameter)"),
        (#"{"all": {"a": "1", "c": "2"}}"#, ""),
        (#"{"all": {"d": 1}}"#, "e: all.d: expected no parameter of this name, found 1 (unplanned-parameter)"),
        (#"{"more": {"a": "1", "c": "2"}}"#, ""),
        (#"{"more": {"d": 1}}"#, "e: more.d: expected no parameter of this name, found 1 (unplanned-parameter)"),
        (#"{"type": {"a": "1", "c": "2"}}"#, ""),
        (#"{"type": {"a": "1"}}"#, "e: type.c: expected a string, found no value (missing)"),
        (#"{"null": {"a": "1"}}"#, ""),
        (#"{"null": {"z": 1}}"#, "e: null.z: expected no parameter of this name, found 1 (unplanned-parameter)"),
        (#"{"null_b": {"z": 1}}"#, "e: null_b.z: expected no parameter of this name, found 1 (unplanned-parameter)"),
        (#"{"types": {"z": 1}}"#, "e: types.z: expected no parameter of this name, found 1 (unplanned-parameter)"),
        (#"{"beside": {"k": "1", "a": "2"}}"#, ""),
        (#"{"beside": {"z": 1}}"#, "e: beside.z: expected no parameter of this name, found 1 (unplanned-parameter)"),
        (#"{"open": {"z": 1}}"#, ""), (#"{"m": "x", "n": 1}"#, ""),
        (#"{"m": "y", "n": 1}"#, #"e: n: expected a value only if "m" is "x", found 1 (variant)"#),
    ])
    func anObjectMayHaveTheMembersOfAllItsParts(parameters: String, expected: String) throws {
        let plan = try plan(Self.composed)
        #expect(try findings(plan, parameters) == expected)
        let exported = try ExportedSchema(plan.events[0], of: plan)
        let value = try EventValue(json: Array(parameters.utf8), of: "test")
        #expect(exported.allows(value.object ?? [:]) == expected.isEmpty)
    }

    @Test func aDefinitionIsThereOnlyIfItIsUsed() throws {
        let plan = try plan(
            #"""
            {"plan": 1, "types": {"a": "integer", "b": {"items": "c"}, "c": "string", "b+": "null"},
             "events": {"e": {"parameters": {"v": {"allOf": ["b"]}, "w": "b"}}, "f": {}}}
            """#)
        #expect(plan.jsonSchema(of: plan.events[0])["$defs"]?.object?.map(\.name) == ["b", "b++", "c"])
        #expect(plan.jsonSchema(of: plan.events[1])["$defs"] == nil)
    }

    /// The platform of the app is unknown, so only what applies on all platforms is a rule.
    @Test func aParameterHasItsPresenceAsAnOwnMember() throws {
        let plan = try plan(
            #"""
            {"plan": 1, "platforms": ["ios", "web"], "events": {"e": {"parameters": {
              "a": {"type": "string", "presence": {"ios": "always", "web": "never"}},
              "b": {"required": true, "presence": {"ios": "always"}},
              "c": {"presence": {"ios": "never", "web": "never"}}}}}}
            """#)
        let schema = plan.jsonSchema(of: plan.events[0])
        #expect(schema["required"] == .array([.string("b")]))
        #expect(
            schema["properties"]?.json
                == #"{"a":{"x-presence":{"ios":"always","web":"never"},"type":"string"},"b":{"x-presence":{"ios":"always"}},"c":false}"#
        )
    }

    @Test(arguments: 0..<rounds(2, deep: 8))
    func theSchemaAllowsWhatThePlanAllows(seed: Int) throws {
        var random = RandomPlans(seed: seed)
        var allowed = 0
        var refused = 0
        for _ in 0..<40 {
            var json = random.plan().withoutExemptions
            json["check"] = nil
            guard let plan = validPlan(json) else { continue }
            let checker = PlanChecker(plan)
            for event in plan.events {
                let exported = try ExportedSchema(event, of: plan)
                for _ in 0..<30 {
                    let parameters = random.event(of: json).event.parameters
                    let tracked = Event(event.name, parameters, kind: event.kind)
                    let findings = checker.findings(for: RecordedEvent(tracked), CheckContext(today: "2026-01-01"))
                    // The exported schema does not contain older versions of the event.
                    if findings.contains(where: { $0.id == .outdated || $0.id == .unchecked }) { continue }
                    let isAllowed = findings.allSatisfy { !FindingID.ofJSONSchema.contains($0.id) }
                    if isAllowed { allowed += 1 } else { refused += 1 }
                    #expect(
                        exported.allows(parameters) == isAllowed,
                        "\(json.json)\n\(plan.jsonSchema(of: event).json)\n\(parameters.json)\n\(findings)")
                }
            }
        }
        #expect(allowed > 100 && refused > 100, "\(allowed) allowed, \(refused) refused")
    }
}

extension EventParameters {
    /// A copy without members named `allow`, at any depth.
    var withoutExemptions: EventParameters {
        EventParameters(filter { $0.name != "allow" }.map { EventParameter($0.name, $0.value.withoutExemptions) })
    }
}

extension EventValue {
    var withoutExemptions: EventValue {
        switch self {
        case .object(let members): .object(members.withoutExemptions)
        case .array(let values): .array(values.map(\.withoutExemptions))
        default: self
        }
    }
}
