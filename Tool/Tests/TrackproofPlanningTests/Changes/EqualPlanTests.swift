import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofPlanning
import TrackproofPlans
import TrackproofSnapshots

/// Tests that two plans have no difference if they are written differently and have the same meaning.
struct EqualPlanTests {
    @Test(arguments: [
        // Schemas that move to a type, and types that are renamed.
        (
            #""events": {"e": {"parameters": {"v": {"type": "integer", "minimum": 1, "description": "One.", "pii": "contact"}}}}"#,
            #""types": {"id": {"type": "integer", "minimum": 1, "description": "One.", "pii": "contact"}}, "events": {"e": {"parameters": {"v": "id"}}}"#
        ),
        (
            #""types": {"id": {"type": "integer"}}, "events": {"e": {"parameters": {"v": {"type": "id", "description": "One."}}}}"#,
            #""types": {"number_of_movie": {"type": "integer"}}, "events": {"e": {"parameters": {"v": {"type": "number_of_movie", "description": "One."}}}}"#
        ),
        (
            #""types": {"tree": {"properties": {"id": "integer", "children": {"items": "tree"}}}}, "events": {"e": {"parameters": {"v": "tree"}}}"#,
            #""types": {"node": {"properties": {"children": {"items": "other"}, "id": "integer"}}, "other": "node"}, "events": {"e": {"parameters": {"v": "node"}}}"#
        ),
        (
            #""events": {"e": {"parameters": {"v": {"items": {"type": "object", "properties": {"sku": "string"}}}}}}"#,
            #""types": {"item": {"type": "object", "properties": {"sku": "text"}}, "text": "string"}, "events": {"e": {"parameters": {"v": {"items": "item"}}}}"#
        ),
        (
            #""types": {"mail": {"type": "string", "pii": "contact"}}, "events": {"e": {"parameters": {"v": {"type": "mail"}}}}"#,
            #""types": {"mail": {"type": "string", "pii": "contact"}}, "events": {"e": {"parameters": {"v": {"$ref": "mail"}}}}"#
        ),
        // A parameter moves to a shared group of parameters.
        (
            #""events": {"e": {"parameters": {"a": {"type": "string", "required": true}, "b": "integer"}}}"#,
            #""shared": {"s": {"a": {"type": "string", "required": true}}}, "events": {"e": {"include": ["s"], "parameters": {"b": "integer"}}}"#
        ),
        (
            #""shared": {"s": {"a": "string"}}, "defaults": ["s"], "events": {"e": {}}"#,
            #""shared": {"t": {"a": "integer"}, "s": {"a": "string"}}, "events": {"e": {"include": ["t", "s"]}}"#
        ),
        // The new plan has the members in another order, and comments.
        (
            #""events": {"e": {"parameters": {"a": "string", "b": {"enum": [1, 2]}}}, "f": {}}"#,
            #""events": {"f": {}, "e": {"parameters": {"b": {"enum": [2, 1.0], "$comment": "Two values.", "title": "B"}, "a": "string"}}}"#
        ),
        (
            #""x-mine": 1, "events": {"e": {"platforms": ["ios", "android"], "x-mine": 2}}, "platforms": ["ios", "android"]"#,
            #""events": {"e": {"platforms": ["android", "ios"]}}, "platforms": ["android", "ios"]"#
        ),
        // The same rules, written with other keywords.
        (
            #""events": {"e": {"parameters": {"v": {"properties": {"a": {"type": "integer", "required": true}}}}}}"#,
            #""events": {"e": {"parameters": {"v": {"properties": {"a": "integer"}, "required": ["a"]}}}}"#
        ),
        (
            #""events": {"e": {"parameters": {"a": {"const": "x"}, "b": {"type": "boolean"}, "c": {"type": ["integer", "null"], "minimum": 1}}}}"#,
            #""events": {"e": {"parameters": {"a": {"type": "string", "enum": ["x"]}, "b": {"enum": [true, false]}, "c": {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]}}}}"#
        ),
        (
            #""types": {"id": {"type": "integer", "minimum": 1}}, "events": {"e": {"parameters": {"v": {"type": ["id", "null"]}}}}"#,
            #""events": {"e": {"parameters": {"v": {"type": ["null", "integer"], "minimum": 1}}}}"#
        ),
        (
            #""types": {"id": {"type": "integer", "minimum": 1}}, "events": {"e": {"parameters": {"v": {"type": "id", "maximum": 9, "multipleOf": 2}}}}"#,
            #""events": {"e": {"parameters": {"v": {"allOf": [{"maximum": 9}, {"multipleOf": 2}], "type": "integer", "minimum": 1}}}}"#
        ),
        // Rules that apply only to types that the value cannot have.
        (
            #""events": {"e": {"parameters": {"v": {"type": "integer"}}}}"#,
            #""events": {"e": {"parameters": {"v": {"type": "integer", "minLength": 3, "pattern": "^a", "properties": {"a": "string"}}}}}"#
        ),
        (
            #""events": {"e": {"closed": true}, "f": {"closed": true}}"#,
            #""closed": true, "events": {"e": {}, "f": {}}"#
        ),
        (
            #""events": {"e": {"parameters": {"m": "string"}, "variants": [{"when": {"m": ["a", "b"]}, "parameters": {"x": "integer"}}, {"when": {"m": "c"}}]}}"#,
            #""events": {"e": {"parameters": {"m": "string"}, "variants": [{"when": {"m": "c"}}, {"when": {"m": ["b", "a"]}, "parameters": {"x": "integer"}}]}}"#
        ),
        (#""events": {"e": {}}, "check": {"range": "error", "outdated": "warning"}"#, #""events": {"e": {}}"#),
    ])
    func otherWordsAreNoChange(old: String, new: String) throws {
        let (old, new) = (try plan(#"{"plan": 1, \#(old)}"#), try plan(#"{"plan": 1, \#(new)}"#))
        #expect(PlanDifference(old: old, new: new).changes.map(\.line) == [])
        #expect(PlanDifference(old: new, new: old).changes.map(\.line) == [])
        #expect(PlanDifference(old: old, new: new).level == .ok)
    }

    @Test(arguments: 0..<8)
    func anotherOrderIsNoChange(seed: Int) throws {
        var random = RandomPlans(seed: seed)
        for _ in 0..<20 {
            let json = random.plan()
            guard case .object(let shuffled) = random.shuffled(.object(json)) else { continue }
            let (old, new) = (try plan(json.json), try plan(shuffled.json))
            let lines = PlanDifference(old: old, new: new).changes.map(\.line)
            #expect(lines == [], "\(json.json)\n→ \(shuffled.json)")
        }
    }

    @Test(arguments: 0..<8)
    func schemasThatMoveToTypesAreNoChange(seed: Int) throws {
        var random = RandomPlans(seed: seed)
        for _ in 0..<20 {
            let json = random.plan()
            let moved = json.withTypes
            let (old, new) = (try plan(json.json), try plan(moved.json))
            let lines = PlanDifference(old: old, new: new).changes.map(\.line)
            #expect(lines == [], "\(json.json)\n→ \(moved.json)")
        }
    }
}

extension RandomPlans {
    /// Returns a value with the members of its objects in another order.
    fileprivate mutating func shuffled(_ value: EventValue) -> EventValue {
        switch value {
        case .object(let members):
            var inner: [EventParameter] = []
            for member in members { inner.append(EventParameter(member.name, shuffled(member.value))) }
            return .object(EventParameters(inner.shuffled(using: &random)))
        case .array(let values):
            var inner: [EventValue] = []
            for value in values { inner.append(shuffled(value)) }
            return .array(inner)
        default: return value
        }
    }
}

extension EventParameters {
    /// A copy of the plan in which the schema of each parameter is a named type.
    fileprivate var withTypes: EventParameters {
        var types = self["types"]?.object ?? EventParameters()
        var plan = self
        plan["events"] = .object(
            EventParameters(
                (self["events"]?.object ?? EventParameters()).map { event in
                    var members = event.value.object ?? EventParameters()
                    let parameters = members["parameters"]?.object ?? EventParameters()
                    members["parameters"] = .object(
                        EventParameters(
                            parameters.map { parameter in
                                let name = "moved_\(types.count)"
                                guard case .object(var schema) = parameter.value, schema["presence"] == nil,
                                    schema["send_as"] == nil
                                else {
                                    return parameter
                                }
                                let isRequired = schema["required"] == .bool(true)
                                if isRequired { schema["required"] = nil }
                                types[name] = .object(schema)
                                let reference = EventParameters([
                                    EventParameter("type", .string(name)),
                                    EventParameter("required", .bool(isRequired)),
                                ])
                                return EventParameter(parameter.name, .object(reference))
                            }))
                    return EventParameter(event.name, .object(members))
                }))
        plan["types"] = .object(types)
        return plan
    }
}
