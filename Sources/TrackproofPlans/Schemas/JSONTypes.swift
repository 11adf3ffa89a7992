/// A set of types in JSON Schema.
struct JSONTypes: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let null = JSONTypes(rawValue: 1)
    static let boolean = JSONTypes(rawValue: 2)
    static let integer = JSONTypes(rawValue: 4)
    /// Numbers, whole or not.
    static let number = JSONTypes(rawValue: 8)
    static let string = JSONTypes(rawValue: 16)
    static let array = JSONTypes(rawValue: 32)
    static let object = JSONTypes(rawValue: 64)
    static let all = JSONTypes(rawValue: 127)

    /// The types with their names in JSON Schema.
    static let named: [(name: String, types: JSONTypes)] = [
        ("null", .null), ("boolean", .boolean), ("integer", .integer), ("number", .number), ("string", .string),
        ("array", .array), ("object", .object),
    ]

    /// Returns the type with a name of JSON Schema, or `nil` if there is no such type.
    init?(named name: String) {
        guard let found = Self.named.first(where: { $0.name == name }) else { return nil }
        self = found.types
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The types in words, for messages: "a string or null".
    var words: String {
        let names = Self.named.filter { isSuperset(of: $0.types) }.map(\.name)
        // Null comes last, because it is the exception.
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
