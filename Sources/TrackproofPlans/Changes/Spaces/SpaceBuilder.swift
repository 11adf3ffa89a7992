internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// A builder that creates a value space for each schema of a plan.
///
/// The builder gives an inner schema its index at once and its space later, because types can contain themselves.
struct SpaceBuilder {
    /// The maximum length of a chain of schemas that refer to each other for the same value.
    private static let depthLimit = 60
    /// The maximum number of alternatives that are merged.
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
    ///   - table: The table to add schemas to.
    ///   - isTrusting: Whether both plans report findings of values as errors everywhere.
    init(_ plan: TrackingPlan, _ table: SpaceTable, isTrusting: Bool) {
        self.table = table
        self.isTrusting = isTrusting
        types = Dictionary(plan.types.map { ($0.name, $0.schema) }, uniquingKeysWith: { first, _ in first })
        declared = DeclaredMembers(types)
        isClosed = plan.isClosed
    }

    /// Adds a schema that describes whole values, and returns the index of the schema.
    mutating func add(_ schema: PlanSchema) -> Int { add(schema, isClosed ? .closed : .open) }

    /// Adds a schema, and returns its index. The schema gets its space later.
    mutating func add(_ schema: PlanSchema, _ scope: SchemaScope) -> Int {
        let index = table.reserve()
        pending[index] = (schema, scope)
        queue.append(index)
        return index
    }

    /// Sets the spaces of all schemas that do not have a space yet.
    mutating func finish() { while let index = queue.popLast() { _ = resolve(index) } }

    /// Returns the schema of a named type in a scope, or `nil` if there is no such type.
    mutating func type(_ name: String, _ scope: SchemaScope) -> Int? {
        if let index = typeIndices[scope]?[name] { return index }
        guard let schema = types[name] else { return nil }
        let index = add(schema, scope)
        typeIndices[scope, default: [:]][name] = index
        return index
    }

    /// Sets the space of a schema if it has no space yet. Returns `false` if the depth limit prevents this.
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
            space: SpaceTable.never, notes: SchemaNotes(schema), exemptions: SchemaCompiler.ids(schema.exemptions),
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
            // A part with exemptions is not merged, because the exemptions apply only to the part's own rules.
            if resolve(part), table.nodes[part].exemptions.isEmpty, space.merge(table.space(of: part)) {
                if number == 0 { node.notes.complete(with: table.nodes[part].notes) }
            } else {
                space.parts.append(part)
            }
        }
        if named.count > 1 { addAlternatives(named, isExclusive: false, to: &space) }
        addCombinations(schema, inside, to: &space)
        space.normalize(isTrusting: isTrusting)
        node.space = table.intern(space)
        return node
    }

    /// Returns the schemas of the named types in `type`.
    ///
    /// If `type` also lists JSON types, the result has one more schema for these types.
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

    /// Merges alternatives into a space if their types are different. Otherwise, adds them as a combination.
    mutating func addAlternatives(_ list: [Int], isExclusive: Bool, to space: inout ValueSpace) {
        let areKnown = list.count <= Self.alternativeLimit && list.allSatisfy { resolve($0) }
        if areKnown, list.allSatisfy({ table.nodes[$0].exemptions.isEmpty }) {
            let spaces = list.map { table.space(of: $0) }
            // The check reports the findings of the nearest alternative. If some of these findings are only warnings, a
            // union of the alternatives would accept other values.
            if isTrusting || spaces.count(where: { $0.types != .null }) < 2,
                let union = ValueSpace.union(spaces, isExclusive: isExclusive), space.merge(union)
            {
                return
            }
        }
        space.combinations.insert(isExclusive ? .one(list) : .any(Set(list)))
    }
}
