import Trackproof
import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

/// The rules for the members of an object, or for the parameters of an event, that several schemas together demand.
struct MemberRules {
    /// The members that the schemas declare for all objects or events, as a variant without conditions.
    private(set) var general: VariantRules
    private(set) var variants: [VariantRules] = []
    /// The names that must be present, also those that no schema declares.
    private(set) var required: Set<ExactText> = []
    /// The schemas of the members that the rules do not declare.
    private(set) var others: [Int] = []
    /// The schemas of the members whose names fit a pattern, by the pattern.
    private(set) var patterns: [String: [Int]] = [:]
    /// The schemas that the name of each member must fit.
    private(set) var names: [Int] = []
    /// For each name, the names that must be present if this name is present (`dependentRequired`).
    private(set) var dependents: [ExactText: Set<ExactText>] = [:]
    private let rules: [(rules: ObjectRules, schema: Int)]
    private let graph: SchemaGraph
    private let sources: [Int]

    init(_ schemas: [Int], _ graph: SchemaGraph) {
        (sources, self.graph) = (schemas, graph)
        rules = schemas.compactMap { schema in graph[schema].objects.map { ($0, schema) } }
        general = VariantRules(at: graph.place(schemas))
        for (rules, schema) in rules {
            let texts = rules.names.map { ExactText($0) }
            for (index, name) in texts.enumerated() {
                let isDeclared = rules.schemas[index] >= 0
                if isDeclared { general.members[name] = [] }
                guard rules.required.contains(index) else { continue }
                required.insert(name)
                if isDeclared { general.required.insert(name) }
            }
            for (pattern, child) in rules.patterns {
                patterns[pattern.source, default: []].append(graph.number(of: child, in: schema))
            }
            if let child = rules.nameSchema { names.append(graph.number(of: child, in: schema)) }
            for (name, others) in rules.dependents {
                dependents[texts[name], default: []].formUnion(others.map { texts[$0] })
            }
            variants += rules.variants.map { VariantRules($0, rules, schema, graph) }
        }
        for name in members.keys { general.members[name] = self.schemas(of: name) }
        others = graph.simplified(rules.map { $0.rules.additional(in: $0.schema, graph) })
    }

    /// The schemas that apply to a member of all objects or events, for each name that a schema declares.
    var members: [ExactText: [Int]] { general.members }

    /// Returns the schemas that the value of a member must fit, without those of variants.
    func schemas(of name: ExactText) -> [Int] {
        graph.simplified(
            rules.flatMap { rules, schema in
                let found = rules.schemas(ofMember: name.text).map { graph.number(of: $0, in: schema) }
                return found.isEmpty ? [rules.additional(in: schema, graph)] : found
            })
    }

    /// Returns whether only variants declare a member of this name.
    func isOnlyInVariants(_ name: ExactText) -> Bool {
        members[name] == nil && variants.contains { $0.members[name] != nil }
    }

    /// Returns whether a member of this name, which no variant declares, must not be present.
    func isForbidden(_ name: ExactText) -> Bool { graph.isNever(schemas(of: name)) }

    /// Whether members that the rules do not declare must not be present.
    var isClosed: Bool { graph.isNever(others) }

    /// The place of a keyword, or the place of the object or event if no rule has the keyword.
    func place(_ keyword: SchemaKeyword) -> PlanPlace? { graph.place(sources, of: [keyword]) }
}

/// A variant of an event or object: a condition, and the members that only events of this variant have.
struct VariantRules {
    /// The allowed values of other members. Empty for the members of all events.
    var conditions: [ExactText: Set<CanonicalValue>] = [:]
    fileprivate(set) var members: [ExactText: [Int]] = [:]
    /// The members that this variant both declares and requires.
    fileprivate(set) var required: Set<ExactText> = []
    let place: PlanPlace?
    /// Whether this is the variant of all events that belong to no other variant.
    var isDefault = false
    /// The condition, as a text for reports: `"method" is "card"`. `nil` for the members of all events.
    var words: String?

    fileprivate init(at place: PlanPlace?) { self.place = place }

    fileprivate init(_ variant: CompiledVariant, _ rules: ObjectRules, _ schema: Int, _ graph: SchemaGraph) {
        (place, isDefault, words) = (variant.place, variant.condition.isDefault, variant.condition.words)
        for (name, values) in variant.condition.values {
            conditions[ExactText(name), default: []].formUnion(values.values.map { CanonicalValue($0) })
        }
        for (index, child) in variant.schemas {
            members[ExactText(rules.names[index])] = [graph.number(of: child, in: schema)]
            if variant.required.contains(index) { required.insert(ExactText(rules.names[index])) }
        }
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
