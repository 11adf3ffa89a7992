import Trackproof
import TrackproofSnapshots

/// All schemas that can describe a value: those of all variants and versions of the event, and of all conditions and
/// alternatives.
///
/// If one of these schemas declares personal data, the value counts as personal data. The value does not have to fit
/// the schema, because an invalid value can contain personal data too. A value that the plan forbids counts as personal
/// data as well: reports must show neither of them.
///
/// The plan may lack schemas for a value, for example because it lacks the event. Then only the name of the value can say
/// that the value is personal data: the plan declares personal data under this name elsewhere, or the name suggests it.
struct ValueSchemas {
    private let compiled: [CompiledSchema]
    /// The names under which the plan declares personal data anywhere.
    private let personalNames: Set<String>
    private var schemas: Set<Int> = []
    /// The schemas without those of `not` and `if`, which do not say what values the plan expects.
    private var expected: Set<Int> = []
    /// The rules for the members of the value. If the value is an event, its parameters are the members.
    private var rules: [ObjectRules] = []
    /// Whether the value is personal data. All values inside personal data are personal data too.
    private(set) var isPersonal = false

    /// Creates the schemas of events.
    ///
    /// - Parameters:
    ///   - events: The planned events that the recorded event can be.
    ///   - compiled: The schemas of the plan.
    ///   - personalNames: The result of ``personalNames(in:_:)`` for all events of the plan.
    init(of events: some Sequence<CompiledEvent>, _ compiled: [CompiledSchema], personalNames: Set<String>) {
        self.compiled = compiled
        self.personalNames = personalNames
        for event in events {
            rules.append(event.rules.general)
            rules += event.older.map(\.rules.general)
        }
    }

    /// Creates the schemas of a value inside another value.
    private init(_ roots: [Int], inside outer: ValueSchemas) {
        compiled = outer.compiled
        personalNames = outer.personalNames
        isPersonal = outer.isPersonal
        add(roots)
    }

    private mutating func add(_ roots: [Int]) {
        var waiting = roots.filter { $0 >= 0 }.map { ($0, true) }
        while let (schema, isExpected) = waiting.popLast() {
            let isNew = schemas.insert(schema).inserted
            let isNewlyExpected = isExpected && expected.insert(schema).inserted
            guard isNew || isNewlyExpected else { continue }
            if compiled[schema].isHidden { isPersonal = true }
            if isNew, let objects = compiled[schema].objects { rules.append(objects) }
            guard let parts = compiled[schema].combinations else { continue }
            waiting += parts.expected.map { ($0, isExpected) } + parts.tests.map { ($0, false) }
        }
    }

    // MARK: Values

    /// Returns whether a value is personal data because of its type.
    ///
    /// An app can send an object as a text, or one value in place of a list. If a schema declares personal data inside
    /// a list or an object, and the value has another type that no other schema expects, the whole value is personal data.
    private func isPersonal(ofType type: JSONTypes, _ value: EventValue? = nil) -> Bool {
        if isPersonal { return true }
        let hidden = schemas.filter { declarePersonal(inside: compiled[$0].contents(otherThan: type)) }
        if hidden.isEmpty || value.map(allow) == true { return false }
        return !expected.contains { schema in
            let types = compiled[schema].types
            return !hidden.contains(schema) && types != .all && !types.isDisjoint(with: type)
        }
    }

    /// Returns whether the whole value is personal data.
    func isPersonal(_ value: EventValue) -> Bool {
        if case .null = value { isPersonal } else { isPersonal(ofType: value.jsonTypes, value) }
    }

    /// Returns whether schemas, or schemas at any depth inside them, declare personal data.
    private func declarePersonal(inside roots: [Int]) -> Bool {
        var seen: Set<Int> = []
        var waiting = roots
        while let schema = waiting.popLast() {
            guard seen.insert(schema).inserted else { continue }
            if compiled[schema].isHidden { return true }
            waiting += compiled[schema].contents(otherThan: [])
            if let parts = compiled[schema].combinations { waiting += parts.expected + parts.tests }
        }
        return false
    }

    /// Returns the schemas of a member. If the member's name is personal data, the member is personal data too.
    ///
    /// If the plan lacks the name, the schemas of the most similar name count, because the name can be a mistake.
    func member(_ name: String) -> ValueSchemas {
        var found: [Int] = []
        let isPlanned = rules.contains { $0.table.index(of: name) != nil }
        for rules in rules {
            if let index = rules.table.index(of: name) { found += rules.schemas(at: index) }
            found += rules.patterns.filter { $0.pattern.isFound(in: name) }.map(\.schema)
            if case .schema(let schema) = rules.additional { found.append(schema) }
        }
        let isDescribed = isPlanned || !found.isEmpty
        if !isPlanned {
            for rules in rules {
                guard let nearest = rules.table.nearest(to: name) else { continue }
                found += rules.table.index(of: nearest).map(rules.schemas) ?? []
            }
        }
        var member = ValueSchemas(found, inside: self)
        member.isPersonal =
            member.isPersonal || isPersonal(ofType: .object) || isPersonalName(name)
            || !isDescribed && (personalNames.contains(name) || PersonalNames.areHidden(name))
        return member
    }

    /// Returns the schemas of an element of an array, or of all its elements if `index` is `nil`.
    func element(_ index: Int?) -> ValueSchemas {
        let found = schemas.compactMap { compiled[$0].lists }.flatMap { list -> [Int] in
            if let index, index < list.prefix.count { return [list.prefix[index]] }
            return (index == nil ? list.prefix : []) + (list.rest.map { [$0] } ?? [])
        }
        var element = ValueSchemas(found, inside: self)
        element.isPersonal = element.isPersonal || isPersonal(ofType: .array)
        return element
    }

    /// Returns the schemas of the value at a path.
    func value(at path: [Judge.PathPart]) -> ValueSchemas {
        path.reduce(self) { schemas, part in
            switch part {
            case .member(let name): schemas.member(name)
            case .element(let index): schemas.element(index)
            }
        }
    }

    /// Returns whether the plan declares a value, or a value inside it, as personal data.
    func declarePersonal(_ value: EventValue) -> Bool {
        if isPersonal(value) { return true }
        return switch value {
        case .array(let values): values.enumerated().contains { element($0).declarePersonal($1) }
        case .object(let members): members.contains { member($0.name).declarePersonal($0.value) }
        case .null, .bool, .integer, .number, .string: false
        }
    }

    /// Returns whether the plan lists the value in `enum` or `const`.
    ///
    /// A value that the plan lists is not personal data, even if it looks like personal data.
    func allow(_ value: EventValue) -> Bool { expected.contains { compiled[$0].constants?.contains(value) == true } }

    // MARK: Names

    /// Returns the names of all members in which the plan declares personal data.
    static func personalNames(in events: [CompiledEvent], _ compiled: [CompiledSchema]) -> Set<String> {
        guard compiled.contains(where: \.isHidden) else { return [] }
        let all = ValueSchemas(of: events, compiled, personalNames: [])
        var names: Set<String> = []
        for rules in all.rules + compiled.compactMap(\.objects) {
            for (index, name) in rules.names.enumerated() where !names.contains(name) {
                if all.declarePersonal(inside: rules.schemas(at: index)) { names.insert(name) }
            }
        }
        return names
    }

    /// Returns whether the name of a member is personal data.
    ///
    /// A name that the plan contains is not personal data. Any other name is personal data if it looks like it, if
    /// `propertyNames` declares the names as personal data, or if it is inside personal data.
    func isPersonalName(_ name: String) -> Bool {
        if rules.contains(where: { $0.table.index(of: name) != nil }) { return false }
        if isPersonal(ofType: .object) || PersonalData.kind(of: name) != nil { return true }
        let names = rules.compactMap(\.nameSchema)
        return !names.isEmpty && ValueSchemas(names, inside: self).isPersonal
    }
}

extension CompiledSchema {
    /// Whether reports must not show a value of this schema: the plan declares it as personal data, or forbids it.
    var isHidden: Bool { pii != nil || isNever }

    /// Returns the schemas of everything inside a value, except inside a value of the type `type`.
    fileprivate func contents(otherThan type: JSONTypes) -> [Int] {
        var contents: [Int] = []
        if type != .object, let objects { contents += objects.contents }
        if type != .array, let lists { contents += lists.prefix + (lists.rest.map { [$0] } ?? []) }
        return contents
    }
}

extension ObjectRules {
    /// Returns the schemas of the member whose name has the index `index`, in the rules and their variants.
    fileprivate func schemas(at index: Int) -> [Int] {
        ([schemas[index]] + variants.compactMap { $0.schemas[index] }).filter { $0 >= 0 }
    }

    /// The schemas of the members, and of their names.
    fileprivate var contents: [Int] {
        var contents = names.indices.flatMap(schemas) + patterns.map(\.schema)
        if case .schema(let schema) = additional { contents.append(schema) }
        return contents + (nameSchema.map { [$0] } ?? [])
    }
}

extension EventValue {
    /// The types in a schema that the value can have.
    var jsonTypes: JSONTypes {
        switch self {
        case .null: .null
        case .bool: .boolean
        case .integer, .number: [.integer, .number]
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}
