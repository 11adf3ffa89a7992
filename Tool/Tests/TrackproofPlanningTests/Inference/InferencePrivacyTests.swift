import _TrackproofTestSupport
import Testing
import Trackproof

/// Tests that an inferred plan never contains personal data of users.
struct InferencePrivacyTests {
    @Test func personalDataIsDeclared() throws {
        #expect(
            try Inferred.line(#"["call a@example.com", "x", "y"]"#)
                == "v: {type: string, required: true, pii: contact}  # contains email addresses")
        #expect(
            try Inferred.line(#"["+4915112345678", -1, null]"#)
                == "v: {type: [string, integer, \"null\"], required: true, pii: contact}  # contains phone numbers")
        #expect(
            try Inferred.line(#"["4111 1111 1111 1111", "x", "y"]"#)
                == "v: {type: string, required: true, pii: payment}  # contains card numbers")
        #expect(
            try Inferred.line(#"["4111 1111 1111 1111", "a@example.com", "+4915112345678"]"#)
                == "v: {type: string, required: true, pii: free_text}  # contains email addresses, card numbers, phone numbers"
        )
        #expect(
            try Inferred.line(#"[["a@example.com"]]"#)
                == "v: {type: array, required: true, items: {type: string, pii: contact}}  # seen in 1 of 1 event; contains email addresses"
        )
    }

    @Test func mailAddressesAreAFormat() throws {
        #expect(
            try Inferred.line(#"["a@example.com", "b@example.com", "c@example.com"]"#)
                == "v: {type: string, format: email, required: true, pii: contact}  # contains email addresses")
        // The checker does not recognize an email address whose host is `host`, but the format `email` means contact
        // data.
        #expect(
            try Inferred.line(#"["a@host", "b@host", "c@host"]"#)
                == "v: {type: string, format: email, required: true, pii: contact}")
    }

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

    @Test(arguments: 0..<40)
    func noTextOfAPersonalParameterIsInThePlan(seed: UInt64) {
        var generator = EventGenerator(seed: seed)
        let plan = Inferred.plan(generator.events())
        for text in ["example.com", "4915112345678", "4111"] { #expect(!plan.contains(text)) }
    }
}
