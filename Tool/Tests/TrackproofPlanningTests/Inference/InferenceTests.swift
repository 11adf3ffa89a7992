import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofPlanning

/// Tests of the content of inferred plans.
struct InferenceTests {
    @Test func aPlanToBeginWith() throws {
        var inference = PlanInference()
        for id in 1...3 {
            inference.add(RecordedEvent(Event("movie_tapped", ["id": id, "slug": "\(id)-daredevil/\(id)"])))
        }
        inference.add(RecordedEvent(Event("app_opened")))
        try expectGolden("InferenceTests/a-plan-to-begin-with", inference.yaml(name: "Movies: all"))
    }

    @Test func noEventsGiveAPlanWithoutEvents() {
        #expect(Inferred.body([]) == "plan: 1\nevents: {}")
    }

    // MARK: Types

    @Test func typesAreThoseThatWereSeen() throws {
        #expect(try Inferred.line("[true, false, true]") == "v: {type: boolean, required: true}")
        #expect(try Inferred.line("[1, 2, -3]") == "v: {type: integer, required: true}")
        #expect(try Inferred.line("[1, 2.5, -3]") == "v: {type: number, required: true}")
        #expect(
            try Inferred.line(#"[1, -2, null, "a b!", true]"#)
                == "v: {type: [string, integer, boolean, \"null\"], required: true}")
        #expect(try Inferred.line("[null, null, null]") == "v: {type: \"null\", required: true}  # always null so far")
        #expect(
            Inferred.line([.number(-1.5), .number(.nan), .integer(1)]) == "v: {type: [string, number], required: true}")
    }

    @Test func aMinimumIsOnlySuggested() throws {
        #expect(try Inferred.line("[1, 2, 3]") == "v: {type: integer, required: true}  # minimum: 0 fits so far")
        #expect(try Inferred.line("[0.0, 2, 0.5]") == "v: {type: number, required: true}  # minimum: 0 fits so far")
        #expect(try Inferred.line("[0.0, 2, -0.5]") == "v: {type: number, required: true}")
    }

    @Test func elementsOfListsAreOneSchema() throws {
        #expect(
            try Inferred.line(#"[["a!", "b!"], [], ["c!"]]"#)
                == "v: {type: array, required: true, items: {type: string}}")
        #expect(
            try Inferred.line(#"[[["a!"]], [[1]], []]"#)
                == "v: {type: array, required: true, items: {type: array, items: {type: [string, integer]}}}")
        #expect(try Inferred.line("[[], [], []]") == "v: {type: array, required: true}  # always empty so far")
    }

    @Test func propertiesOfObjectsHaveALineEach() throws {
        let parameters = try EventParameters(
            json: #"{"items": [{"sku": "a!", "price": 1.5}, {"sku": "b!"}], "place": {"x": -1}, "more": {}}"#)
        try expectGolden(
            "InferenceTests/properties-of-objects-have-a-line-each",
            Inferred.body([Event](repeating: Event("e", parameters), count: 3)))
    }

    // MARK: Required parameters

    @Test func aParameterOfEachEventIsRequired() {
        func line(_ with: Int, of count: Int) -> String {
            let events = (0..<count).map { Event("e", $0 < with ? ["v": true] : [:]) }
            return String(Inferred.body(events).split(separator: "\n").last ?? "")
        }
        #expect(line(3, of: 3) == "      v: {type: boolean, required: true}")
        #expect(line(2, of: 2) == "      v: {type: boolean, required: true}  # seen in 2 of 2 events")
        #expect(line(1, of: 1) == "      v: {type: boolean, required: true}  # seen in 1 of 1 event")
        #expect(line(2, of: 3) == "      v: {type: boolean}  # seen in 2 of 3 events")
    }

    // MARK: Values and formats

    /// Returns values that contain each text as many times as `counts` says.
    private func texts(_ counts: KeyValuePairs<String, Int>) -> [EventValue] {
        counts.flatMap { text, count in (0..<count).map { _ in .string(text) } }
    }

    @Test func textsThatRecurAreAnEnumeration() {
        #expect(
            Inferred.line(texts(["card": 16, "apple_pay": 2, "on": 2]))
                == "v: {type: string, enum: [apple_pay, card, \"on\"], required: true}")
        #expect(
            Inferred.line(texts(["card": 18, "cash": 2]) + [.null])
                == "v: {type: [string, \"null\"], enum: [card, cash, null], required: true}")
        #expect(
            Inferred.line([.array(texts(["card": 18, "cash": 2]))])
                == "v: {type: array, required: true, items: {type: string, enum: [card, cash]}}  # seen in 1 of 1 event"
        )
    }

    @Test func textsThatMayNotRecurAreAComment() {
        // Except for the case with 36 texts, no case gives an enum: there are fewer than 20 texts, a text occurs only
        // once, there is only one text, or the texts recur too rarely.
        #expect(
            Inferred.line(texts(["card": 17, "cash": 2]))
                == #"v: {type: string, required: true}  # 2 values so far: "card", "cash""#)
        #expect(
            Inferred.line(texts(["card": 19, "cash": 1]))
                == #"v: {type: string, required: true}  # 2 values so far: "card", "cash""#)
        #expect(Inferred.line(texts(["ios": 40])) == #"v: {type: string, required: true}  # 1 value so far: "ios""#)
        let words = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"]
        #expect(
            Inferred.line((0..<24).map { .string(words[$0 % 12]) }) == "v: {type: string, required: true}")
        #expect(
            Inferred.line((0..<36).map { .string(words[$0 % 12]) })
                == #"v: {type: string, enum: [a, b, c, d, e, f, g, h, i, j, k, l], required: true}"#)
        #expect(Inferred.line((0..<39).map { .string(words[$0 % 13]) }) == "v: {type: string, required: true}")
        #expect(
            Inferred.line((0..<5).map { .string(words[$0]) })
                == #"v: {type: string, required: true}  # 5 values so far: "a", "b", "c", "d", "e""#)
        #expect(Inferred.line((0..<6).map { .string(words[$0]) }) == "v: {type: string, required: true}")
    }

    /// Tests a name that suggests user data. The plan contains only the number of the values, and not the values.
    @Test func valuesBehindANameOfAThingAreOnlyCounted() {
        #expect(
            Inferred.line(texts(["Home": 20, "Room": 20]), name: "screenName")
                == "screenName: {type: string, required: true}  # 2 values so far, hidden because the name suggests user data; list the values if they are not user data"
        )
        #expect(
            Inferred.line(texts(["Jane": 1, "John": 1]), name: "screenName")
                == "screenName: {type: string, required: true}  # seen in 2 of 2 events")
    }

    @Test func textsBesideOtherValuesAreNoEnumeration() {
        #expect(
            Inferred.line(texts(["card": 18, "cash": 2]) + [.integer(-1)])
                == "v: {type: [string, integer], required: true}")
    }

    @Test(arguments: ["", "42", "card!", "größe", "order-12345", String(repeating: "a", count: 41)])
    func aTextThatIsNoWordOfTheAppIsNotListed(text: String) {
        #expect(Inferred.line(texts(["card": 18, text: 2])) == "v: {type: string, required: true}")
    }

    @Test(arguments: [
        "id", "movie_id", "movieID", "movie_ids", "username", "screen_name", "Title", "image-url", "sent_time",
        "sentDate", "dates", "text", "note_text", "api_key", "userEmail", "address",
    ])
    func valuesOfANameThatBelongsToOneUserOrThingAreNotListed(name: String) {
        #expect(!Inferred.line(texts(["card": 18, "cash": 2]), name: name).contains("card"))
        #expect(!Inferred.line(texts(["card": 1, "cash": 2]), name: name).contains("card"))
    }

    @Test(arguments: ["context", "update", "lifetime", "method", "status", "keyboard", "id_type"])
    func valuesOfASimilarNameAreListed(name: String) {
        #expect(Inferred.line(texts(["card": 18, "cash": 2]), name: name).contains("enum: [card, cash]"))
    }

    @Test(arguments: [
        (
            "uuid", "6f1c1f0e-8d0f-4b52-9f0a-1b7d6f0c2a11", "6f1c1f0e-8d0f-4b52-9f0a-1b7d6f0c2a12",
            "00000000-0000-0000-0000-000000000000"
        ),
        ("date-time", "2026-01-31T10:00:00Z", "2026-01-31T10:00:01Z", "2026-01-31T10:00:00.5+01:00"),
        ("date", "2026-01-31", "2026-02-01", "2026-02-02"),
        ("uri", "https://example.com/a", "https://example.com/b", "app://home"),
        ("ipv4", "10.0.0.1", "10.0.0.2", "10.0.0.3"),
    ])
    func threeTextsOfOneFormatHaveThatFormat(format: String, one: String, two: String, three: String) {
        let texts = [one, two, three].map(EventValue.string)
        #expect(Inferred.line(texts) == "v: {type: string, format: \(format), required: true}")
        #expect(Inferred.line(texts + [.null]) == "v: {type: [string, \"null\"], format: \(format), required: true}")
        #expect(Inferred.line(texts + [.string("other!")]) == "v: {type: string, required: true}")
        let few = Inferred.line([texts[0], texts[1], texts[1]])
        if ["uuid", "date-time"].contains(format) {
            #expect(few == "v: {type: string, format: \(format), required: true}")
        } else {
            #expect(few.hasPrefix("v: {type: string, required: true}  # format: \(format) fits so far"))
        }
        #expect(Inferred.line(texts + [.bool(true)]) == "v: {type: [string, boolean], required: true}")
    }

    @Test func aTextWithAColonIsNoAddress() throws {
        #expect(try Inferred.line(#"["order:1", "order:2", "order:3"]"#) == "v: {type: string, required: true}")
    }
}
