import TestSupport
import Trackproof
import TrackproofJSON

/// A generator of schemas as organizations publish them for their events, and of the changes that they make to them.
///
/// The published schemas have nested objects, lists of objects, formats, patterns, lengths, lists of values, and objects
/// that a constant tells apart. Most changes add an optional property, a value or a description. Others loosen or tighten
/// one rule. The events fit a plan, or break one rule of it.
struct PublishedPlans {
    var random: SeededGenerator

    init(seed: Int) { random = SeededGenerator(seed: seed) }

    mutating func chance(_ percent: Int) -> Bool { Int(random.next() % 100) < percent }

    private mutating func one<Element>(of list: [Element]) -> Element { list[Int(random.next() % UInt64(list.count))] }

    static func json(_ text: String) -> EventValue {
        do { return try EventValue(json: Array(text.utf8), of: "schema") } catch { return .string("\(error)") }
    }

    // MARK: Plans

    /// Returns a plan with one event, whose parameters have forms of several kinds.
    mutating func plan() -> EventParameters {
        var parameters = EventParameters()
        for index in 0..<Int(2 + random.next() % 5) {
            var schema = schema(depth: 0)
            if chance(35) { schema["required"] = .bool(true) }
            parameters["p\(index)"] = .object(schema)
        }
        let event: EventParameters = ["description": "An event.", "parameters": EventValue.object(parameters)]
        return [
            "plan": 1, "closed": EventValue.bool(chance(60)),
            "events": EventValue.object(["e": EventValue.object(event)]),
        ]
    }

    private mutating func schema(depth: Int) -> EventParameters {
        let scalars = [
            #"{"type": "string", "maxLength": 64}"#, #"{"type": "string", "minLength": 1}"#, #"{"type": "string"}"#,
            #"{"type": "string", "enum": ["web", "ios", "android"]}"#, #"{"type": "string", "format": "date-time"}"#,
            #"{"type": "string", "format": "ipv4"}"#, #"{"type": "string", "format": "uuid"}"#,
            #"{"type": "string", "format": "uri"}"#, #"{"type": "string", "pattern": "^[a-z_]+$"}"#,
            #"{"type": "integer", "minimum": 0}"#, #"{"type": "integer", "minimum": 0, "maximum": 2147483647}"#,
            #"{"type": "integer"}"#, #"{"type": "number"}"#, #"{"type": "number", "minimum": 0, "maximum": 1}"#,
            #"{"type": "boolean"}"#, #"{"type": ["string", "null"], "maxLength": 255}"#,
            #"{"type": ["integer", "null"]}"#, #"{"type": "string", "format": "email", "pii": "contact"}"#,
        ]
        if depth > 2 || chance(60) { return Self.json(one(of: scalars)).object ?? [:] }
        switch random.next() % 4 {
        case 0: return ["type": "array", "items": EventValue.object(schema(depth: depth + 1))]
        case 1:
            return [
                "anyOf": EventValue.array([
                    EventValue.object(branch("card", depth)), EventValue.object(branch("cash", depth)),
                ])
            ]
        case 2:
            return [
                "oneOf": EventValue.array([
                    EventValue.object(branch("card", depth)), EventValue.object(branch("cash", depth)),
                ])
            ]
        default: return object(depth)
        }
    }

    private mutating func object(_ depth: Int) -> EventParameters {
        var properties = EventParameters()
        for index in 0..<Int(1 + random.next() % 4) {
            var schema = schema(depth: depth + 1)
            if chance(30) { schema["required"] = .bool(true) }
            properties["q\(index)"] = .object(schema)
        }
        return ["type": "object", "properties": EventValue.object(properties)]
    }

    private mutating func branch(_ name: String, _ depth: Int) -> EventParameters {
        var branch = object(depth + 1)
        var properties = branch["properties"]?.object ?? [:]
        properties["kind"] = .object(["const": EventValue.string(name), "required": true])
        branch["properties"] = .object(properties)
        return branch
    }

    // MARK: Changes

    /// Returns a plan with one change of a kind that published schemas have.
    mutating func changed(_ plan: EventParameters) -> EventParameters {
        var plan = plan
        guard var event = plan["events"]?.object?["e"]?.object, var parameters = event["parameters"]?.object else {
            return plan
        }
        if chance(25) {
            parameters["added"] = .object(schema(depth: 1))
        } else if let member = parameters.randomElement(using: &random), case .object(let schema) = member.value {
            if chance(8) {
                parameters[member.name] = nil
            } else {
                parameters[member.name] = .object(changedSchema(schema))
            }
        }
        event["parameters"] = .object(parameters)
        plan["events"] = .object(["e": EventValue.object(event)])
        return plan
    }

    private mutating func changedSchema(_ schema: EventParameters) -> EventParameters {
        var schema = schema
        for keyword in ["anyOf", "oneOf"] {
            guard var list = schema[keyword]?.array, let index = list.indices.randomElement(using: &random) else {
                continue
            }
            if chance(15) {
                list.append(.object(branch("voucher", 2)))
            } else if let branch = list[index].object {
                list[index] = .object(changedObject(branch))
            }
            schema[keyword] = .array(list)
            return schema
        }
        if let items = schema["items"]?.object, chance(80) {
            schema["items"] = .object(changedSchema(items))
            return schema
        }
        if schema["properties"] != nil, chance(90) { return changedObject(schema) }
        return changedScalar(schema)
    }

    private mutating func changedObject(_ schema: EventParameters) -> EventParameters {
        var schema = schema
        var properties = schema["properties"]?.object ?? [:]
        if chance(45) {
            properties["added"] = .object(self.schema(depth: 2))
        } else if let member = properties.randomElement(using: &random), member.name != "kind",
            case .object(let inner) = member.value
        {
            if chance(10) {
                properties[member.name] = nil
            } else {
                properties[member.name] = .object(changedSchema(inner))
            }
        }
        schema["properties"] = .object(properties)
        return schema
    }

    private mutating func changedScalar(_ schema: EventParameters) -> EventParameters {
        var schema = schema
        let type = schema["type"]
        switch random.next() % 9 {
        case 1: schema["required"] = .bool(!(schema["required"] == .bool(true)))
        case 2 where schema["enum"] != nil:
            schema["enum"] = Self.json(one(of: [#"["web", "ios"]"#, #"["web", "ios", "android", "tv"]"#]))
        case 2 where type == .string("integer"): schema["type"] = .string("number")
        case 2 where type == .string("string"): schema["minLength"] = .integer(one(of: [1, 7]))
        case 3 where schema["maxLength"] != nil: schema["maxLength"] = .integer(one(of: [16, 64, 128, 255]))
        case 3 where schema["format"] != nil: schema["maxLength"] = .integer(one(of: [15, 36, 64]))
        case 4 where schema["maximum"] != nil: schema["maximum"] = .integer(one(of: [1, 100]))
        case 4 where schema["minimum"] != nil: schema["minimum"] = chance(50) ? nil : .integer(one(of: [0, 1]))
        case 5 where schema["format"] != nil: schema["format"] = nil
        case 5 where schema["pii"] == nil && type == .string("string"): schema["pii"] = .string("free_text")
        case 6 where schema["pattern"] != nil:
            schema["pattern"] = .string(one(of: ["^[a-z]+$", "^[a-z_0-9]+$"]))
        case 7 where type?.string != nil: schema["type"] = .array([type ?? .null, .string("null")])
        case 8 where type?.array != nil: schema["type"] = type?.array?.first
        default: schema["description"] = .string("Another description.")
        }
        return schema
    }

    // MARK: Events

    /// Returns an event that fits a plan, or breaks a rule of it.
    mutating func event(of plan: EventParameters, breaking percent: Int) -> RecordedEvent {
        let parameters = plan["events"]?.object?["e"]?.object?["parameters"]?.object ?? [:]
        return RecordedEvent(Event("e", members(parameters, breaking: percent)))
    }

    private mutating func members(_ properties: EventParameters, breaking percent: Int) -> EventParameters {
        var members = EventParameters()
        for property in properties {
            guard case .object(let schema) = property.value else { continue }
            let isRequired = schema["required"] == .bool(true)
            if isRequired ? chance(percent / 4) : chance(40) { continue }
            members[property.name] = value(of: schema, breaking: percent)
        }
        if chance(percent / 4) { members["added"] = value(of: schema(depth: 2), breaking: 0) }
        return members
    }

    private mutating func value(of schema: EventParameters, breaking percent: Int) -> EventValue {
        for keyword in ["anyOf", "oneOf"] {
            if let branch = schema[keyword]?.array?.randomElement(using: &random)?.object {
                return value(of: branch, breaking: percent)
            }
        }
        if let constant = schema["const"] { return constant }
        if let properties = schema["properties"]?.object {
            return .object(members(properties, breaking: percent))
        }
        if let items = schema["items"]?.object {
            return .array((0..<Int(random.next() % 3)).map { _ in value(of: items, breaking: percent) })
        }
        if let list = schema["enum"]?.array, !chance(percent) { return one(of: list) }
        let types = schema["type"]?.array?.compactMap(\.string) ?? [schema["type"]?.string ?? "string"]
        switch one(of: types) {
        case "null": return .null
        case "boolean": return .bool(chance(50))
        case "integer": return .integer(one(of: [0, 1, 2, 50, 1_000, 4_000_000_000, -1]))
        case "number": return chance(50) ? .integer(one(of: [0, 1, 3])) : .number(one(of: [0.5, 0.25, 99.5, -0.5]))
        default: return .string(text(of: schema))
        }
    }

    private mutating func text(of schema: EventParameters) -> String {
        switch schema["format"]?.string {
        case "date-time": one(of: ["2026-11-23T12:00:00Z", "2026-11-23T12:00:00.123456789+01:00"])
        case "ipv4": one(of: ["1.2.3.4", "255.255.255.255"])
        case "uuid": "6f1c1f0e-8d0f-4b52-9f0a-1b7d6f0c2a11"
        case "uri": one(of: ["https://example.com/" + String(repeating: "a", count: 80), "a:b"])
        case "email": "jane@example.com"
        default:
            one(of: [
                "", "a", "web", "tv", "android", "movie_1", "jane@example.com", "abcdefgh",
                String(repeating: "a", count: 16), String(repeating: "b", count: 64),
                String(repeating: "c", count: 200), String(repeating: "d", count: 300),
            ])
        }
    }
}
