import Trackproof
import TrackproofJSON

// Random edits of plans, and events that probably fit a plan.
extension RandomPlans {
    /// Returns a copy of a plan with one or two random edits. The copy can have mistakes.
    mutating func edited(_ plan: EventParameters) -> EventParameters {
        var plan = plan
        for _ in 0..<count(1...2) {
            if chance(8) { plan["check"] = chance(50) ? .object(severities()) : nil }
            if chance(8) { plan["closed"] = .bool(chance(50)) }
            plan = edited(plan, inside: "plan", depth: 0)
        }
        return plan
    }

    private mutating func edited(_ members: EventParameters, inside name: String, depth: Int) -> EventParameters {
        var members = members
        let inner = members.filter { member in
            if case .object = member.value { return member.name != "when" }
            if case .array = member.value { return member.name != "enum" }
            return false
        }
        // Most edits are made at a deep level of the plan.
        if !inner.isEmpty, chance(depth < 3 ? 92 : 60), let member = inner.randomElement(using: &random) {
            members[member.name] = edited(member.value, inside: member.name, depth: depth + 1)
            return members
        }
        edit(&members, inside: name, depth: depth)
        return members
    }

    private mutating func edited(_ value: EventValue, inside name: String, depth: Int) -> EventValue {
        switch value {
        case .object(let members): return .object(edited(members, inside: name, depth: depth))
        case .array(var values):
            guard let index = values.indices.randomElement(using: &random) else { return value }
            values[index] = edited(values[index], inside: name, depth: depth)
            return .array(values)
        case .string where name != "allow" && name != "required" && name != "type" && name != "platforms":
            return schema(depth: 2)
        default: return value
        }
    }

    private mutating func edit(_ members: inout EventParameters, inside name: String, depth: Int) {
        switch name {
        case "properties", "parameters", "g":
            if chance(50) {
                members[one(of: Self.names, "a")] = schema(depth: 2)
            } else if let member = members.randomElement(using: &random) {
                members[member.name] = nil
                // Some of the removed members come back under another name.
                if chance(30) { members[member.name + "b"] = member.value }
            }
        case "events", "e0", "e1", "versions":
            if chance(50), let member = members.randomElement(using: &random) { members[member.name] = nil }
            for member in event(mayHaveVersions: name != "versions") where chance(20) && name != "events" {
                members[member.name] = member.value
            }
        case "presence": members = presence().object ?? members
        default:
            if depth == 4, hasPresence(15) {
                members["presence"] = presence()
            } else if chance(40), let member = members.randomElement(using: &random), member.name != "plan" {
                members[member.name] = nil
            } else if chance(20) {
                members["required"] = .bool(chance(50))
            } else if chance(40) {
                shift(&members)
            } else {
                add(depth: 2, to: &members)
            }
        }
    }

    /// Adds 1 to a number or subtracts 1, or changes a list of constants.
    private mutating func shift(_ members: inout EventParameters) {
        guard let member = members.randomElement(using: &random) else { return }
        switch member.value {
        case .integer(let value): members[member.name] = .integer(max(0, value + (chance(50) ? 1 : -1)))
        case .array(var values) where member.name == "enum":
            if chance(50), values.count > 1 {
                values.removeFirst()
            } else {
                values += [json("0", "1", #""a""#, #""abc""#, "null")]
            }
            members["enum"] = .array(values)
        default: add(depth: 2, to: &members)
        }
    }

    // MARK: Events

    /// Returns an event that probably fits a plan.
    mutating func event(of plan: EventParameters) -> RecordedEvent {
        let events = plan["events"]?.object ?? EventParameters()
        guard let planned = events.randomElement(using: &random) else { return RecordedEvent(Event("e0")) }
        var members = planned.value.object ?? EventParameters()
        if chance(20), let older = members["versions"]?.object?.first?.value.object { members = older }
        var parameters = value(ofProperties: members["parameters"]?.object ?? EventParameters(), plan)
        for variant in members["variants"]?.array ?? [] where chance(60) {
            let parts = variant.object ?? EventParameters()
            for condition in parts["when"]?.object ?? EventParameters() {
                let values = condition.value.array ?? [condition.value]
                parameters[condition.name] = one(of: values, .null)
            }
            parameters = parameters.merging(value(ofProperties: parts["parameters"]?.object ?? EventParameters(), plan))
        }
        if chance(30) {
            parameters = parameters.merging(
                value(ofProperties: plan["shared"]?.object?["g"]?.object ?? EventParameters(), plan))
        }
        if chance(15) { parameters[one(of: Self.names + ["z", "ab"], "z")] = anyValue(depth: 1) }
        let isScreen = planned.value.object?["kind"] == .string("screen")
        return RecordedEvent(Event(planned.name, parameters, kind: isScreen ? .screen : .track))
    }

    private mutating func value(ofProperties properties: EventParameters, _ plan: EventParameters) -> EventParameters {
        EventParameters(
            properties.filter { _ in chance(75) }.map { EventParameter($0.name, value(of: $0.value, plan, depth: 0)) })
    }

    /// Returns a value that probably fits a schema.
    private mutating func value(of schema: EventValue, _ plan: EventParameters, depth: Int) -> EventValue {
        if chance(10) || depth > 6 { return anyValue(depth: 1) }
        if case .string(let name) = schema {
            if let type = plan["types"]?.object?[name] { return value(of: type, plan, depth: depth + 1) }
            return anyValue(of: name, depth: 1)
        }
        let members = schema.object ?? EventParameters()
        if let constant = members["const"], chance(80) { return constant }
        if let list = members["enum"]?.array, chance(80) { return one(of: list, .null) }
        for keyword in ["anyOf", "oneOf", "allOf"] {
            if let list = members[keyword]?.array, chance(60) {
                return value(of: one(of: list, .null), plan, depth: depth + 1)
            }
        }
        if let name = members["$ref"], chance(70) { return value(of: name, plan, depth: depth + 1) }
        if let properties = members["properties"]?.object, chance(70) {
            return .object(value(ofProperties: properties, plan))
        }
        if let items = members["items"], chance(60) {
            return .array((0..<count(0...2)).map { _ in value(of: items, plan, depth: depth + 1) })
        }
        let type = members["type"].map { $0.array.map { list in one(of: list, .null) } ?? $0 }
        return type.map { value(of: $0, plan, depth: depth + 1) } ?? anyValue(depth: 1)
    }

    private mutating func anyValue(depth: Int) -> EventValue {
        anyValue(
            of: one(of: ["null", "boolean", "integer", "number", "string", "array", "object"], "null"), depth: depth)
    }

    private mutating func anyValue(of type: String, depth: Int) -> EventValue {
        switch type {
        case "boolean": return .bool(chance(50))
        case "integer": return .integer(Int64(count(-1...6)))
        case "number": return chance(30) ? .integer(Int64(count(-1...6))) : .number(Double(count(-2...12)) / 2)
        case "string":
            return .string(
                one(
                    of: [
                        "", "a", "b", "ab", "abc", "abcabc", "x", "jane@example.com", "2026-11-23", "a:b",
                        "+49 30 901820",
                        "6f1c1f0e-8d0f-4b52-9f0a-1b7d6f0c2a11",
                    ], "a"))
        case "array" where depth < 3: return .array((0..<count(0...3)).map { _ in anyValue(depth: depth + 1) })
        case "object" where depth < 3:
            return .object(
                EventParameters(
                    (0..<count(0...3)).map { _ in
                        EventParameter(one(of: Self.names + ["z", "ab"], "a"), anyValue(depth: depth + 1))
                    }))
        default: return .null
        }
    }
}
