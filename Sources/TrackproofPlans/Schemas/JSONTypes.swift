/// A set of the types that JSON Schema has.
public struct JSONTypes: OptionSet, Sendable, Hashable {
    /// One bit for each type.
    public let rawValue: UInt8

    /// Null.
    public static let null = JSONTypes(rawValue: 1)
    /// True and false.
    public static let boolean = JSONTypes(rawValue: 2)
    /// Whole numbers.
    public static let integer = JSONTypes(rawValue: 4)
    /// All numbers, including whole numbers.
    public static let number = JSONTypes(rawValue: 8)
    /// Texts.
    public static let string = JSONTypes(rawValue: 16)
    /// Lists.
    public static let array = JSONTypes(rawValue: 32)
    /// Objects.
    public static let object = JSONTypes(rawValue: 64)
    /// All types.
    public static let all = JSONTypes(rawValue: 127)

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

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Creates a set with the type of a value.
    public init(of node: PlanNode) {
        switch node.content {
        case .null: self = .null
        case .bool: self = .boolean
        case .number(let number): self = number.decimal.isInteger ? .integer : .number
        case .string: self = .string
        case .array: self = .array
        case .object: self = .object
        }
    }

    /// Returns the types that at least one of the values has. A whole number is also a number.
    public func occurring(among nodes: [PlanNode]) -> JSONTypes {
        let found = nodes.reduce(JSONTypes()) { $0.union(JSONTypes(of: $1)) }
        return intersection(found.contains(.integer) ? found.union(.number) : found)
    }

    /// The types as a text for messages, such as "a string or null".
    public var words: String {
        let names = Self.named.filter { isSuperset(of: $0.types) }.map(\.name)
        // Null is last, because it is the exception.
        let ordered = names.filter { $0 != "null" } + names.filter { $0 == "null" }
        let words = ordered.map { $0 == "null" ? $0 : ("aio".contains($0.prefix(1)) ? "an " : "a ") + $0 }
        guard words.count > 1, let last = words.last else { return words.first ?? "nothing" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}
