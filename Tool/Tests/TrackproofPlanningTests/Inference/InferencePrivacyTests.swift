import TestSupport
import Testing
import Trackproof

/// Tests that an inferred plan never contains personal data of users.
struct InferencePrivacyTests {
    @Test func namesThatArePersonalDataAreLeftOut() throws {
        let events = [
            Event("welcome a@example.com"), Event("e", ["b@example.com": "c@example.com", "ok": true]),
            Event("f", try EventParameters(json: #"{"map": {"d@example.com": "e@example.com", "ok": true}}"#)),
            Event("f", try EventParameters(json: #"{"map": {"d@example.com": true, "ok": true}}"#)),
        ]
        let plan = Inferred.plan(events)
        #expect(!plan.contains("@"))
        #expect(try Inferred.errors(plan, events) == "")
        try expectGolden("InferencePrivacyTests/names-that-are-personal-data-are-left-out", Inferred.body(events))
        #expect(
            plan.contains(
                """
                # The plan lacks 1 event, so an event that is not planned is only a warning. Either there
                # are too many names, or a name is empty, long, personal or another Unicode form of a name below.
                plan: 1
                """))
    }

    /// Tests names whose values users write, and names of secrets, also around and inside of other values.
    @Test(arguments: [
        "pwd", "passwd", "user_pass", "passwords", "auth", "authToken", "recipient", "recipients2", "message",
        "last_search", "search_query", "username", "comment", "emails", "mac_address", "userid",
    ])
    func valuesOfUsersAreNotListed(name: String) {
        let texts = (0..<24).map { EventValue.string($0.isMultiple(of: 2) ? "drama" : "comedy") }
        #expect(Inferred.line(texts, name: "genre") == "genre: {type: string, enum: [comedy, drama], required: true}")
        for values in [texts, texts.map { .array([$0]) }, [texts[0]]] {
            let line = Inferred.line(values, name: name)
            #expect(line.hasPrefix(name) && !line.contains("drama"), "\(line)")
        }
    }

    @Test func noValueInsideOfASecretIsListed() throws {
        let events = try (0..<24).map { number in
            let kind = number.isMultiple(of: 2) ? "drama" : "comedy"
            let json = #"{"auth": {"kind": "\#(kind)", "list": [{"kind": "\#(kind)"}]}}"#
            return Event("e", try EventParameters(json: json))
        }
        #expect(Inferred.plan(events).contains("auth:") && !Inferred.plan(events).contains("drama"))
    }

    @Test(arguments: 0..<UInt64(rounds(20, deep: 40)))
    func noTextOfAPersonalParameterIsInThePlan(seed: UInt64) {
        var generator = EventGenerator(seed: seed)
        let plan = Inferred.plan(generator.events())
        for text in ["example.com", "4915112345678", "4111"] { #expect(!plan.contains(text)) }
    }
}
