internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// A builder of the spaces of one plan's schemas.
///
/// Schemas inside of a schema get an index at once and a space later, because types can contain themselves.
struct SpaceBuilder {
    /// The maximum number of schemas of the same value that are resolved into each other.
    private static let depthLimit = 60
    /// The maximum number of schemas in one `allOf` that are resolved.
    private static let partLimit = 64
    /// The maximum number of schemas that are made from two others.
    private static let conjunctionLimit = 10_000
    /// The maximum number of members and values of the schemas that are resolved into others.
    private static let mergeLimit = 5_000_000

    private enum Pending {
        case schema(PlanSchema, closes: Bool)
        case both(Int, Int)
    }

    private struct Pair: Hashable {
        let first: Int
        let second: Int
    }

    private(set) var table: SpaceTable
    let trusted: FindingIDs
    let isClosed: Bool
    private let types: [String: PlanSchema]
    private var typeNodes: [String: Int] = [:]
    private let trustsAll: Bool
    private var pending: [Int: Pending] = [:]
    private var queue: [Int] = []
    private var conjunctions: [Pair: Int] = [:]
    /// For each schema that was made from two others, how many such schemas are inside each other.
    private var heights: [Int: Int] = [:]
    private var depth = 0
    private var merged = 0

    /// - Parameters:
    ///   - table: The table to add schemas to.
    ///   - trusted: The findings that both plans report as errors wherever they occur.
    init(_ plan: TrackingPlan, _ table: SpaceTable, trusting trusted: FindingIDs) {
        self.table = table
        self.trusted = trusted
        trustsAll = FindingID.allCases.allSatisfy { $0.defaultSeverity != .error || trusted.contains($0) }
        types = Dictionary(plan.types.map { ($0.name, $0.schema) }, uniquingKeysWith: { first, _ in first })
        isClosed = plan.isClosed
    }

    /// Returns the index of a schema.
    mutating func add(_ schema: PlanSchema) -> Int { add(schema, closes: isClosed) }

    /// Gives all schemas their spaces.
    mutating func finish() { while let index = queue.popLast() { resolve(index) } }

    mutating func add(_ schema: PlanSchema, closes: Bool) -> Int { reserve(.schema(schema, closes: closes)) }

    private mutating func reserve(_ item: Pending) -> Int {
        let index = table.reserve()
        pending[index] = item
        queue.append(index)
        return index
    }

    /// Returns the schema of a named type, or `nil` if there is no such type.
    mutating func type(_ name: String) -> Int? {
        if let index = typeNodes[name] { return index }
        guard let schema = types[name] else { return nil }
        let index = add(schema, closes: isClosed)
        typeNodes[name] = index
        return index
    }

    private mutating func resolve(_ index: Int) {
        switch pending.removeValue(forKey: index) {
        case .schema(let schema, let closes)?:
            depth += 1
            table.set(index, node(schema, closes: closes))
            depth -= 1
        case .both(let first, let second)?:
            resolve(first)
            resolve(second)
            table.set(index, conjunction(first, second))
        case nil: return
        }
    }

    // MARK: Schemas of two schemas

    /// Returns the schema of the values that fit two schemas.
    private mutating func both(_ first: Int, _ second: Int) -> Int {
        if first == second || second == SpaceTable.any || first == SpaceTable.never { return first }
        if first == SpaceTable.any || second == SpaceTable.never { return second }
        let pair = Pair(first: min(first, second), second: max(first, second))
        if let known = conjunctions[pair] { return known }
        let index = reserve(.both(pair.first, pair.second))
        conjunctions[pair] = index
        heights[index] = max(heights[first] ?? 0, heights[second] ?? 0) + 1
        return index
    }

    private mutating func conjunction(_ first: Int, _ second: Int) -> SpaceNode {
        var node = table.nodes[first]
        node.same = nil
        node.exemptions = FindingIDs()
        node.notes.complete(with: table.nodes[second].notes)
        var space = ValueSpace()
        for part in [first, second] {
            let isLow = (heights[part] ?? 0) < Self.depthLimit
            if isLow, table.nodes[part].exemptions.isEmpty {
                merge(part, into: &space)
            } else {
                space.combinations.insert(.all(part))
            }
        }
        space.normalize(trusting: trusted)
        node.space = table.intern(space)
        return node
    }

    /// Whether further schemas may be resolved into others.
    private var mayMerge: Bool { merged <= Self.mergeLimit && conjunctions.count <= Self.conjunctionLimit }

    private mutating func merge(_ part: Int, into space: inout ValueSpace) {
        let other = table.space(of: part)
        merged += other.size + space.size
        if mayMerge, ValueSpace.canIntersect(space, other) {
            space.formIntersection(other) { both($0, $1) }
        } else {
            space.combinations.insert(.all(part))
        }
    }

    // MARK: A schema

    private mutating func node(_ schema: PlanSchema, closes: Bool) -> SpaceNode {
        var node = SpaceNode(
            space: SpaceTable.never, notes: SchemaNotes(schema), exemptions: SchemaCompiler.ids(schema.exemptions),
            isForbidden: schema.isNever, rules: schema.rules, place: schema.place)
        if schema.isNever { return node }
        var space = ownSpace(schema, closes: closes)
        let named = namedTypes(schema)
        let parts = (named.count == 1 ? named : []) + parts(schema)
        if parts.count == 1, named.count < 2, space == ValueSpace(), depth < Self.depthLimit {
            resolve(parts[0])
            node.becomeAlias(of: parts[0], table.nodes[parts[0]])
            return node
        }
        for (number, part) in parts.enumerated() {
            if number < Self.partLimit, depth < Self.depthLimit { resolve(part) }
            // The space of a schema that is not resolved is not known yet. An exemption holds for a part of the rules.
            if pending[part] == nil, table.nodes[part].exemptions.isEmpty {
                if number == 0 { node.notes.complete(with: table.nodes[part].notes) }
                merge(part, into: &space)
            } else {
                space.combinations.insert(.all(part))
            }
        }
        if named.count > 1 { add(named, isExclusive: false, to: &space) }
        addCombinations(schema, to: &space)
        space.normalize(trusting: trusted)
        node.space = table.intern(space)
        return node
    }

    /// Returns the named types of a schema, and one for its types of JSON if it has both.
    private mutating func namedTypes(_ schema: PlanSchema) -> [Int] {
        guard case .types(let names)? = schema.rule(.type)?.value else { return [] }
        var list = names.filter { $0.types == nil }.compactMap { type($0.name) }
        let types = names.reduce(into: JSONTypes()) { $0.formUnion($1.types ?? []) }
        if list.isEmpty || types.isEmpty { return list }
        var space = ValueSpace(types: types, texts: TextSpace(isSearched: true))
        space.normalize(trusting: trusted)
        list.append(table.reserve())
        table.set(list[list.count - 1], SpaceNode(space: table.intern(space), place: schema.place))
        return list
    }

    /// Adds alternatives to a space: as values if they have different types, otherwise as a combination.
    mutating func add(_ list: [Int], isExclusive: Bool, to space: inout ValueSpace) {
        if depth < Self.depthLimit, list.count <= Self.partLimit {
            for part in list { resolve(part) }
            let spaces = list.map { table.space(of: $0) }
            merged += spaces.reduce(space.size) { $0 + $1.size }
            // Other findings than those of the alternative may be reported, which matters if some are only warnings.
            let isPlain = trustsAll || spaces.count { $0.types != .null } < 2
            let hasExemptions = list.contains { !table.nodes[$0].exemptions.isEmpty }
            if mayMerge, isPlain, !hasExemptions,
                let union = ValueSpace.union(spaces, isExclusive: isExclusive),
                ValueSpace.canIntersect(space, union)
            {
                space.formIntersection(union) { both($0, $1) }
                return
            }
        }
        space.combinations.insert(isExclusive ? .one(list) : .any(Set(list)))
    }
}

extension SpaceNode {
    /// Takes over what another schema says, because this schema has no rules of its own.
    fileprivate mutating func becomeAlias(of index: Int, _ other: SpaceNode) {
        space = other.space
        same = index
        isForbidden = other.isForbidden
        exemptions = exemptions.union(other.exemptions)
        notes.complete(with: other.notes)
    }
}

extension ValueSpace {
    /// The number of members and values.
    fileprivate var size: Int { 1 + values.count + objects.members.count + lists.prefix.count }
}
