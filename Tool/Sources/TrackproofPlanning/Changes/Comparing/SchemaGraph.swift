import Trackproof
import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

/// The compiled schemas of both plans in one list, in which each schema has one number: its index in `schemas`.
///
/// A list of numbers stands for the schemas that a value must all fit. Any value fits the empty list.
struct SchemaGraph {
    /// The numbers of the schema that no value fits, and of a schema that any value fits and that a check searches for
    /// personal data.
    static let (never, searched) = (0, 1)

    private(set) var schemas: [CompiledSchema]
    /// For each schema, the schema of the plan's file, or `nil` if the plan does not have it.
    private(set) var sources: [PlanSchema?] = [nil, nil]
    /// For each schema, the number of the first schema of its plan.
    private var firsts = [0, 0]

    init(at place: PlanPlace) {
        schemas = [CompiledSchema(neverAt: place), CompiledSchema(anyAt: place, isSearched: true)]
    }

    /// Adds the schemas of a plan, and returns the number of the first one.
    mutating func add(_ plan: CompiledPlan) -> Int {
        let first = schemas.count
        schemas += plan.schemas
        sources += plan.sources
        firsts += plan.schemas.map { _ in first }
        return first
    }

    /// Returns the schemas of the parameters of an event in the plan whose first schema is `first`.
    mutating func parameters(_ rules: ObjectRules, at place: PlanPlace, _ first: Int) -> [Int] {
        if let whole = rules.whole { return [first + whole] }
        schemas.append(CompiledSchema(rules, at: place))
        sources.append(nil)
        firsts.append(first)
        return [schemas.count - 1]
    }

    /// Returns the names and schemas of the parameters of two events, if only these schemas can be different. Otherwise
    /// `nil`.
    ///
    /// Thousands of events can include the same large groups of parameters. A comparison of each group for each event
    /// would take long.
    func parameters(_ pair: SchemaPair) -> [(name: String, pair: SchemaPair)]? {
        guard let one = pair.old.first, let other = pair.new.first, sources[one] == nil, sources[other] == nil,
            let old = schemas[one].objects, let new = schemas[other].objects, old.isAlike(new)
        else { return nil }
        return old.names.indices.map { index in
            let schema = number(of: old.schemas[index], in: one)
            return (old.names[index], SchemaPair(old: [schema], new: [number(of: new.schemas[index], in: other)]))
        }
    }

    subscript(schema: Int) -> CompiledSchema { schemas[schema] }

    /// Returns the number of a schema inside `schema`. `child` is its index in the plan.
    func number(of child: Int, in schema: Int) -> Int { child + firsts[schema] }

    /// Returns the list of schemas without those that any value fits, or only the schema that no value fits.
    func simplified(_ schemas: [Int]) -> [Int] {
        if let never = schemas.first(where: { isNever([$0]) }) { return [never] }
        var known: Set<Int> = []
        return schemas.filter { schema in
            let rules = self.schemas[schema]
            let isAny = rules.isAny && !rules.isSearchedForPersonalData && rules.exemptions.isEmpty
            return !(isAny && sources[schema]?.pii == nil) && known.insert(schema).inserted
        }
    }

    /// Returns whether the plan forbids all values with `never: true`.
    func isNever(_ schemas: [Int]) -> Bool { schemas.contains { self.schemas[target($0)].isNever } }

    /// Returns the schema that the schema only refers to, or the schema itself if it has rules of its own.
    func target(_ schema: Int) -> Int {
        var schema = schema
        // A plan has no cycle of references, so the chain ends.
        while let next = schemas[schema].onlyReference { schema = number(of: next, in: schema) }
        return schema
    }

    /// The findings that the plan does not report for a value.
    func exemptions(of schemas: [Int]) -> FindingIDs {
        schemas.reduce(FindingIDs()) { exemptions, schema in
            var (schema, exemptions) = (schema, exemptions.union(self.schemas[schema].exemptions))
            while let next = self.schemas[schema].reference {
                schema = number(of: next, in: schema)
                exemptions = exemptions.union(self.schemas[schema].exemptions)
            }
            return exemptions
        }
    }

    /// The notes of a value. Notes that the first schema lacks are those of the schemas that it refers to.
    func notes(of schemas: [Int]) -> SchemaNotes {
        var notes = SchemaNotes(schemas.first.flatMap { sources[$0] })
        for first in schemas {
            var schema = first
            if first != schemas[0] { notes.complete(with: SchemaNotes(sources[schema])) }
            while let next = self.schemas[schema].combinations?.all.first {
                schema = number(of: next, in: schema)
                notes.complete(with: SchemaNotes(sources[schema]))
            }
        }
        return notes
    }

    /// Returns the place of the first rule with one of the keywords, or else the place of the first schema.
    func place(_ schemas: [Int], of keywords: [SchemaKeyword] = []) -> PlanPlace? {
        for schema in schemas where !keywords.isEmpty {
            if let rule = sources[schema]?.rules.first(where: { keywords.contains($0.keyword) }) { return rule.place }
        }
        return schemas.first { $0 > Self.searched }.map { self.schemas[$0].place }
    }
}

extension ObjectRules {
    /// Returns whether the parameters of two events have the same names, and only their schemas can be different.
    fileprivate func isAlike(_ other: ObjectRules) -> Bool {
        switch (additional, other.additional) {
        case (.refused, .refused), (.allowed, .allowed):
            variants.isEmpty && other.variants.isEmpty && required == other.required
                && names.elementsEqual(other.names) { $0.isExactly($1) }
        default: false
        }
    }
}

extension CompiledSchema {
    /// The schema that this schema refers to, if it adds nothing to it. Otherwise `nil`.
    fileprivate var onlyReference: Int? { exemptions.isEmpty && !isSearchedForPersonalData ? reference : nil }

    /// Whether any value fits. A check can search it for personal data.
    var isAny: Bool {
        types == .all && constants == nil && numbers == nil && texts == nil && lists == nil && objects == nil
            && combinations == nil && !isNever
    }
}

/// What a plan says of a value or an event without a rule, such as its description.
struct SchemaNotes {
    private(set) var description: String?
    private(set) var pii: String?
    private(set) var defaultValue: CanonicalValue?
    private(set) var examples: [CanonicalValue] = []
    private(set) var isDeprecated = false
    /// The ids of the findings and lint rules from which the plan exempts the value.
    private(set) var exemptions: Set<String> = []
    /// The names in generated Swift, by what they name.
    private(set) var swift: [SwiftNames.Subject: String] = [:]
    /// The path of the exemptions in reports.
    private(set) var path = ""
    private(set) var placeOfExamples: PlanPlace?
    private(set) var placeOfSwift: PlanPlace?
    private(set) var placeOfExemptions: PlanPlace?

    fileprivate init(_ schema: PlanSchema?) {
        guard let schema else { return }
        (description, pii, isDeprecated) = (schema.description, schema.pii, schema.isDeprecated)
        defaultValue = schema.defaultValue.map { CanonicalValue($0) }
        examples = schema.examples.map { CanonicalValue($0) }
        (exemptions, swift) = (Set(schema.exemptions.map(\.name)), schema.swift.names)
    }

    /// The notes of an event, without its deprecation, which is a rule.
    init(_ event: PlannedEvent) {
        description = event.description
        examples = event.examples.map { CanonicalValue($0) }
        (exemptions, swift, path) = (Set(event.exemptions.map(\.name)), event.swift.names, "allow")
        placeOfExamples = event.examples.first?.place
        (placeOfSwift, placeOfExemptions) = (event.swift.name?.place, event.exemptions.first?.place)
    }

    /// Adds the notes of a named type, such as its description, if this schema does not have these notes itself.
    fileprivate mutating func complete(with other: SchemaNotes) {
        (description, pii) = (description ?? other.description, pii ?? other.pii)
        defaultValue = defaultValue ?? other.defaultValue
        if examples.isEmpty { examples = other.examples }
        isDeprecated = isDeprecated || other.isDeprecated
        exemptions.formUnion(other.exemptions)
        // The name of the schema is that of an argument. The name of the type that it refers to is that of a type.
        for (subject, name) in other.swift {
            let subject = subject == .itself ? .type : subject
            swift[subject] = swift[subject] ?? name
        }
    }
}
