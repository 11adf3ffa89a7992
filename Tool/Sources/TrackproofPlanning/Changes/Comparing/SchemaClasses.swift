import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

/// The sorting of schemas into classes, so that the schemas in one class are equal.
///
/// At first, the own rules of a schema decide its class. Each round then splits a class if the classes of the inner schemas
/// differ. The rounds end when a round splits no class (E. F. Moore, 1956). In this way, two types that contain themselves
/// are equal if their rules are equal.
struct SchemaClasses {
    /// The maximum number of schemas in all rounds. If they do not suffice, each schema gets its own class.
    private static let limit = 20_000_000

    /// For each schema, the number of its own rules, of its exemptions, and of its notes.
    private(set) var rules: [Int] = []
    private var exemptions: [Int] = []
    private var notes: [Int] = []
    /// For each schema, the schemas inside it, each in an order that does not depend on the order of the file.
    private var children: [SchemaChildren] = []

    init(_ graph: SchemaGraph) {
        var known: [OwnRules: Int] = [:]
        var knownExemptions: [FindingIDs: Int] = [:]
        var knownNotes: [SchemaNotes: Int] = [:]
        for schema in graph.schemas.indices {
            let target = graph.target(schema)
            rules.append(known.number(of: OwnRules(graph[target])))
            exemptions.append(knownExemptions.number(of: graph[target].exemptions))
            notes.append(knownNotes.number(of: graph.notes(of: schema)))
            children.append(SchemaChildren(target, graph))
        }
    }

    /// Returns the number of the class of each schema.
    ///
    /// - Parameter byNotes: Whether the schemas in a class also have equal notes, such as descriptions.
    func divided(byNotes: Bool) -> [Int] {
        var classes = rules
        var count = 0
        for _ in 0..<max(Self.limit / max(rules.count, 1), 2) {
            var known: [[Int]: Int] = [:]
            classes = rules.indices.map { schema in
                var key = children[schema].key(classes)
                key += [rules[schema], exemptions[schema]]
                if byNotes { key.append(notes[schema]) }
                return known.number(of: key)
            }
            if known.count == count { return classes }
            count = known.count
        }
        // With its own class, each schema counts as changed. So the comparison looks at all schemas and misses no change.
        return Array(classes.indices)
    }
}

extension Dictionary where Value == Int {
    /// Returns the number of a key. Gives a key that the dictionary does not contain the next number.
    mutating func number(of key: Key) -> Int {
        if let number = self[key] { return number }
        let number = count
        self[key] = number
        return number
    }
}

/// The rules of a schema, without the schemas inside it and without exemptions.
private struct OwnRules: Hashable {
    private let types: JSONTypes
    private let isNever: Bool
    private let isSearched: Bool
    private let constants: Set<CanonicalValue>?
    private let bounds: [[NumberBounds.Bound]]
    private let divisors: Set<ExactDecimal>
    private let counts: [Int]
    private let texts: [String?]
    private let names: [ExactText]
    private let required: [Bool]
    private let dependents: [ExactText: Set<ExactText>]
    private let patterns: [String]
    private let variants: [Variant]

    private struct Variant: Hashable {
        let isDefault: Bool
        let condition: [ExactText: Set<CanonicalValue>]
        let names: [ExactText]
        let required: [Bool]
    }

    init(_ schema: CompiledSchema) {
        types = schema.types.contains(.number) ? schema.types.union(.integer) : schema.types
        isNever = schema.isNever
        isSearched = schema.isSearchedForPersonalData
        constants = schema.constants.map { Set($0.values.map { CanonicalValue($0) }) }
        bounds = [schema.numbers?.lower ?? [], schema.numbers?.upper ?? []]
        divisors = Set((schema.numbers?.multipleOf ?? []).map(\.decimal))
        let (texts, lists, objects) = (schema.texts, schema.lists, schema.objects)
        counts = [
            texts?.minLength ?? 0, texts?.maxLength ?? .max, lists?.minItems ?? 0, lists?.maxItems ?? .max,
            lists?.isUnique == true ? 1 : 0, objects?.minCount ?? 0, objects?.maxCount ?? .max,
        ]
        self.texts = [texts?.pattern?.source, texts?.format?.rawValue]
        let sorted = objects?.sortedNames ?? []
        names = sorted.map(\.name)
        required = sorted.map { objects?.required.contains($0.index) ?? false }
        var dependents: [ExactText: Set<ExactText>] = [:]
        for (name, others) in objects?.dependents ?? [] {
            guard let names = objects?.names else { continue }
            dependents[ExactText(names[name])] = Set(others.map { ExactText(names[$0]) })
        }
        self.dependents = dependents
        patterns = (objects?.patterns ?? []).map(\.pattern.source).sorted { $0.precedesExactly($1) }
        variants = (objects?.variants ?? []).map { variant in
            let own = sorted.filter { variant.schemas[$0.index] != nil }
            return Variant(
                isDefault: variant.condition.isDefault, condition: variant.condition.allowed, names: own.map(\.name),
                required: own.map { variant.required.contains($0.index) })
        }
    }
}

/// The schemas inside a schema.
private struct SchemaChildren {
    /// Schemas whose order matters, such as those of members. -1 stands for a schema that the plan does not have.
    private var ordered: [Int] = []
    /// Groups of schemas whose order does not matter, such as those of `anyOf`.
    private var groups: [(isSet: Bool, schemas: [Int])] = []

    init(_ schema: Int, _ graph: SchemaGraph) {
        func number(_ child: Int?) -> Int { child.map { graph.number(of: $0, in: schema) } ?? -1 }
        let rules = graph[schema]
        if let lists = rules.lists { ordered += lists.prefix.map(number) + [-1, number(lists.rest)] }
        if let objects = rules.objects {
            ordered += objects.sortedNames.map {
                objects.schemas[$0.index] < 0 ? -1 : number(objects.schemas[$0.index])
            }
            switch objects.additional {
            case .allowed: ordered.append(SchemaGraph.searched)
            case .refused: ordered.append(SchemaGraph.never)
            case .schema(let child): ordered.append(number(child))
            }
            ordered.append(number(objects.nameSchema))
            let patterns = objects.patterns.sorted { $0.pattern.source.precedesExactly($1.pattern.source) }
            ordered += patterns.map { number($0.schema) }
            let names = objects.sortedNames
            for variant in objects.variants { ordered += names.compactMap { variant.schemas[$0.index].map(number) } }
        }
        guard let combinations = rules.combinations else { return }
        groups.append((false, combinations.all.map(number)))
        groups += combinations.any.map { (true, $0.map(number)) }
        groups.append((false, []))
        groups += combinations.one.map { (false, $0.map(number)) }
        groups.append((false, combinations.not.map(number)))
        ordered += [number(combinations.condition), number(combinations.then), number(combinations.otherwise)]
    }

    /// Returns a key that is equal for two schemas if the classes of the schemas inside them are equal.
    func key(_ classes: [Int]) -> [Int] {
        var key = ordered.map { $0 < 0 ? $0 : classes[$0] }
        for (isSet, schemas) in groups {
            let own = schemas.map { classes[$0] }
            let sorted = isSet ? Set(own).sorted() : own.sorted()
            key.append(-2 - sorted.count)
            key += sorted
        }
        return key
    }
}

extension ObjectRules {
    /// The names in the order of their scalars, each with its index in ``names``.
    fileprivate var sortedNames: [(name: ExactText, index: Int)] {
        names.enumerated().map { (ExactText($1), $0) }.sorted { $0.name < $1.name }
    }
}

extension VariantCondition {
    /// The values that each parameter of the condition may have.
    var allowed: [ExactText: Set<CanonicalValue>] {
        Dictionary(
            values.map { (ExactText($0.name), Set($0.values.values.map { CanonicalValue($0) })) },
            uniquingKeysWith: { $0.union($1) })
    }
}
