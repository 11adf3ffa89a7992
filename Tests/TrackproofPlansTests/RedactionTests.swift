import Testing
import Trackproof
@_spi(Tooling) import TrackproofPlans
@_spi(Tooling) import TrackproofSnapshots

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

    @Test func textsThatLookPersonalAreHidden() throws {
        let event = Event(
            "unplanned", ["text": "write to ada@example.com", "number": "4111 1111 1111 1111", "count": 5])
        let expected: EventParameters = ["text": hidden, "number": hidden, "count": 5]
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
}
