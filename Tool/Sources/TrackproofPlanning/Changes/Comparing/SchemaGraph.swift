import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

/// The compiled schemas of both plans in one list, in which each schema has one number: its index in `schemas`.
struct SchemaGraph {
    /// The numbers of the schemas that no value fits; that any value fits and a check searches for personal data; and
    /// that any value fits.
    static let (never, searched, any) = (0, 1, 2)

    /// The numbers of the schemas that describe the parameters of an event and of its older versions.
    struct EventSchemas {
        let parameters: Int
        let versions: [(name: NameWithPlace, parameters: Int)]
        /// The platforms for which the event has rules of its own.
        var platforms: [String] = []
        /// The schemas for each of ``platforms``, and the schemas for all other platforms as the last element.
        var ofPlatforms: [EventSchemas] = []

        /// Returns the schemas for apps on a platform. An empty name stands for a platform with no rules of its own.
        func schemas(on platform: String) -> EventSchemas {
            if platforms.isEmpty { return self }
            return ofPlatforms[platforms.firstIndex(where: platform.isPlatform) ?? platforms.count]
        }
    }

    private(set) var schemas: [CompiledSchema] = []
    /// For each schema, the schema of the plan's file, or `nil` if the plan does not have it.
    private(set) var sources: [PlanSchema?] = []
    private(set) var oldEvents: [EventSchemas] = []
    private(set) var newEvents: [EventSchemas] = []
    /// The numbers of the first schema of the old plan and of the new plan.
    private var firstOld = 0
    private var firstNew = 0
    /// For each schema, a number that is equal for schemas with equal rules of their own, apart from exemptions.
    private(set) var ownRules: [Int] = []
    /// For each schema, the number of its class. The schemas in a class have equal rules.
    private(set) var classes: [Int] = []
    /// For each schema, the number of its class. The schemas in a class have equal rules and notes.
    private(set) var noteClasses: [Int] = []

    init(_ old: TrackingPlan, _ new: TrackingPlan) {
        schemas = [
            CompiledSchema(neverAt: old.place), CompiledSchema(anyAt: old.place, isSearched: true),
            CompiledSchema(anyAt: old.place, isSearched: false),
        ]
        sources = schemas.map { _ in nil }
        firstOld = schemas.count
        oldEvents = add(old)
        firstNew = schemas.count
        newEvents = add(new)
        let classes = SchemaClasses(self)
        ownRules = classes.rules
        (self.classes, noteClasses) = (classes.divided(byNotes: false), classes.divided(byNotes: true))
    }

    private mutating func add(_ plan: TrackingPlan) -> [EventSchemas] {
        let compiled = CompiledPlan(plan)
        let first = schemas.count
        schemas += compiled.schemas
        sources += compiled.sources
        return zip(plan.eventsAndUser, compiled.events).map { event, compiled in
            let all = ([compiled.rules] + compiled.older.map(\.rules)).flatMap(\.platforms)
            let platforms = all.enumerated().filter { !all[..<$0.offset].contains(where: $0.element.isPlatform) }
            var schemas = add(event, compiled, on: nil, after: first)
            schemas.platforms = platforms.map(\.element)
            if platforms.isEmpty { return schemas }
            schemas.ofPlatforms = (schemas.platforms + [""]).map { add(event, compiled, on: $0, after: first) }
            return schemas
        }
    }

    private mutating func add(
        _ event: PlannedEvent, _ compiled: CompiledEvent, on platform: String?, after first: Int
    ) -> EventSchemas {
        // The compiled versions begin with the newest version.
        let older = compiled.older.reversed().map { add($0.rules.rules(on: platform), at: event.place, after: first) }
        return EventSchemas(
            parameters: add(compiled.rules.rules(on: platform), at: event.place, after: first),
            versions: zip(event.versions, older).map { ($0.version, $1) })
    }

    /// - Parameter first: The number of the plan's first schema.
    private mutating func add(_ rules: ObjectRules, at place: PlanPlace, after first: Int) -> Int {
        if let whole = rules.whole { return first + whole }
        schemas.append(CompiledSchema(rules, at: place))
        sources.append(nil)
        return schemas.count - 1
    }

    subscript(schema: Int) -> CompiledSchema { schemas[schema] }

    /// Returns the number of a schema inside another schema.
    ///
    /// - Parameters:
    ///   - child: The index of the inner schema in its plan.
    ///   - schema: The number of the outer schema.
    func number(of child: Int, in schema: Int) -> Int { child + (schema < firstNew ? firstOld : firstNew) }

    /// Returns whether any value fits a schema, and a check does not search it for personal data.
    func isAny(_ schema: Int) -> Bool { classes[schema] == classes[Self.any] }

    /// Returns whether the plan forbids all values with `never: true`.
    func isNever(_ schema: Int) -> Bool { schemas[target(schema)].isNever }

    /// Returns the schema that the schema only refers to, or the schema itself if it has rules of its own.
    func target(_ schema: Int) -> Int {
        var schema = schema
        // A plan has no cycle of references, so the chain ends.
        while let next = schemas[schema].onlyReference { schema = number(of: next, in: schema) }
        return schema
    }

    /// The findings that a plan does not report for a value, by the schema and the schemas that it only refers to.
    func exemptions(of schema: Int) -> FindingIDs {
        var (schema, exemptions) = (schema, schemas[schema].exemptions)
        while let next = schemas[schema].reference {
            schema = number(of: next, in: schema)
            exemptions = exemptions.union(schemas[schema].exemptions)
        }
        return exemptions
    }

    /// The notes of a schema. Notes that it lacks are those of the first schema that it refers to.
    func notes(of schema: Int) -> SchemaNotes {
        var notes = SchemaNotes(sources[schema])
        var schema = schema
        while let next = schemas[schema].combinations?.all.first {
            schema = number(of: next, in: schema)
            notes.complete(with: SchemaNotes(sources[schema]))
        }
        return notes
    }

    /// Returns the place of the first rule with one of the keywords, or else the place of the first schema.
    func place(of keywords: [SchemaKeyword], in schemas: [Int]) -> PlanPlace? {
        for schema in schemas {
            if let rule = sources[schema]?.rules.first(where: { keywords.contains($0.keyword) }) { return rule.place }
        }
        return schemas.first.map { self.schemas[$0].place }
    }
}

extension CompiledSchema {
    /// The schema that this schema refers to, if it adds nothing to it. Otherwise `nil`.
    fileprivate var onlyReference: Int? { exemptions.isEmpty && !isSearchedForPersonalData ? reference : nil }
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
    /// The names in generated Swift, by what they name.
    var swift: [SwiftNames.Subject: String] = [:]

    init(_ schema: PlanSchema?) {
        guard let schema else { return }
        description = schema.description.map { ExactText($0) }
        pii = schema.pii.map { ExactText($0) }
        defaultValue = schema.defaultValue.map { CanonicalValue($0) }
        examples = schema.examples.map { CanonicalValue($0) }
        isDeprecated = schema.isDeprecated
        exemptions = Set(schema.exemptions.map(\.name))
        swift = schema.swift.names
    }

    /// Adds the notes of a named type, such as its description, if this schema does not have these notes itself.
    fileprivate mutating func complete(with other: SchemaNotes) {
        description = description ?? other.description
        pii = pii ?? other.pii
        defaultValue = defaultValue ?? other.defaultValue
        if examples.isEmpty { examples = other.examples }
        isDeprecated = isDeprecated || other.isDeprecated
        exemptions.formUnion(other.exemptions)
        for (subject, name) in other.swift {
            // The name of the schema is that of an argument. The name of the type that it refers to is that of a type.
            let subject = subject == .itself ? .type : subject
            swift[subject] = swift[subject] ?? name
        }
    }
}
