import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON
import TrackproofPlans
import TrackproofSnapshots

/// Tests that reports hide values that a plan declares as personal data, and values that look personal.
struct RedactionTests {
    private let hidden = EventValue.string(PlanChecker.redactedText)

    /// The input of a step is an event. The line before it sets the plan of this step and later steps. The output is the
    /// event as a report shows it.
    @Test func eventsAreShownAsInTheTranscript() throws {
        var checker = PlanChecker(try plan(#"{"plan": 1}"#))
        try expectTranscript("redactions") { _, lines in
            if lines.count > 1 { checker = PlanChecker(try plan(lines[0])) }
            let event = try event(lines[lines.count - 1]).event
            #expect(checker.shownName(of: event) == checker.redacted(event).name)
            return EventValue.object(RecordedEvent(checker.redacted(event)).members).json
        }
    }

    private func difference(
        _ expected: Event, _ actual: Event, _ parameters: [ParameterDifference] = []
    ) -> Difference {
        Difference(
            kind: .changed, expected: expected, actual: actual, expectedPosition: 0, actualPosition: 0,
            parameters: parameters)
    }

    @Test(arguments: [
        ("ages.Ada", "ages.(personal data, not shown)"), ("card.Ada", "card.(personal data, not shown)"),
        ("card.type", "card.type"), (#"counts.ada@example\.com"#, "counts.(personal data, not shown)"),
        ("counts.plain", "counts.plain"), ("emails.Jane Roe", "emails.(personal data, not shown)"),
    ])
    func namesInPathsThatArePersonalAreHidden(path: String, shown: String) throws {
        let checker = PlanChecker(
            try plan(
                parameters: """
                    {"ages": {"type": "object", "propertyNames": {"pii": "name"}},
                     "card": {"type": "object", "pii": "card", "properties": {"type": {"type": "string"}}},
                     "counts": {"type": "object"},
                     "emails": {"type": "array", "items": {"type": "string", "pii": "contact"}}}
                    """))
        let parameter = ParameterDifference(
            path: path, change: .value, expected: .string("a"), actual: .integer(1), isVolatile: false,
            hasLookalike: false)
        let event = Event("e", ["emails": .object(["x": "Jane Roe"])])
        let redacted = try #require(checker.redacted(difference(event, event, [parameter])).parameters.first)
        #expect(redacted.path == shown)
        if path.hasPrefix("emails") { #expect(redacted.actual == hidden) }
    }

    /// In the path of a mutant, `*` stands for all elements.
    @Test(arguments: [
        ("l.*.Ada", "l.*.(personal data, not shown)"), ("l.*.ok", "l.*.ok"), ("l.0.Ada", "l.0.Ada"),
        ("m.*", "m.(personal data, not shown)"),
    ])
    func pathsOfAllElementsAreHidden(path: String, shown: String) throws {
        let checker = PlanChecker(
            try plan(
                parameters: """
                    {"l": {"type": "array", "prefixItems": [{}, {"type": "object", "properties": {"ok": {}},
                       "propertyNames": {"pii": "name"}}]}, "m": {"type": "object", "pii": "name"}}
                    """))
        let list = EventValue.array([EventValue.object(["ok": 1]), EventValue.object(["Ada": 1])])
        let event = Event("e", ["l": list, "m": EventValue.object(["*": 1])])
        #expect(checker.redacted(path: path, in: event) == shown)
    }

    @Test func secretsThatNoPlanDescribesAreHidden() throws {
        let checker = PlanChecker(try plan(parameters: #"{"auth": {"type": "string"}}"#))
        let event = checker.redacted(Event("e", ["auth": "a", "pwd": "b", "apiToken": "c", "genre": "d"]))
        #expect(event.parameters == ["auth": "a", "pwd": hidden, "apiToken": hidden, "genre": "d"])
    }

    @Test func differencesOfParametersAreHidden() throws {
        let checker = PlanChecker(
            try plan(
                parameters: """
                    {"mail": {"type": "string", "pii": "email"}, "plain": {"type": "string"}, "who": {"type": "object",
                     "properties": {"name": {"type": "string", "pii": "name"}, "age": {"type": "integer"}}}}
                    """))
        let expected = Event("e", ["mail": "a", "plain": "1", "who": EventValue.object(["name": "Ada", "age": 1])])
        let actual = Event("e", ["mail": "b", "plain": "2", "who": EventValue.object(["name": "Bob", "age": 2])])
        let comparison = Comparison(of: Recording([actual]), with: Snapshot([expected]))
        let difference = checker.redacted(try #require(comparison.differences.first))
        #expect(difference.kind == .changed)
        let values = difference.parameters.map { "\($0.path): \($0.expected ?? .null) \($0.actual ?? .null)" }
        let words = "\"(personal data, not shown)\""
        #expect(
            values == [
                "mail: \(words) \(words)", "plain: \"1\" \"2\"", "who.name: \(words) \(words)", "who.age: 1 2",
            ])
        #expect(difference.expected?.parameters["mail"] == hidden)

        // The rule of a value that varies is no value.
        let volatile = ParameterDifference(
            path: "mail", change: .type, expected: .string("any text"), actual: .integer(5), isVolatile: true,
            hasLookalike: false)
        let redacted = checker.redacted(self.difference(Event("e"), Event("e"), [volatile])).parameters.first
        #expect(redacted?.expected == .string("any text"))
        #expect(redacted?.actual == hidden)
    }

    @Test func aFindingHidesTheNameOfAnEventThatLooksPersonal() throws {
        let checker = PlanChecker(try plan(#"{"plan": 1, "events": {"help@example.com": {}}}"#))
        let event = RecordedEvent(Event("john.doe@example.com"))
        let finding = try #require(checker.findings(for: event, CheckContext()).first)
        #expect(finding.event == PlanChecker.redactedText)
        #expect(!"\(finding)".contains("john"))
    }

    /// Tests that an event that a difference compares is hidden by the rules of both names.
    @Test func bothEventsOfADifferenceAreHiddenByTheRulesOfBoth() throws {
        let checker = PlanChecker(
            try plan(
                #"{"plan": 1, "events": {"purchase": {"parameters": {"buyer": {"pii": "name"}}}, "x_y_z": {}}}"#))
        for (expected, actual) in [("purchase", "x_y_z"), ("x_y_z", "purchase")] {
            let shown = checker.redacted(
                difference(Event(expected, ["buyer": "Jane"]), Event(actual, ["buyer": "Jane"])))
            #expect(shown.expected?.parameters == ["buyer": hidden])
            #expect(shown.actual?.parameters == ["buyer": hidden])
        }
    }
}
