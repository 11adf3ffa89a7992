import Trackproof
import TrackproofPlans
import TrackproofSnapshots

/// The values that a list of schemas allows, one JSON type after the other.
///
/// A schema, the schemas that it refers to, and those of `allOf` apply together. If only one alternative of `anyOf` or
/// `oneOf` allows a type, this alternative applies to all values of the type. So a list of types, an alternative for each
/// type, and a reference to a named type look the same here.
struct ValueRules {
    /// The types that a value may have. If they contain `number`, they also contain `integer`.
    private(set) var types: JSONTypes
    /// The rules for the values of each family of types, by its position in ``families``.
    private(set) var rules: [TypeRules] = []
    /// The allowed values of each family if the plan lists them, by its position in ``families``.
    private(set) var values: [Set<CanonicalValue>?] = []

    /// The families of types. `integer` and `number` are one family.
    static let families: [JSONTypes] = [.null, .boolean, [.integer, .number], .string, .array, .object]
    /// The positions of numbers, strings, lists and objects in ``families``.
    static let (numbers, strings, arrays, objects) = (2, 3, 4, 5)

    /// - Parameter isExact: Whether a value with a type that no schema allows is an error. Otherwise, alternatives do not
    ///   depend on the type.
    init(_ schemas: [Int], _ graph: SchemaGraph, isExact: Bool) {
        types = schemas.reduce(.all) { $0.intersection(graph[$1].readableTypes) }
        for family in Self.families {
            let rules = TypeRules(schemas, for: isExact ? family : nil, graph)
            var values: Set<CanonicalValue>?
            for constants in rules.schemas.compactMap({ graph[$0].constants }) {
                let own = Set(constants.values.map { CanonicalValue($0) }.filter { family.isSuperset(of: $0.type) })
                values = values.map { $0.intersection(own) } ?? own
            }
            self.rules.append(rules)
            self.values.append(values)
            if let values, isExact { narrow(family, values) }
        }
    }

    /// Removes a type that has no listed value, and a list that has all values of its type.
    private mutating func narrow(_ family: JSONTypes, _ values: Set<CanonicalValue>) {
        let last = self.values.count - 1
        let values = family.contains(.number) && !types.contains(.number) ? values.filter(\.isInteger) : values
        self.values[last] = values
        if values.isEmpty { types.subtract(family) }
        if family == .null || (family == .boolean && values.count == 2) || types.isDisjoint(with: family) {
            self.values[last] = nil
        } else if family.contains(.number), values.allSatisfy(\.isInteger) {
            types.remove(.number)
        }
    }

    /// Whether a value has an allowed type and, if the schema lists the values of this type, is listed.
    func mayContain(_ value: CanonicalValue) -> Bool {
        guard let family = Self.families.firstIndex(where: { $0.isSuperset(of: value.type) }) else { return false }
        return !types.isDisjoint(with: Self.families[family]) && values[family]?.contains(value) ?? true
    }

    /// The only value, or `nil` if there are several values or the plan does not list them.
    var onlyValue: CanonicalValue? {
        let listed = values.compactMap(\.self).flatMap(\.self)
        let isListed = zip(Self.families, values).allSatisfy { types.isDisjoint(with: $0) || $1 != nil }
        return listed.count == 1 && isListed ? listed[0] : nil
    }
}

/// The rules of schemas that apply to all values of one type.
struct TypeRules {
    /// The schemas that apply together: the schemas themselves, those that they refer to, and the only alternative for the
    /// type.
    private(set) var schemas: [Int] = []
    /// Lists of several alternatives that all allow the type.
    private(set) var alternatives: [(schemas: [Int], isExclusive: Bool)] = []
    /// The schema of each `not`, and the schemas of each `if` with its `then` and `else`.
    private(set) var conditions: [[[Int]]] = []

    /// - Parameter types: The types of one family, or `nil` for the rules of all values.
    init(_ schemas: [Int], for types: JSONTypes?, _ graph: SchemaGraph) {
        var visited: Set<Int> = []
        for schema in schemas { add(schema, types, graph, &visited) }
    }

    private mutating func add(_ schema: Int, _ types: JSONTypes?, _ graph: SchemaGraph, _ visited: inout Set<Int>) {
        guard visited.insert(schema).inserted else { return }
        schemas.append(schema)
        guard let rules = graph[schema].combinations else { return }
        func allows(_ schema: Int) -> Bool { types.map { !$0.isDisjoint(with: graph[schema].readableTypes) } ?? true }
        func number(_ child: Int) -> Int { graph.number(of: child, in: schema) }
        for part in rules.all { add(number(part), types, graph, &visited) }
        for (list, isExclusive) in rules.any.map({ ($0, false) }) + rules.one.map({ ($0, true) }) {
            let fitting = list.map(number).filter(allows)
            if fitting.count == 1, types != nil || list.count == 1 {
                add(fitting[0], types, graph, &visited)
            } else if !fitting.isEmpty {
                alternatives.append((fitting, isExclusive))
            }
        }
        conditions += rules.not.map(number).filter(allows).map { [[$0]] }
        guard let condition = rules.condition.map(number) else { return }
        let (then, otherwise) = (rules.then.map { [number($0)] } ?? [], rules.otherwise.map { [number($0)] } ?? [])
        if allows(condition) {
            conditions.append([[condition], then, otherwise])
        } else {
            for part in otherwise { add(part, types, graph, &visited) }
        }
    }

    /// Returns whether a check searches the texts for personal data.
    func isSearched(_ graph: SchemaGraph) -> Bool { schemas.contains { graph[$0].isSearchedForPersonalData } }
}

extension CanonicalValue {
    /// The type of the value. A whole number has the type `integer`.
    fileprivate var type: JSONTypes {
        switch self {
        case .decimal(let number): number.isInteger ? .integer : .number
        case .array: .array
        case .object: .object
        case .plain(.null): .null
        case .plain(.bool): .boolean
        case .plain: .string
        }
    }

    /// Whether the value is a whole number, or no number.
    fileprivate var isInteger: Bool { type != .number }

    /// The text if the value is a text, or `nil` for all other values.
    var text: String? { if case .plain(.string(let text)) = self { text } else { nil } }
}
