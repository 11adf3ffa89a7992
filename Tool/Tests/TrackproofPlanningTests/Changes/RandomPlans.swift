import TestSupport
import Trackproof
import TrackproofJSON

/// A generator of plans in their JSON form, of edits of plans, and of events.
///
/// All plans, edits and events use the same few names and values. With more names and values, few random edits would
/// change something, and few random events would fit a plan.
struct RandomPlans {
    static let names = ["a", "b", "c", "d"]
    private static let typeNames = ["t0", "t1", "t2"]
    private static let ids = [
        "missing", "unplanned-parameter", "forbidden", "wrong-type", "null", "not-in-enum", "pattern", "format",
        "range",
        "length", "items", "variant", "pii", "outdated", "unplanned-event", "wrong-kind", "deprecated", "expired",
    ]
    private static let constants = [
        #""""#, #""a""#, #""b""#, #""abc""#, #""jane@example.com""#, "0", "1", "2", "5", "0.5", "true", "false", "null",
        "[1]",
    ]

    var random: SeededGenerator
    /// The generator for `presence`. With a generator of its own, the rest of a plan does not depend on it.
    private var presences: SeededGenerator
    /// The types that schemas may use. A type can use only later types, so there are few cycles.
    private var usable = RandomPlans.typeNames

    /// Whether plans have rules for all parameters together, default variants, variants of objects, and parameters with a
    /// `presence`.
    private let hasWholeRules: Bool

    init(seed: some BinaryInteger, hasWholeRules: Bool = true) {
        random = SeededGenerator(seed: seed)
        presences = SeededGenerator(seed: seed)
        self.hasWholeRules = hasWholeRules
    }

    // MARK: Choosing

    mutating func chance(_ percent: Int) -> Bool { Int(random.next() % 100) < percent }

    mutating func one<Element>(of list: [Element], _ fallback: Element) -> Element {
        list.randomElement(using: &random) ?? fallback
    }

    /// Returns a random value from a list of JSON texts.
    mutating func json(_ list: String...) -> EventValue { Self.value(one(of: list, "null")) }

    private static func value(_ json: String) -> EventValue {
        do { return try EventValue(json: Array(json.utf8), of: "random") } catch { return .string("\(error)") }
    }

    private mutating func constant() -> EventValue { Self.value(one(of: Self.constants, "null")) }

    mutating func count(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    // MARK: Plans

    mutating func plan() -> EventParameters {
        var plan: EventParameters = ["plan": 1]
        if chance(40) { plan["closed"] = .bool(chance(50)) }
        plan["types"] = .object(types())
        if chance(30) {
            plan["shared"] = .object(EventParameters([EventParameter("g", .object(parameters(depth: 1)))]))
            if chance(50) { plan["defaults"] = json(#"["g"]"#) }
        }
        plan["events"] = .object(
            EventParameters((0..<count(1...2)).map { EventParameter("e\($0)", .object(event(mayHaveVersions: true))) }))
        if chance(20) { plan["check"] = .object(severities()) }
        if hasPresence(30) {
            let lists = [["ios"], ["ios", "android"], ["web", "android"]]
            plan["platforms"] = .array((lists.randomElement(using: &presences) ?? []).map { .string($0) })
        }
        return plan
    }

    private mutating func types() -> EventParameters {
        var types = EventParameters()
        for (index, name) in Self.typeNames.enumerated() {
            usable = Array(Self.typeNames[(index + 1)...])
            types[name] = schema(depth: 1)
            // Some types contain themselves.
            if chance(20) {
                types[name] = json(#"{"type": "object", "properties": {"a": "integer", "b": "\#(name)"}}"#)
            }
        }
        usable = Self.typeNames
        return types
    }

    mutating func severities() -> EventParameters {
        EventParameters(
            (0..<count(1...2)).map { _ in
                EventParameter(
                    (chance(30) ? "e0." : "") + one(of: Self.ids, "range"),
                    .string(one(of: ["error", "warning", "info", "ignore"], "error")))
            })
    }

    mutating func event(mayHaveVersions: Bool) -> EventParameters {
        var event: EventParameters = ["parameters": .object(parameters(depth: 0))]
        if chance(20) { event["closed"] = .bool(chance(50)) }
        if chance(10) { event["kind"] = .string("screen") }
        if chance(10) { event["platforms"] = json(#"["ios"]"#, #"["ios", "android"]"#) }
        if chance(10) { event["expires"] = .string(chance(50) ? "2026-01-01" : "2027-01-01") }
        if chance(10) { event["deprecated"] = .bool(true) }
        if chance(5) { event["allow"] = .array([.string(one(of: Self.ids, "range"))]) }
        if chance(30) { event["variants"] = variants("parameters", depth: 1) }
        if hasWholeRules, chance(15) {
            var rules = EventParameters()
            for _ in 0..<count(1...2) { addObject(depth: 1, to: &rules) }
            if chance(40) { addCombination(depth: 1, to: &rules) }
            event["rules"] = .object(rules)
        }
        if mayHaveVersions, chance(25) {
            event["versions"] = .object(
                EventParameters([EventParameter("1", .object(self.event(mayHaveVersions: false)))]))
        }
        return event
    }

    /// - Parameter noun: The name of the member with the parameters of a variant.
    private mutating func variants(_ noun: String, depth: Int) -> EventValue {
        var variants = (0..<count(1...2)).map { _ in variant(noun, depth: depth) }
        if hasWholeRules, chance(25) {
            variants.append(
                .object(
                    EventParameters([
                        EventParameter("default", .bool(true)),
                        EventParameter(noun, .object(members(noun, depth: depth))),
                    ])))
        }
        return .array(variants)
    }

    private mutating func variant(_ noun: String, depth: Int) -> EventValue {
        let name = chance(70) ? "a" : one(of: Self.names, "a")
        var when = EventParameters()
        when[name] = json(#""a""#, #""b""#, "1", #"["a", "b"]"#, "[1, 2]")
        return .object(
            EventParameters([
                EventParameter("when", .object(when)), EventParameter(noun, .object(members(noun, depth: depth))),
            ]))
    }

    private mutating func members(_ noun: String, depth: Int) -> EventParameters {
        noun == "parameters" ? parameters(depth: depth) : properties(depth: depth)
    }

    /// Returns parameters of an event. Some of them have a presence, which properties of objects cannot have.
    private mutating func parameters(depth: Int) -> EventParameters {
        var parameters = properties(depth: depth)
        for parameter in parameters {
            guard case .object(var members) = parameter.value else { continue }
            if hasPresence(15) { members["presence"] = presence() }
            parameters[parameter.name] = .object(members)
        }
        return parameters
    }

    mutating func hasPresence(_ percent: Int) -> Bool { hasWholeRules && Int(presences.next() % 100) < percent }

    mutating func presence() -> EventValue {
        var presence = EventParameters()
        for platform in ["ios", "iOS", "android"] {
            guard presences.next() % 5 < 2, platform != "iOS" || presence["ios"] == nil else { continue }
            let word = ["always", "sometimes", "never"].randomElement(using: &presences)
            presence[platform] = .string(word ?? "always")
        }
        return .object(presence)
    }

    mutating func properties(depth: Int) -> EventParameters {
        EventParameters(
            (0..<count(0...3)).map { _ in
                let schema = schema(depth: depth)
                guard case .object(var members) = schema, chance(30) else {
                    return EventParameter(one(of: Self.names, "a"), schema)
                }
                members["required"] = .bool(true)
                return EventParameter(one(of: Self.names, "a"), .object(members))
            })
    }

    // MARK: Schemas

    mutating func schema(depth: Int) -> EventValue {
        if chance(12), let type = usable.randomElement(using: &random) { return .string(type) }
        if chance(3) { return json(#"{"never": true}"#) }
        var members = EventParameters()
        if chance(85) { members["type"] = type() }
        for _ in 0..<count(0...2) { add(depth: depth, to: &members) }
        return .object(members)
    }

    private mutating func type() -> EventValue {
        let types = ["string", "string", "integer", "number", "boolean", "array", "object", "object", "null"]
        let first = one(of: types, "string")
        if chance(80) { return .string(first) }
        let second = chance(30) ? usable.randomElement(using: &random) : nil
        return .array([.string(first), .string(second ?? one(of: types + ["null", "null", "null"], "null"))])
    }

    /// Adds a random keyword to a schema. Usually, the keyword fits the type of the schema.
    mutating func add(depth: Int, to members: inout EventParameters) {
        let type = members["type"]?.string ?? one(of: ["string", "number", "array", "object"], "string")
        switch random.next() % 16 {
        case 0...1: addConstants(to: &members)
        case 2: members["deprecated"] = .bool(true)
        case 3: if chance(20) { members["allow"] = .array([.string(one(of: Self.ids, "range"))]) }
        case 4...5: if depth < 3 { addCombination(depth: depth, to: &members) }
        case 6: addText(to: &members)
        case 7: addNumber(to: &members)
        default:
            switch type {
            case "string": addText(to: &members)
            case "integer", "number": addNumber(to: &members)
            case "array": addList(depth: depth, to: &members)
            case "object": addObject(depth: depth, to: &members)
            default: return
            }
        }
    }

    private mutating func addConstants(to members: inout EventParameters) {
        if chance(30) {
            members["const"] = constant()
        } else {
            members["enum"] = .array((0..<count(1...3)).map { _ in constant() })
        }
    }

    private mutating func addNumber(to members: inout EventParameters) {
        switch random.next() % 3 {
        case 0: members[one(of: ["minimum", "exclusiveMinimum"], "minimum")] = json("0", "1", "0.5", "2")
        case 1: members[one(of: ["maximum", "exclusiveMaximum"], "maximum")] = json("2", "5", "1.5", "3")
        default: members["multipleOf"] = json("1", "2", "0.5", "3")
        }
    }

    private mutating func addText(to members: inout EventParameters) {
        switch random.next() % 5 {
        case 0: members["minLength"] = .integer(Int64(count(0...2)))
        case 1: members["maxLength"] = .integer(Int64(count(1...6)))
        case 2: members["pattern"] = json(#""^a""#, #""b""#, #""^[a-c]*$""#)
        case 3: members["format"] = json(#""date""#, #""email""#, #""uri""#, #""uri-reference""#, #""uuid""#)
        default: members["pii"] = .string("contact")
        }
    }

    private mutating func addList(depth: Int, to members: inout EventParameters) {
        switch random.next() % 5 {
        case 0: members["minItems"] = .integer(Int64(count(0...2)))
        case 1: members["maxItems"] = .integer(Int64(count(0...2)))
        case 2: members["uniqueItems"] = .bool(chance(70))
        case 3: if depth < 3 { members["prefixItems"] = .array([schema(depth: depth + 1)]) }
        default: if depth < 3 { members["items"] = schema(depth: depth + 1) }
        }
    }

    private mutating func addObject(depth: Int, to members: inout EventParameters) {
        switch random.next() % (hasWholeRules ? 10 : 9) {
        case 0: members["minProperties"] = .integer(Int64(count(0...2)))
        case 1: members["maxProperties"] = .integer(Int64(count(1...3)))
        case 2: members["required"] = .array([.string(one(of: Self.names, "a"))])
        case 3: members["dependentRequired"] = json(#"{"a": ["b"]}"#, #"{"a": ["c", "d"]}"#)
        case 4: members["propertyNames"] = json(#"{"maxLength": 1}"#, #"{"pattern": "^a"}"#)
        case 5 where depth < 3:
            members["patternProperties"] = .object(
                EventParameters([EventParameter(one(of: ["^a", "b"], "b"), schema(depth: depth + 1))]))
        case 9 where depth < 3: members["variants"] = variants("properties", depth: depth + 1)
        case 6 where depth < 3:
            members["additionalProperties"] = chance(40) ? .bool(chance(50)) : schema(depth: depth + 1)
        default: if depth < 3 { members["properties"] = .object(properties(depth: depth + 1)) }
        }
    }

    private mutating func addCombination(depth: Int, to members: inout EventParameters) {
        switch random.next() % 5 {
        case 0: members["not"] = schema(depth: depth + 1)
        case 1:
            members["if"] = schema(depth: depth + 1)
            members[chance(70) ? "then" : "else"] = schema(depth: depth + 1)
        case 2: members["$ref"] = usable.randomElement(using: &random).map { .string($0) }
        default:
            members[one(of: ["allOf", "anyOf", "oneOf"], "anyOf")] = .array(
                (0..<count(1...3)).map { _ in schema(depth: depth + 1) })
        }
    }
}
