import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

/// The rules for the members of an object, or for the parameters of an event, that several schemas together demand.
struct MemberRules {
    /// The schemas that apply to a member, for each name that a schema declares.
    private(set) var members: [ExactText: [Int]] = [:]
    private(set) var required: Set<ExactText> = []
    /// The names that a schema requires and declares. Generated code has required arguments for them.
    private(set) var requiredArguments: Set<ExactText> = []
    /// The schemas of the members that the rules do not declare. Empty if such a member may have any value.
    private(set) var others: [Int] = []
    /// The schemas of the members whose names fit a pattern, by the pattern.
    private(set) var patterns: [String: [Int]] = [:]
    /// The schemas that the name of each member must fit.
    private(set) var names: [Int] = []
    private(set) var minCount = 0
    private(set) var maxCount = Int.max
    /// For each name, the names that must be present if this name is present (`dependentRequired`).
    private(set) var dependents: [ExactText: Set<ExactText>] = [:]
    private(set) var variants: [VariantRules] = []
    /// For each parameter of a variant, its schemas: one for each variant that declares it.
    private(set) var variantSchemas: [ExactText: [Int]] = [:]
    private let rules: [(rules: ObjectRules, schema: Int)]
    private let graph: SchemaGraph
    private let sources: [Int]

    fileprivate init(_ schemas: [Int], _ graph: SchemaGraph) {
        sources = schemas
        self.graph = graph
        rules = schemas.compactMap { schema in graph[schema].objects.map { ($0, schema) } }
        for (rules, schema) in rules {
            let texts = rules.names.map { ExactText($0) }
            for (index, name) in texts.enumerated() {
                if rules.schemas[index] >= 0 { members[name] = [] }
                if rules.required.contains(index) {
                    required.insert(name)
                    if rules.schemas[index] >= 0 { requiredArguments.insert(name) }
                }
            }
            for (pattern, child) in rules.patterns {
                patterns[pattern.source, default: []].append(graph.number(of: child, in: schema))
            }
            if let child = rules.nameSchema { names.append(graph.number(of: child, in: schema)) }
            minCount = max(minCount, rules.minCount)
            maxCount = min(maxCount, rules.maxCount)
            for (name, others) in rules.dependents {
                dependents[texts[name], default: []].formUnion(others.map { texts[$0] })
            }
            variants += rules.variants.map { VariantRules($0, rules, schema, graph) }
        }
        for name in members.keys { members[name] = self.schemas(of: name) }
        others = simplified(rules.map { $0.rules.additional(in: $0.schema, graph) })
        for variant in variants {
            for (name, schema) in variant.members { variantSchemas[name, default: []].append(schema) }
        }
    }

    /// Returns the schemas that the value of a member must fit.
    func schemas(of name: ExactText) -> [Int] {
        simplified(
            rules.flatMap { rules, schema in
                let found = rules.schemas(ofMember: name.text).map { graph.number(of: $0, in: schema) }
                return found.isEmpty ? [rules.additional(in: schema, graph)] : found
            })
    }

    /// Returns the schemas without those that any value fits, or only the schema that no value fits.
    private func simplified(_ schemas: [Int]) -> [Int] {
        let schemas = schemas.filter { !graph.isAny($0) }
        if let never = schemas.first(where: { graph.isNever($0) }) { return [never] }
        return schemas
    }

    func isRequired(_ name: ExactText) -> Bool { required.contains(name) }

    /// Returns whether a member of this name must not be present.
    func isForbidden(_ name: ExactText) -> Bool { isNever(schemas(of: name)) }

    func isNever(_ schemas: [Int]) -> Bool { schemas.contains { graph.isNever($0) } }

    /// Whether members that the rules do not declare must not be present.
    var isClosed: Bool { isNever(others) }

    /// The place of a keyword, or the place of the object or event if no rule has the keyword.
    func place(_ keyword: SchemaKeyword) -> PlanPlace? { graph.place(of: [keyword], in: sources) }

    var place: PlanPlace? { sources.first.map { graph[$0].place } }
}

/// A variant of an event: a condition, and the parameters that only events of this variant have.
struct VariantRules {
    var conditions: [ExactText: Set<CanonicalValue>]
    let members: [ExactText: Int]
    let required: Set<ExactText>
    let place: PlanPlace
    /// Whether this is the variant of all events that belong to no other variant.
    let isDefault: Bool
    /// The condition, as a text for reports: `"method" is "card"`.
    let words: String

    fileprivate init(_ variant: CompiledVariant, _ rules: ObjectRules, _ schema: Int, _ graph: SchemaGraph) {
        conditions = variant.condition.allowed
        members = Dictionary(
            variant.schemas.map { (ExactText(rules.names[$0.key]), graph.number(of: $0.value, in: schema)) },
            uniquingKeysWith: { first, _ in first })
        required = Set(variant.schemas.keys.filter(variant.required.contains).map { ExactText(rules.names[$0]) })
        place = variant.place
        isDefault = variant.condition.isDefault
        words = variant.condition.words
    }

    /// The names of the parameters, as a text for reports.
    var nameWords: String {
        members.isEmpty ? "no parameters" : members.keys.sorted().map(\.text.quotedForDisplay).joined(separator: ", ")
    }

    /// Returns whether an event can fit the conditions of both variants. `true` also if this is unknown.
    func overlaps(_ other: VariantRules) -> Bool {
        conditions.allSatisfy { name, values in other.conditions[name].map { !values.isDisjoint(with: $0) } ?? true }
    }

    /// Returns whether each event that fits the conditions of this variant also fits the conditions of `other`.
    func implies(_ other: VariantRules) -> Bool {
        // Which events belong to a default depends on all other variants.
        if isDefault || other.isDefault { return isDefault && other.isDefault }
        return other.conditions.allSatisfy { name, values in conditions[name].map { $0.isSubset(of: values) } ?? false }
    }
}

extension TypeRules {
    func members(_ graph: SchemaGraph) -> MemberRules { MemberRules(schemas, graph) }
}

extension ObjectRules {
    /// Returns the number of the schema of members that the rules do not declare.
    fileprivate func additional(in schema: Int, _ graph: SchemaGraph) -> Int {
        switch additional {
        case .allowed: SchemaGraph.searched
        case .refused: SchemaGraph.never
        case .schema(let child): graph.number(of: child, in: schema)
        }
    }
}
