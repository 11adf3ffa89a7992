/// A set of the types that JSON Schema has.
struct JSONTypes: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let null = JSONTypes(rawValue: 1)
    static let boolean = JSONTypes(rawValue: 2)
    static let integer = JSONTypes(rawValue: 4)
    /// All numbers, including whole numbers.
    static let number = JSONTypes(rawValue: 8)
    static let string = JSONTypes(rawValue: 16)
    static let array = JSONTypes(rawValue: 32)
    static let object = JSONTypes(rawValue: 64)
    static let all = JSONTypes(rawValue: 127)

    /// The types, each with its name in JSON Schema.
    static let named: [(name: String, types: JSONTypes)] = [
        ("null", .null), ("boolean", .boolean), ("integer", .integer), ("number", .number), ("string", .string),
        ("array", .array), ("object", .object),
    ]

    /// Creates a set with the type that has this name in JSON Schema, or returns `nil` if there is no such type.
    init?(named name: String) {
        guard let found = Self.named.first(where: { $0.name == name }) else { return nil }
        self = found.types
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The types as a text for messages, such as "a string or null".
    var words: String {
        let names = Self.named.filter { isSuperset(of: $0.types) }.map(\.name)
        // Null is last, because it is the exception.
        let ordered = names.filter { $0 != "null" } + names.filter { $0 == "null" }
        let words = ordered.map { name in
            switch name {
            case "null": name
            case "integer", "array", "object": "an " + name
            default: "a " + name
            }
        }
        guard words.count > 1, let last = words.last else { return words.first ?? "nothing" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}
