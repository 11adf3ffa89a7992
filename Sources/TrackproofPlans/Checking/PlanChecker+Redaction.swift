public import Trackproof
public import TrackproofSnapshots

// People post reports to chats, or publish them as web pages. So reports must not contain the personal data of the
// users whose events are in a recording.
extension PlanChecker {
    /// The text that replaces personal data in reports.
    public static let redactedText = "(personal data, not shown)"

    /// Returns the event with ``redactedText`` in place of personal data.
    ///
    /// Personal data are values that the plan declares as personal or forbids, and texts that look like personal data.
    /// The function finds the plan's rules by the event's name, which can be the name in the app or the name at a
    /// destination. If the plan lacks the name, the rules of the most similar name count. A value that the plan does not
    /// describe is personal if its name suggests personal data, or if the plan declares personal data under this name.
    public func redacted(_ event: Event) -> Event { redacted(event, valueSchemas(of: [event])) }

    private func redacted(_ event: Event, _ schemas: ValueSchemas) -> Event {
        var event = event
        if hidesName(of: event) { event.name = Self.redactedText }
        event.parameters = schemas.redacted(event.parameters)
        event.user = event.user.map(Self.shown)
        // The error can quote values of any parameter.
        if event.encodingError != nil { event.encodingError = Self.redactedText }
        return event
    }

    /// Returns the name of an event for reports: ``redactedText`` if the name looks like personal data.
    ///
    /// A name that the plan contains is not personal data.
    public func shownName(of event: Event) -> String { hidesName(of: event) ? Self.redactedText : event.displayName }

    private func hidesName(of event: Event) -> Bool {
        names.indices(of: event).isEmpty && PersonalData.kind(of: event.displayName) != nil
    }

    /// Returns the recorded event with ``redactedText`` in place of personal data.
    ///
    /// The plan does not describe the context of an event and the unknown members of its line, so the result lacks them.
    public func redacted(_ recorded: RecordedEvent) -> RecordedEvent {
        RecordedEvent(
            redacted(recorded.event), source: recorded.source, sequence: recorded.sequence, time: recorded.time,
            id: recorded.id.map(Self.shown), anonymous: recorded.anonymous.map(Self.shown))
    }

    /// Returns a text for reports: ``redactedText`` if the text looks like personal data.
    private static func shown(_ text: String) -> String { PersonalData.kind(of: text) == nil ? text : redactedText }

    /// Returns the reason why a record or a request cannot be read, for reports. The reason can quote a value.
    public static func shownReason(_ reason: String) -> String {
        PersonalData.kind(of: reason) == nil ? reason : "a value is malformed \(redactedText)"
    }

    /// Returns the comparison with ``redactedText`` in place of personal data.
    public func redacted(_ comparison: Comparison) -> Comparison { comparison.mapDifferences(redacted) }

    /// Returns the difference with ``redactedText`` in place of personal data.
    public func redacted(_ difference: Difference) -> Difference {
        let events = [difference.expected, difference.actual].compactMap { $0 }
        // The events can have different names, for example if the app renamed an event. The values are the same.
        let schemas = valueSchemas(of: events)
        var redacted = Difference(
            kind: difference.kind, expected: difference.expected.map { self.redacted($0, schemas) },
            actual: difference.actual.map { self.redacted($0, schemas) },
            expectedPosition: difference.expectedPosition, actualPosition: difference.actualPosition,
            parameters: difference.parameters.map { self.redacted($0, of: events) })
        redacted.unchangedBefore = difference.unchangedBefore
        return redacted
    }

    private func redacted(_ parameter: ParameterDifference, of events: [Event]) -> ParameterDifference {
        let (path, schemas) = redacted(parameter.path, of: events)
        return ParameterDifference(
            path: path, change: parameter.change,
            // If a snapshot says that the value varies, `expected` is a rule and contains no personal data.
            expected: parameter.isVolatile ? parameter.expected : parameter.expected.map(schemas.redacted),
            actual: parameter.actual.map(schemas.redacted), isVolatile: parameter.isVolatile,
            hasLookalike: parameter.hasLookalike)
    }

    /// Returns a path such as `items.0.price` or `items.*.price` with ``redactedText`` in place of personal names.
    public func redacted(path: String, in event: Event) -> String { redacted(path, of: [event]).path }

    /// Returns a path for reports, and the schemas of the value at the path.
    private func redacted(_ path: String, of events: [Event]) -> (path: String, schemas: ValueSchemas) {
        var schemas = valueSchemas(of: events)
        var values = events.map { EventValue.object($0.parameters) }
        var shown: [String] = []
        for component in ParameterPath(parsing: path).components {
            // A component can be a name or the position of an element. The events show which of the two it is.
            let isList = values.contains { $0.array != nil }
            let index = isList ? Int(component) : nil
            let isElement = index != nil || isList && component == "*"
            let isHidden = !isElement && schemas.isPersonalName(component)
            shown.append(isHidden ? Self.redactedText : component)
            schemas = isElement ? schemas.element(index) : schemas.member(component)
            values = values.flatMap { value -> [EventValue] in
                guard isElement else { return value.object?[component].map { [$0] } ?? [] }
                let elements = value.array ?? []
                return index.map { elements.indices.contains($0) ? [elements[$0]] : [] } ?? elements
            }
        }
        return (ParameterPath(shown).description, schemas)
    }

    /// Returns the schemas of everything that an event can be: all planned events with its name, and a user.
    ///
    /// - Parameter events: The events that a difference compares, or one event.
    func valueSchemas(of events: [Event]) -> ValueSchemas {
        let indices = Set(events.flatMap { names.indicesOrNearest(of: $0) })
        return ValueSchemas(of: indices.map { self.events[$0] }, schemas, personalNames: personalNames)
    }
}

extension ValueSchemas {
    /// Returns the value with ``PlanChecker/redactedText`` in place of personal data.
    fileprivate func redacted(_ value: EventValue) -> EventValue {
        if isPersonal(value) { return .string(PlanChecker.redactedText) }
        switch value {
        case .string, .integer, .number:
            return PersonalData.kind(of: value) == nil || allow(value) ? value : .string(PlanChecker.redactedText)
        case .array(let values):
            return .array(values.enumerated().map { index, value in element(index).redacted(value) })
        case .object(let members): return .object(redacted(members))
        case .null, .bool: return value
        }
    }

    /// Returns the members with ``PlanChecker/redactedText`` in place of personal data.
    ///
    /// All members whose names are personal data become one member.
    fileprivate func redacted(_ members: EventParameters) -> EventParameters {
        EventParameters(
            members.map { member in
                EventParameter(
                    isPersonalName(member.name) ? PlanChecker.redactedText : member.name,
                    self.member(member.name).redacted(member.value))
            })
    }

    /// Returns the path with ``PlanChecker/redactedText`` in place of names that are personal data.
    func redacted(_ path: [Judge.PathPart]) -> [Judge.PathPart] {
        var outer = self
        return path.map { part in
            defer { outer = outer.value(at: [part]) }
            if case .member(let name) = part, outer.isPersonalName(name) { return .member(PlanChecker.redactedText) }
            return part
        }
    }
}
