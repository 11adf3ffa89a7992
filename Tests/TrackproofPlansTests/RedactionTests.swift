import Testing
import Trackproof
import TrackproofPlans
import TrackproofSnapshots

/// Tests that reports hide values that a plan declares as personal data, and values that look personal.
struct RedactionTests {
    private let hidden = EventValue.string(PlanChecker.redactedText)

    private func checker() throws -> PlanChecker {
        PlanChecker(
            try plan(
                """
                {"plan": 1, "types": {"person": {"type": "object", "properties": {
                    "name": {"type": "string", "pii": "name"}, "friend": {"type": "person"}, "age": {"type": "integer"}}}},
                 "destinations": {"segment": {}},
                 "events": {"e": {"names": {"segment": "E at Segment"}, "parameters": {
                    "mail": {"type": "string", "pii": "email"},
                    "who": {"type": "person"},
                    "list": {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "person"}]}},
                    "support": {"type": "string", "enum": ["help@example.com"]},
                    "plain": {"type": "string"}}}}}
                """))
    }

    @Test func declaredValuesAreHiddenWhereverTheyAre() throws {
        let person: EventParameters = ["name": "Ada", "age": 36, "friend": EventValue.object(["name": "Bob"])]
        let event = Event(
            "e",
            [
                "mail": "no address", "who": EventValue.object(person),
                "list": EventValue.array([.integer(1), .object(person)]),
                "support": "help@example.com", "plain": "text",
            ])
        let shown: EventParameters = [
            "name": hidden, "age": 36, "friend": EventValue.object(["name": hidden]),
        ]
        let expected: EventParameters = [
            "mail": hidden, "who": EventValue.object(shown), "list": EventValue.array([.integer(1), .object(shown)]),
            "support": "help@example.com", "plain": "text",
        ]
        #expect(try checker().redacted(event).parameters == expected)
    }

    @Test func textsAndNumbersThatLookPersonalAreHidden() throws {
        let time: Int64 = 1_795_253_400_125
        let event = Event(
            "unplanned",
            [
                "text": "write to ada@example.com", "spaced": "4111 1111 1111 1111", "count": 5,
                "time": EventValue.integer(time),
                "integer": 4_111_111_111_111_111, "number": 4_111_111_111_111_111.0, "far": 1e300,
            ])
        let expected: EventParameters = [
            "text": hidden, "spaced": hidden, "count": 5, "time": EventValue.integer(time), "integer": hidden,
            "number": hidden,
            "far": 1e300,
        ]
        #expect(try checker().redacted(event).parameters == expected)
    }

    @Test func userAndErrorThatMayBePersonalAreHidden() throws {
        var event = Event("e", ["plain": "text"])
        event.user = "ada@example.com"
        event.encodingError = "mail: given twice, as \"Ada\" and as \"Bob\""
        let redacted = try checker().redacted(event)
        #expect(redacted.user == PlanChecker.redactedText)
        #expect(redacted.encodingError == PlanChecker.redactedText)
        event.user = "user-1"
        #expect(try checker().redacted(event).user == "user-1")
    }

    /// Tests names of members, which a plan cannot know: names that look personal, and names inside personal data.
    @Test func namesThatArePersonalAreHidden() throws {
        let checker = PlanChecker(
            try plan(
                """
                {"plan": 1, "events": {"e": {"parameters": {
                    "ages": {"type": "object", "propertyNames": {"pii": "name"}},
                    "card": {"type": "object", "pii": "card", "properties": {"type": {"type": "string"}}},
                    "counts": {"type": "object"}}}}}
                """))
        let event = Event(
            "e",
            [
                "ages": EventValue.object(["Ada": 1, "Bob": 2]), "card": EventValue.object(["Ada": 1]),
                "counts": EventValue.object(["ada@example.com": 1, "plain": 2]),
            ])
        let expected: EventParameters = [
            "ages": EventValue.object(["(personal data, not shown)": hidden]), "card": hidden,
            "counts": EventValue.object(["(personal data, not shown)": hidden, "plain": 2]),
        ]
        #expect(checker.redacted(event).parameters == expected)

        func path(_ path: String) throws -> String {
            let parameter = ParameterDifference(
                path: path, change: .unexpected, expected: nil, actual: .integer(1), isVolatile: false,
                hasLookalike: false)
            let difference = Difference(
                kind: .changed, expected: event, actual: event, expectedPosition: 0, actualPosition: 0,
                parameters: [parameter])
            return try #require(checker.redacted(difference).parameters.first).path
        }
        #expect(try path("ages.Ada") == "ages.(personal data, not shown)")
        #expect(try path("card.Ada") == "card.(personal data, not shown)")
        #expect(try path("card.type") == "card.type")
        #expect(try path(#"counts.ada@example\.com"#) == "counts.(personal data, not shown)")
        #expect(try path("counts.plain") == "counts.plain")
    }

    /// Tests an event with the name that the plan declares for a destination.
    @Test func theNameAtADestinationIsFoundToo() throws {
        let event = Event("E at Segment", ["mail": "x"])
        #expect(try checker().redacted(event).parameters == ["mail": hidden])
    }

    @Test func differencesOfParametersAreHidden() throws {
        let expected = Event("e", ["mail": "a", "plain": "1", "who": EventValue.object(["name": "Ada", "age": 1])])
        let actual = Event("e", ["mail": "b", "plain": "2", "who": EventValue.object(["name": "Bob", "age": 2])])
        let comparison = Comparison(of: Recording([actual]), with: Snapshot([expected]))
        let difference = try checker().redacted(try #require(comparison.differences.first))
        #expect(difference.kind == .changed)
        let values = difference.parameters.map { "\($0.path): \($0.expected ?? .null) \($0.actual ?? .null)" }
        let words = "\"(personal data, not shown)\""
        #expect(
            values == [
                "mail: \(words) \(words)", "plain: \"1\" \"2\"", "who.name: \(words) \(words)", "who.age: 1 2",
            ])
        #expect(difference.expected?.parameters["mail"] == hidden)
    }

    @Test func theRuleOfAValueThatVariesStays() throws {
        let parameter = ParameterDifference(
            path: "mail", change: .type, expected: .string("any text"), actual: .integer(5), isVolatile: true,
            hasLookalike: false)
        let difference = Difference(
            kind: .changed, expected: Event("e"), actual: Event("e"), expectedPosition: 0, actualPosition: 0,
            parameters: [parameter])
        let redacted = try #require(try checker().redacted(difference).parameters.first)
        #expect(redacted.expected == .string("any text"))
        #expect(redacted.actual == hidden)
    }

    /// Tests names of events that look personal. The plan's own names are shown.
    @Test func namesOfEventsThatLookPersonalAreHidden() throws {
        let checker = PlanChecker(try plan(#"{"plan": 1, "events": {"help@example.com": {}}}"#))
        #expect(checker.redacted(Event("john.doe@example.com")).name == PlanChecker.redactedText)
        #expect(checker.redacted(Event("help@example.com")).name == "help@example.com")
        #expect(checker.shownName(of: Event("plain")) == "plain")
        let event = RecordedEvent(Event("john.doe@example.com"))
        let finding = try #require(checker.findings(for: event, CheckContext()).first)
        #expect(finding.event == PlanChecker.redactedText)
        #expect(!"\(finding)".contains("john"))
    }

    // MARK: Values that the plan does not expect

    private func checker(_ parameters: String) throws -> PlanChecker {
        PlanChecker(try plan(#"{"plan": 1, "events": {"e": {"parameters": {\#(parameters)}}}}"#))
    }

    /// Tests values that have another type than the object or the list that contains personal data.
    @Test(arguments: [
        EventValue.string("Jane Roe"), .integer(5), .array([.string("Jane Roe")]),
        .object(["x": "Jane Roe", "Jane Roe": 1]), .array([.object(["x": "Jane Roe"])]),
    ])
    func valuesInPlaceOfPersonalContainersAreHidden(value: EventValue) throws {
        let checker = try checker(
            """
            "emails": {"type": "array", "items": {"type": "string", "pii": "contact"}},
            "prefix": {"prefixItems": [{}, {"pii": "contact"}]},
            "address": {"type": "object", "properties": {"street": {"type": "string", "pii": "contact"}}},
            "map": {"additionalProperties": {"pii": "contact"}},
            "pattern": {"patternProperties": {"^k": {"pii": "contact"}}},
            "deep": {"allOf": [{"type": "object", "properties": {"a": {"type": "array", "items": {"pii": "x"}}}}],
                "not": {"type": ["string", "integer", "array"]}}
            """)
        let names = value.object == nil ? ["address", "map", "pattern", "deep"] : ["emails", "prefix"]
        for name in names + (value.array == nil ? ["emails", "prefix"] : []) {
            #expect(checker.redacted(Event("e", [name: value])).parameters == [name: hidden], "\(name)")
        }
        if case .object = value {
            let parameter = ParameterDifference(
                path: "emails.Jane Roe", change: .value, expected: .string("a"), actual: .string("b"),
                isVolatile: false,
                hasLookalike: false)
            let event = Event("e", ["emails": value])
            let difference = Difference(
                kind: .changed, expected: event, actual: event, expectedPosition: 0, actualPosition: 0,
                parameters: [parameter])
            let redacted = try #require(checker.redacted(difference).parameters.first)
            #expect(redacted.path == "emails.(personal data, not shown)")
            #expect(redacted.actual == hidden)
        }
    }

    /// Tests values of a type that the plan expects beside an object with personal data.
    @Test func expectedValuesBesidePersonalContainersAreShown() throws {
        let checker = try checker(
            """
            "either": {"anyOf": [{"type": "number"}, {"type": "object", "properties": {"a": {"pii": "x"}}}]},
            "list": {"anyOf": [{"enum": ["none"]}, {"type": "array", "items": {"pii": "x"}}]}
            """)
        let event = Event("e", ["either": 5, "list": "none"])
        #expect(checker.redacted(event).parameters == event.parameters)
        #expect(
            checker.redacted(Event("e", ["either": "5", "list": "Jane"])).parameters.map(\.value) == [hidden, hidden])
    }

    @Test func forbiddenValuesAreHidden() throws {
        let checker = try checker(
            """
            "password": {"never": true}, "login": {"type": "object", "properties": {"password": {"never": true}}}
            """)
        let event = Event("e", ["password": "hunter2", "login": EventValue.object(["password": "hunter2", "n": 1])])
        let shown = EventValue.object(["password": hidden, "n": 1])
        #expect(checker.redacted(event).parameters == ["password": hidden, "login": shown])
        #expect(checker.redacted(Event("e", ["login": "hunter2"])).parameters == ["login": hidden])
    }

    /// Tests names that the plan lacks, but that are similar to names of the plan.
    @Test func similarNamesAreHidden() throws {
        let checker = try checker(#""note": {"type": "string", "pii": "x"}, "count": {}"#)
        #expect(
            checker.redacted(Event("e", ["Note": "Jane", "Count": "1"])).parameters == ["Note": hidden, "Count": "1"])
        let planned = try plan(#"{"plan": 1, "events": {"purchase": {"parameters": {"buyer": {"pii": "name"}}}}}"#)
        #expect(PlanChecker(planned).redacted(Event("Purchase", ["buyer": "Jane"])).parameters == ["buyer": hidden])
    }

    /// Tests that an event that a difference compares is hidden by the rules of both names.
    @Test func bothEventsOfADifferenceAreHiddenByTheRulesOfBoth() throws {
        let checker = PlanChecker(
            try plan(
                #"{"plan": 1, "events": {"purchase": {"parameters": {"buyer": {"pii": "name"}}}, "x_y_z": {}}}"#))
        for (expected, actual) in [("purchase", "x_y_z"), ("x_y_z", "purchase")] {
            let difference = checker.redacted(
                Difference(
                    kind: .changed, expected: Event(expected, ["buyer": "Jane"]),
                    actual: Event(actual, ["buyer": "Jane"]), expectedPosition: 0, actualPosition: 0, parameters: []))
            #expect(difference.expected?.parameters == ["buyer": hidden])
            #expect(difference.actual?.parameters == ["buyer": hidden])
        }
    }
}
