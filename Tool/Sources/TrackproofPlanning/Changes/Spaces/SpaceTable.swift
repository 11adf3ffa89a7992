import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

/// The schemas of both plans of a comparison, each with its ``ValueSpace``.
struct SpaceTable {
    /// The index of the schema that no value fits.
    static let never = 0
    /// The index of the schema that any value fits, except texts that look like personal data.
    static let searched = 1
    /// The index of the schema that any value fits.
    static let any = 2

    private(set) var nodes: [SpaceNode] = []
    /// The spaces, each stored once. Many schemas of a plan have equal spaces.
    private var spaces: [ValueSpace] = []
    /// For each space, whether its only inner schemas are `never`, `searched` and `any`.
    private var leaves: [Bool] = []
    private var indices: [ValueSpace: Int] = [:]

    init() {
        for space in [ValueSpace.never, ValueSpace(texts: TextSpace(isSearched: true)), ValueSpace()] {
            set(reserve(), SpaceNode(space: intern(space)))
        }
    }

    /// Adds a schema without its space, and returns its index. The caller sets the space later with `set`.
    mutating func reserve() -> Int {
        nodes.append(SpaceNode(space: 0))
        return nodes.count - 1
    }

    mutating func set(_ index: Int, _ node: SpaceNode) { nodes[index] = node }

    /// Returns the index of a space in `spaces`. Adds the space if `spaces` does not contain it yet.
    mutating func intern(_ space: ValueSpace) -> Int {
        if let index = indices[space] { return index }
        indices[space] = spaces.count
        spaces.append(space)
        leaves.append(space.children.allSatisfy { $0 <= Self.any })
        return spaces.count - 1
    }

    func space(of schema: Int) -> ValueSpace { spaces[nodes[schema].space] }

    /// Returns whether the schema has no inner schemas except `never`, `searched` and `any`.
    func isLeaf(_ schema: Int) -> Bool { leaves[nodes[schema].space] }
}

/// A schema of a plan, with its value space and what the comparison reports about it.
struct SpaceNode {
    /// The index of the schema's space in `SpaceTable.spaces`.
    var space: Int
    var notes = SchemaNotes()
    /// The findings that the plan does not report for a value of this schema and for the values inside it.
    var exemptions = FindingIDs()
    /// Whether the plan forbids the value with `never: true`.
    var isForbidden = false
    /// The schema's rules. The comparison needs only their places, for its reports.
    var rules: [SchemaRule] = []
    var place: PlanPlace?

    /// Returns the place of the first rule whose keyword is in `keywords`, or the schema's place.
    func place(of keywords: [SchemaKeyword]) -> PlanPlace? {
        rules.first { keywords.contains($0.keyword) }?.place ?? place
    }
}

/// The members of a schema that are not rules for values, such as its description.
struct SchemaNotes: Hashable {
    var description: ExactText?
    var pii: ExactText?
    var defaultValue: CanonicalValue?
    var examples: [CanonicalValue] = []
    var isDeprecated = false
    /// The ids of the findings and lint rules from which the plan exempts the value.
    var exemptions: Set<String> = []

    init() {}

    init(_ schema: PlanSchema) {
        description = schema.description.map { ExactText($0) }
        pii = schema.pii.map { ExactText($0) }
        defaultValue = schema.defaultValue.map { CanonicalValue($0) }
        examples = schema.examples.map { CanonicalValue($0) }
        isDeprecated = schema.isDeprecated
        exemptions = Set(schema.exemptions.map(\.id))
    }

    /// Adds the notes of a named type, such as its description, if this schema does not have these notes itself.
    mutating func complete(with other: SchemaNotes) {
        description = description ?? other.description
        pii = pii ?? other.pii
        defaultValue = defaultValue ?? other.defaultValue
        if examples.isEmpty { examples = other.examples }
        isDeprecated = isDeprecated || other.isDeprecated
        exemptions.formUnion(other.exemptions)
    }
}
