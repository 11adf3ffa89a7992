import Trackproof
import TrackproofPlans
import TrackproofSnapshots

/// A builder that creates the value space of each schema of a plan.
///
/// `add` gives a schema its index, and `finish` sets its space. Without these two steps, the builder could not finish
/// a type that contains itself.
struct SpaceBuilder {
    /// The maximum length of a chain of schemas that each refer to the next schema with `$ref`, `allOf` or `anyOf`.
    private static let depthLimit = 60
    /// The maximum number of schemas in `anyOf` or `oneOf` that the builder merges into one space.
    private static let alternativeLimit = 64

    private(set) var table: SpaceTable
    let isTrusting: Bool
    let isClosed: Bool
    private let types: [String: PlanSchema]
    private var typeIndices: [SchemaScope: [String: Int]] = [:]
    private var declared: DeclaredMembers
    private var pending: [Int: (schema: PlanSchema, scope: SchemaScope)] = [:]
    private var queue: [Int] = []
    private var depth = 0

    /// - Parameters:
    ///   - table: The table to which the builder adds the schemas.
    ///   - isTrusting: Whether both plans report findings of parameters as errors everywhere.
    init(_ plan: TrackingPlan, _ table: SpaceTable, isTrusting: Bool) {
        self.table = table
        self.isTrusting = isTrusting
        types = Dictionary(plan.types.map { ($0.name, $0.schema) }, uniquingKeysWith: { first, _ in first })
        declared = DeclaredMembers(types)
        isClosed = plan.isClosed
    }

    /// Adds the schema of a parameter or of a named type, and returns its index.
    mutating func add(_ schema: PlanSchema) -> Int { add(schema, isClosed ? .closed : .open) }

    /// Adds a schema, and returns its index. `finish` sets its space.
    mutating func add(_ schema: PlanSchema, _ scope: SchemaScope) -> Int {
        let index = table.reserve()
        pending[index] = (schema, scope)
        queue.append(index)
        return index
    }

    /// Sets the spaces of all schemas that do not have a space yet.
    mutating func finish() { while let index = queue.popLast() { _ = resolve(index) } }

    /// Returns the index of a named type's schema in a scope, or `nil` if the plan declares no such type.
    mutating func type(_ name: String, _ scope: SchemaScope) -> Int? {
        if let index = typeIndices[scope]?[name] { return index }
        guard let schema = types[name] else { return nil }
        let index = add(schema, scope)
        typeIndices[scope, default: [:]][name] = index
        return index
    }

    /// Sets the space of a schema if it has no space yet. Returns `false` if the chain of schemas is too long.
    private mutating func resolve(_ index: Int) -> Bool {
        guard let (schema, scope) = pending[index] else { return true }
        guard depth < Self.depthLimit else { return false }
        pending[index] = nil
        depth += 1
        table.set(index, node(schema, scope))
        depth -= 1
        return true
    }

    private mutating func node(_ schema: PlanSchema, _ scope: SchemaScope) -> SpaceNode {
        var node = SpaceNode(
            space: SpaceTable.never, notes: SchemaNotes(schema), exemptions: FindingIDs(schema.exemptions),
            isForbidden: schema.isNever, rules: schema.rules, place: schema.place)
        if schema.isNever { return node }
        let composition = schema.composition
        let inside = scope.inside(composition)
        var space = ownSpace(
            schema, scope, composition,
            declared: composition == .parts && !scope.leavesOtherMembers ? declared.names(schema) : nil)
        let named = namedTypes(schema, inside)
        let parts = (named.count == 1 ? named : []) + parts(schema, inside)
        if let type = parts.first, parts.count == 1, named.count < 2, space == ValueSpace(), resolve(type) {
            let other = table.nodes[type]
            node.space = other.space
            node.isForbidden = other.isForbidden
            node.exemptions = node.exemptions.union(other.exemptions)
            node.notes.complete(with: other.notes)
            return node
        }
        for (number, part) in parts.enumerated() {
            // The builder does not merge a part with exemptions. After merging, the exemptions would apply to all
            // rules.
            if resolve(part), table.nodes[part].exemptions.isEmpty, space.merge(table.space(of: part)) {
                if number == 0 { node.notes.complete(with: table.nodes[part].notes) }
            } else {
                space.parts.insert(part)
            }
        }
        if named.count > 1 { addAlternatives(named, isExclusive: false, to: &space) }
        addCombinations(schema, inside, to: &space)
        space.normalize(isTrusting: isTrusting)
        node.space = table.intern(space)
        return node
    }

    /// Returns the schemas of the named types that the keyword `type` lists.
    ///
    /// If `type` also lists JSON types, such as `string`, the result has one more schema for these JSON types.
    private mutating func namedTypes(_ schema: PlanSchema, _ scope: SchemaScope) -> [Int] {
        guard case .types(let names)? = schema.rule(.type)?.value else { return [] }
        var list = names.filter { $0.types == nil }.compactMap { type($0.name, scope) }
        let types = names.reduce(into: JSONTypes()) { $0.formUnion($1.types ?? []) }
        if list.isEmpty || types.isEmpty { return list }
        var space = ValueSpace(types: types, texts: TextSpace(isSearched: true))
        space.normalize(isTrusting: isTrusting)
        list.append(table.reserve())
        table.set(list[list.count - 1], SpaceNode(space: table.intern(space), place: schema.place))
        return list
    }

    /// Merges alternatives into a space if one space can describe them. Otherwise adds them as `anyOf` or `oneOf`.
    mutating func addAlternatives(_ list: [Int], isExclusive: Bool, to space: inout ValueSpace) {
        let areKnown = list.count <= Self.alternativeLimit && list.allSatisfy { resolve($0) }
        if areKnown, list.allSatisfy({ table.nodes[$0].exemptions.isEmpty }) {
            let spaces = list.map { table.space(of: $0) }
            // If no alternative fits a value, the check reports only the findings of the nearest alternative. If some
            // of these findings are only warnings, the check accepts values that the union does not accept.
            if isTrusting || spaces.count(where: { $0.types != .null }) < 2,
                let union = ValueSpace.union(spaces, isExclusive: isExclusive), space.merge(union)
            {
                return
            }
        }
        space.combinations.insert(isExclusive ? .one(list) : .any(Set(list)))
    }
}
