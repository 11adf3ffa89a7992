public import Trackproof
@_spi(Tooling) public import TrackproofSnapshots

// People post reports to chats, or publish them as web pages. So reports must not contain the personal data of the
// users whose events are in a recording.
extension PlanChecker {
    /// The text that replaces personal data in reports.
    public static let redactedText = "(personal data, not shown)"

    /// Returns the event with ``redactedText`` in place of personal data.
    ///
    /// Personal data are values that the plan declares as personal, and texts that look like personal data. The
    /// function finds the plan's rules by the event's name, which can be the name in the app or the name at a
    /// destination.
    public func redacted(_ event: Event) -> Event {
        var event = event
        event.parameters = members(event.parameters, ValueSchemas(of: [event], self))
        return event
    }

    /// Returns the difference with ``redactedText`` in place of personal data.
    public func redacted(_ difference: Difference) -> Difference {
        let events = [difference.expected, difference.actual].compactMap { $0 }
        var redacted = Difference(
            kind: difference.kind, expected: difference.expected.map(self.redacted),
            actual: difference.actual.map(self.redacted),
            expectedPosition: difference.expectedPosition, actualPosition: difference.actualPosition,
            parameters: difference.parameters.map { self.redacted($0, of: events) })
        redacted.unchangedBefore = difference.unchangedBefore
        return redacted
    }

    private func redacted(_ parameter: ParameterDifference, of events: [Event]) -> ParameterDifference {
        var schemas = ValueSchemas(of: events, self)
        for component in ParameterPath(parsing: parameter.path).components {
            schemas = schemas.inside(component, self)
        }
        return ParameterDifference(
            path: parameter.path, change: parameter.change,
            // If a snapshot says that the value varies, `expected` is a rule and contains no personal data.
            expected: parameter.isVolatile ? parameter.expected : parameter.expected.map { value($0, schemas) },
            actual: parameter.actual.map { value($0, schemas) }, isVolatile: parameter.isVolatile,
            hasLookalike: parameter.hasLookalike)
    }

    private func value(_ value: EventValue, _ schemas: ValueSchemas) -> EventValue {
        if schemas.isPersonal(self) { return .string(Self.redactedText) }
        switch value {
        case .string(let text):
            return PersonalData.kind(of: text) == nil || schemas.allows(value, self)
                ? value : .string(Self.redactedText)
        case .array(let values):
            return .array(
                values.enumerated().map { index, element in self.value(element, schemas.element(index, self)) })
        case .object(let parameters): return .object(members(parameters, schemas))
        case .null, .bool, .integer, .number: return value
        }
    }

    private func members(_ parameters: EventParameters, _ schemas: ValueSchemas) -> EventParameters {
        EventParameters(
            parameters.map { EventParameter($0.name, value($0.value, schemas.member($0.name, self))) })
    }
}

/// All schemas that can describe a value, including the schemas of all conditions and alternatives.
///
/// If one of these schemas declares personal data, the value counts as personal data. The value does not have to fit
/// the schema, because an invalid value can contain personal data too.
private struct ValueSchemas {
    private var schemas: Set<Int> = []
    /// The rules for the members of the value. If the value is an event, its parameters are the members.
    private var rules: [ObjectRules] = []

    /// Collects the rules of each planned event that has the name of one of `events` in the app or at a destination.
    init(of events: [Event], _ checker: PlanChecker) {
        let indices = Set(events.flatMap { checker.names.indices(of: $0) })
        for event in indices.map({ checker.events[$0] }) {
            rules.append(event.rules)
            rules += event.older.map(\.rules)
        }
    }

    private init(_ roots: [Int], _ checker: PlanChecker) {
        var waiting = roots.filter { $0 >= 0 }
        while let schema = waiting.popLast() {
            guard schemas.insert(schema).inserted, let parts = checker.schemas[schema].combinations else { continue }
            waiting += parts.all + parts.any.joined() + parts.one.joined()
            waiting += [parts.then, parts.otherwise].compactMap { $0 }
        }
        rules = schemas.compactMap { checker.schemas[$0].objects }
    }

    func isPersonal(_ checker: PlanChecker) -> Bool { schemas.contains { checker.schemas[$0].pii != nil } }

    /// Returns whether the plan lists the value in `enum` or `const`.
    ///
    /// A value that the plan lists is not personal data, even if it looks like personal data.
    func allows(_ value: EventValue, _ checker: PlanChecker) -> Bool {
        schemas.contains { checker.schemas[$0].constants?.contains(value) == true }
    }

    func member(_ name: String, _ checker: PlanChecker) -> ValueSchemas {
        var found: [Int] = []
        for rules in rules {
            if let index = rules.table.index(of: name) {
                found.append(rules.schemas[index])
                found += rules.variants.compactMap { $0.schemas[index] }
            }
            found += rules.patterns.filter { $0.pattern.isFound(in: name) }.map(\.schema)
            if case .schema(let schema) = rules.additional { found.append(schema) }
        }
        return ValueSchemas(found, checker)
    }

    func element(_ index: Int, _ checker: PlanChecker) -> ValueSchemas {
        let lists = schemas.compactMap { checker.schemas[$0].lists }
        return ValueSchemas(
            lists.compactMap { index < $0.prefix.count ? $0.prefix[index] : $0.rest }, checker)
    }

    /// Returns the schemas of the member or element that a component of a path names.
    ///
    /// If a value is personal data, all values inside it are personal data too. So for a value that counts as personal
    /// data, the function returns the schemas of the value itself.
    func inside(_ component: String, _ checker: PlanChecker) -> ValueSchemas {
        if isPersonal(checker) { return self }
        var inside = member(component, checker)
        if let index = Int(component), index >= 0 {
            let elements = element(index, checker)
            inside.schemas.formUnion(elements.schemas)
            inside.rules += elements.rules
        }
        return inside
    }
}
