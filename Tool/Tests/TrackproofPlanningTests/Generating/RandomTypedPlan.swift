import TestSupport
import TrackproofPlans

@testable import TrackproofPlanning

/// A generator of plans whose types Swift can express, and of calls of the generated functions.
struct RandomTypedPlan {
    private var random: SeededGenerator

    init(seed: some BinaryInteger) { random = SeededGenerator(seed: seed) }

    private mutating func chance(_ percent: Int) -> Bool { Int(random.next() % 100) < percent }

    private mutating func one<Element>(of list: [Element]) -> Element { list[Int(random.next() % UInt64(list.count))] }

    // MARK: Plans

    /// Returns a plan as JSON.
    mutating func plan(events: Int) -> String {
        let all = (0..<events).map { number in "\"event_\(one(of: Self.words))_\(number)\": \(event())" }
        return """
            {"plan": 1, "types": {"colour": {"enum": ["red", "dark-blue", "none"]}, "money": {"type": "number", "minimum": 0},
              "item": {"type": "object", "properties": {"sku": {"type": "string", "required": true}, "colour": "colour",
                "price": "money", "tags": {"type": "array", "items": "string"}, "part of": "item"}}},
             "events": {\(all.joined(separator: ",\n"))}}
            """
    }

    private mutating func event() -> String {
        var members: [String] = []
        if chance(20) { members.append("\"kind\": \"\(one(of: ["screen", "page", "identify", "group"]))\"") }
        var parameters: [String: String] = [:]
        for _ in 0..<Int(random.next() % 8) {
            parameters[one(of: Self.words) + one(of: ["", "_id", " Name"])] = schema(2)
        }
        if chance(30) {
            parameters["method"] = #"{"enum": ["card", "apple pay", "cash"], "required": true}"#
            var variants: [String] = []
            for method in ["card", "apple pay"] where chance(70) {
                let own = "\"own \(one(of: Self.words))\": \(schema(1)), \"network\": \(schema(0))"
                variants.append("{\"when\": {\"method\": \"\(method)\"}, \"parameters\": {\(own)}}")
            }
            if !variants.isEmpty { members.append("\"variants\": [\(variants.joined(separator: ", "))]") }
        }
        let list = parameters.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
        members.append("\"parameters\": {\(list.joined(separator: ", "))}")
        return "{\(members.joined(separator: ", "))}"
    }

    private mutating func schema(_ depth: Int) -> String {
        var members: [String]
        switch random.next() % (depth > 0 ? 13 : 9) {
        case 0, 1: members = ["\"type\": \"\(one(of: ["string", "integer", "number", "boolean"]))\""]
        case 2: members = ["\"type\": \"string\", \"format\": \"\(one(of: ["uuid", "uri", "date-time", "email"]))\""]
        case 3:
            members = [
                #""enum": ["free", "pro plus", "2 & more", "default"], "swift": {"values": {"2 & more": "several"}}"#
            ]
        case 4: members = ["\"type\": [\"\(one(of: ["string", "integer", "boolean"]))\", \"null\"]"]
        case 5: members = [#""type": "integer", "minimum": 1, "maximum": 5"#]
        case 6: members = [#""const": "fixed \"text\"""#]
        case 7: members = [#""type": "item""#]
        case 8: members = ["\"type\": \"\(one(of: ["colour", "money"]))\""]
        case 9, 10: members = ["\"type\": \"array\", \"items\": \(schema(depth - 1))"]
        case 11:
            let names = Set((0...Int(random.next() % 3)).map { _ in one(of: Self.words) }).sorted()
            let properties = names.map { name in "\"\(name)\": \(schema(depth - 1))" }
            members = ["\"type\": \"object\", \"properties\": {\(properties.joined(separator: ", "))}"]
        default: members = ["\"type\": \"object\", \"properties\": {\"in\": \(schema(depth - 1))}"]
        }
        if chance(50) { members.append("\"required\": true") }
        if chance(20) { members.append(#""description": "What it is.\n- returns: nothing */""#) }
        return "{\(members.joined(separator: ", "))}"
    }

    private static let words = [
        "movie", "list", "self", "default", "URL", "order", "HTTPError", "où", "x", "event", "user", "group", "case",
        "kind",
    ]

    // MARK: Calls

    /// Returns the source of a call of a generated function, with random arguments.
    mutating func call(_ function: SwiftFunction, _ plan: SwiftPlan) -> String {
        var arguments = arguments(function.members, plan)
        if let identity = SwiftIdentity(function.event.kind) {
            arguments.insert("\(identity.name): \"u\"", at: 0)
        }
        return "Event.\(SwiftNaming.escaped(function.name))(\(arguments.joined(separator: ", ")))"
    }

    private mutating func arguments(_ members: [SwiftMember], _ plan: SwiftPlan) -> [String] {
        members.inOrderOfCalls.filter { $0.constant == nil }.compactMap { member in
            if !member.isRequired, chance(40) { return nil }
            return "\(member.name): \(value(member.type, plan))"
        }
    }

    private mutating func value(_ type: SwiftType, _ plan: SwiftPlan) -> String {
        switch type {
        case .string: SwiftExpression.literal(one(of: ["", "a", "é \"quoted\"\n", "jane", "1"]))
        case .integer: one(of: ["-1", "0", "3", "9223372036854775807"])
        case .number: one(of: ["-0.5", "0", "3", "1e300", "2.0"])
        case .bool: one(of: ["true", "false"])
        case .uuid: "UUID()"
        case .url: "URL(fileURLWithPath: \"/a b\")"
        case .date: "Date(timeIntervalSince1970: \(one(of: ["0", "1795253400.125"])))"
        case .anyValue: "EventValue.integer(1)"
        // The only object without a type of its own is an item inside of an item.
        case .anyObject: #"["sku": "a"]"#
        case .array(let element):
            "[" + (0..<Int(random.next() % 3)).map { _ in value(element, plan) }.joined(separator: ", ") + "]"
        case .nullable(let wrapped): chance(50) ? ".null" : ".value(\(value(wrapped, plan)))"
        case .declared(let type): value(type, plan)
        case .shared(let name): plan.shared[name].map { value($0, plan) } ?? "missing"
        }
    }

    private mutating func value(_ type: SwiftDeclaration, _ plan: SwiftPlan) -> String {
        switch type.content {
        case .texts(let cases), .openTexts(let cases): return "." + SwiftNaming.escaped(one(of: cases).name)
        case .object(let members): return ".init(\(arguments(members, plan).joined(separator: ", ")))"
        case .variants(_, let cases):
            let chosen = one(of: cases)
            let name = "." + SwiftNaming.escaped(chosen.name)
            if chosen.members.allSatisfy({ $0.constant != nil }) { return name }
            return "\(name)(\(arguments(chosen.members, plan).joined(separator: ", ")))"
        }
    }
}
