internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// All schemas that can describe a value: those of all variants and versions of the event, and of all conditions and
/// alternatives.
///
/// If one of these schemas declares personal data, the value counts as personal data. The value does not have to fit
/// the schema, because an invalid value can contain personal data too.
struct ValueSchemas {
    private let compiled: [CompiledSchema]
    private var schemas: Set<Int> = []
    /// The rules for the members of the value. If the value is an event, its parameters are the members.
    private var rules: [ObjectRules] = []
    /// Whether the value is personal data. All values inside personal data are personal data too.
    private(set) var isPersonal = false

    /// Creates the schemas of events.
    ///
    /// - Parameters:
    ///   - events: The planned events that the recorded event can be.
    ///   - compiled: The schemas of the plan.
    init(of events: some Sequence<CompiledEvent>, _ compiled: [CompiledSchema]) {
        self.compiled = compiled
        for event in events {
            rules.append(event.rules)
            rules += event.older.map(\.rules)
        }
    }

    /// Creates the schemas of a value inside another value.
    private init(_ roots: [Int], inside outer: ValueSchemas) {
        compiled = outer.compiled
        isPersonal = outer.isPersonal
        add(roots)
    }

    private mutating func add(_ roots: [Int]) {
        var waiting = roots.filter { $0 >= 0 }
        while let schema = waiting.popLast() {
            guard schemas.insert(schema).inserted else { continue }
            if compiled[schema].pii != nil { isPersonal = true }
            if let objects = compiled[schema].objects { rules.append(objects) }
            guard let parts = compiled[schema].combinations else { continue }
            waiting += parts.all + parts.any.joined() + parts.one.joined() + parts.not
            waiting += [parts.condition, parts.then, parts.otherwise].compactMap { $0 }
        }
    }

    // MARK: Values

    /// Returns the schemas of a member. If the member's name is personal data, the member is personal data too.
    func member(_ name: String) -> ValueSchemas {
        var found: [Int] = []
        for rules in rules {
            if let index = rules.table.index(of: name) {
                found.append(rules.schemas[index])
                found += rules.variants.compactMap { $0.schemas[index] }
            }
            found += rules.patterns.filter { $0.pattern.isFound(in: name) }.map(\.schema)
            if case .schema(let schema) = rules.additional { found.append(schema) }
        }
        var member = ValueSchemas(found, inside: self)
        member.isPersonal = member.isPersonal || isPersonalName(name)
        return member
    }

    /// Returns the schemas of an element of an array.
    func element(_ index: Int) -> ValueSchemas {
        let lists = schemas.compactMap { compiled[$0].lists }
        return ValueSchemas(
            lists.compactMap { index < $0.prefix.count ? $0.prefix[index] : $0.rest }, inside: self)
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
        if isPersonal { return true }
        return switch value {
        case .array(let values): values.enumerated().contains { element($0).declarePersonal($1) }
        case .object(let members): members.contains { member($0.name).declarePersonal($0.value) }
        case .null, .bool, .integer, .number, .string: false
        }
    }

    /// Returns whether the plan lists the value in `enum` or `const`.
    ///
    /// A value that the plan lists is not personal data, even if it looks like personal data.
    func allow(_ value: EventValue) -> Bool { schemas.contains { compiled[$0].constants?.contains(value) == true } }

    // MARK: Names

    /// Returns whether the name of a member is personal data.
    ///
    /// A name that the plan contains is not personal data. Any other name is personal data if it looks like it, if
    /// `propertyNames` declares the names as personal data, or if it is inside personal data.
    func isPersonalName(_ name: String) -> Bool {
        if rules.contains(where: { $0.table.index(of: name) != nil }) { return false }
        if isPersonal || PersonalData.kind(of: name) != nil { return true }
        let names = rules.compactMap(\.nameSchema)
        return !names.isEmpty && ValueSchemas(names, inside: self).isPersonal
    }
}
