/// A schema of the imported plan, while a converter adds its members.
struct ConvertedSchema {
    private var members: [(rank: Int, item: FormattedItem)] = []
    /// Whether the schema fits in braces: no schema inside it has properties.
    private(set) var isFlow = true

    /// The order in which a schema lists its members. Members that are not in this list come after `multipleOf`.
    private static let ranks: [String: Int] = {
        let first = [
            "type", "$ref", "enum", "const", "format", "pattern", "minimum", "exclusiveMinimum", "maximum",
            "exclusiveMaximum", "multipleOf",
        ]
        let last = [
            "required", "never", "pii", "deprecated", "default", "title", "description", "examples", "$comment",
        ]
        let inner = [
            "additionalProperties", "items", "prefixItems", "propertyNames", "patternProperties", "properties", "allOf",
            "anyOf", "oneOf", "not", "if", "then", "else", "variants",
        ]
        let ordered =
            first.enumerated().map { ($1, $0) } + last.enumerated().map { ($1, 200 + $0) }
            + inner.enumerated().map { ($1, 300 + $0) }
        return Dictionary(ordered, uniquingKeysWith: { first, _ in first })
    }()

    /// Whether the schema has no members, so that it allows all values.
    var isEmpty: Bool { members.isEmpty }

    func has(_ name: String) -> Bool { members.contains { $0.item.name?.value == name } }

    mutating func add(_ name: String, _ value: FormattedValue, isFlow: Bool = true) {
        let rank = name.hasPrefix("x-") ? 250 : Self.ranks[name] ?? 100
        members.append((rank, FormattedItem(name, value)))
        if !isFlow { self.isFlow = false }
    }

    mutating func addFlag(_ name: String) { add(name, .word("true")) }

    var value: FormattedValue {
        let sorted = members.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
        return .object(sorted.map(\.element.item), inBraces: isFlow)
    }
}
