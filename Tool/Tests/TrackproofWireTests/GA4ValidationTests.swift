import Testing
import Trackproof
import TrackproofJSON
import TrackproofWire

@Suite struct GA4ValidationTests {
    /// Returns the validation messages, each as a text `CODE path: description`.
    private func messages(_ body: String, query: [(String, String)] = [("measurement_id", "G-1")]) throws -> [String] {
        let request = request("/debug/mp/collect", body, query: query.map { ($0.0, $0.1) })
        let (status, text) = GA4Decoder.answer(request)
        #expect(status == 200)
        #expect(GA4Decoder.outcome(request) == ["ignored: a request for validation"])
        let reply = try EventValue(json: Array(text.utf8), of: "reply")
        return try #require(reply.object?["validationMessages"]?.array).map { message in
            let members = try #require(message.object)
            func text(_ name: String) throws -> String { try #require(members[name]?.string) }
            return try "\(text("validationCode")) \(text("fieldPath")): \(text("description"))"
        }
    }

    private func eventMessages(_ events: String) throws -> [String] {
        try messages(#"{"client_id":"c","events":[\#(events)]}"#)
    }

    @Test func aValidRequestHasNoMessages() throws {
        #expect(
            GA4Decoder.answer(
                request(
                    "/debug/mp/collect",
                    #"{"client_id":"c","timestamp_micros":"1795253400125000","user_properties":{"plan":{"value":"pro"}},"#
                        + #""events":[{"name":"purchase","params":{"value":9.5,"items":[{"item_id":"a"}]}}]}"#,
                    query: [("measurement_id", "G-1")])) == (200, #"{"validationMessages":[]}"#))
        #expect(
            try messages(
                #"{"app_instance_id":"i","events":[{"name":"screen_view"}]}"#, query: [("firebase_app_id", "1")]) == [])
    }

    @Test func anInvalidNameFromARealClientIsReported() throws {
        let request = try Captured.requests("ga4")[3]
        #expect(
            GA4Decoder.answer(request).body
                == #"{"validationMessages":[{"fieldPath":"events","description":"The name of event 0, [_bad], "#
                + #"does not start with a letter.","validationCode":"NAME_INVALID"}]}"#)
    }

    @Test func missingRequiredFieldsAreReported() throws {
        #expect(
            try messages("{}", query: []) == [
                "VALUE_REQUIRED measurement_id: Either measurement_id or firebase_app_id is required.",
                "VALUE_REQUIRED client_id: client_id is required.",
                "VALUE_REQUIRED events: At least one event is required.",
            ])
        #expect(
            try messages(#"{"client_id":"c","app_instance_id":""}"#, query: [("firebase_app_id", "1")]) == [
                "VALUE_REQUIRED app_instance_id: app_instance_id is required.",
                "VALUE_REQUIRED events: At least one event is required.",
            ])
        #expect(
            try messages(#"{"client_id":"c","user_properties":{"plan":{}},"events":[{}]}"#) == [
                "VALUE_REQUIRED user_properties: The user property [plan] has no value.",
                "VALUE_REQUIRED events: Event 0 has no name.",
            ])
    }

    @Test func fieldsOfTheWrongTypeAreReported() throws {
        #expect(
            try messages("[") == [
                "VALUE_INVALID : The body is not a JSON object: line 1, column 2: the text ends inside a value."
            ])
        #expect(
            try messages(
                #"{"client_id":7,"user_id":7,"timestamp_micros":1.5,"user_properties":7,"events":7}"#) == [
                    "VALUE_INVALID client_id: Expected a string.",
                    "VALUE_INVALID user_id: Expected a string.",
                    "VALUE_INVALID timestamp_micros: Expected an integer number of microseconds since 1970.",
                    "VALUE_INVALID user_properties: Expected an object.",
                    "VALUE_INVALID events: Expected an array.",
                ])
        #expect(
            try eventMessages(#"7,{"name":7},{"name":"a","params":7},{"name":"b","params":{"o":{},"items":[7]}}"#) == [
                "VALUE_INVALID events: Event 0 is not an object.",
                "VALUE_INVALID events: The name of event 1 is not a string.",
                "VALUE_INVALID events.params: The params of event 2 are not an object.",
                "VALUE_INVALID events.params: The parameter of event 3, [o], is neither a string nor a number.",
                "VALUE_INVALID events.params: The parameter of event 3, [items], has an item that is not an object.",
            ])
    }

    @Test func invalidAndReservedNamesAreReported() throws {
        let long = String(repeating: "n", count: 41)
        #expect(
            try eventMessages(
                #"{"name":"add-to-cart"},{"name":"session_start"},{"name":"ga_a"},{"name":"\#(long)"},{"name":"ä"},"#
                    + #"{"name":"ok","params":{"google_a":1,"":2,"_p":3}}"#) == [
                    "NAME_INVALID events: The name of event 0, [add-to-cart], may have only letters, digits and _.",
                    "NAME_RESERVED events: The name of event 1, [session_start], is reserved.",
                    "NAME_RESERVED events: The name of event 2, [ga_a], is reserved.",
                    "NAME_INVALID events: The name of event 3, [\(long)], is longer than 40 characters.",
                    "NAME_INVALID events: The name of event 4, [ä], does not start with a letter.",
                    "NAME_RESERVED events.params: The name of the parameter of event 5, [google_a], is reserved.",
                    "NAME_INVALID events.params: The name of the parameter of event 5, [], may have only letters, "
                        + "digits and _.",
                    "NAME_INVALID events.params: The name of the parameter of event 5, [_p], does not start with a "
                        + "letter.",
                ])
        #expect(
            try messages(
                #"{"client_id":"c","events":[{"name":"a"}],"user_properties":"#
                    + #"{"user_id":{"value":1},"a_name_of_more_than_24_ch":{"value":1}}}"#) == [
                    "NAME_RESERVED user_properties: The name of the user property, [user_id], is reserved.",
                    "NAME_INVALID user_properties: The name of the user property, [a_name_of_more_than_24_ch], is longer "
                        + "than 24 characters.",
                ])
    }

    @Test func exceededLimitsAreReported() throws {
        let events = Array(repeating: #"{"name":"a"}"#, count: 26).joined(separator: ",")
        #expect(
            try eventMessages(events) == [
                "EXCEEDED_MAX_ENTITIES events: The request has 26 events, but at most 25 are allowed."
            ])
        let parameters = (0..<26).map { #""p\#($0)":1"# }.joined(separator: ",")
        #expect(
            try eventMessages(#"{"name":"a","params":{\#(parameters)}}"#) == [
                "EXCEEDED_MAX_ENTITIES events.params: Event 0 has 26 parameters, but at most 25 are allowed."
            ])
        let properties = (0..<26).map { #""p\#($0)":{"value":1}"# }.joined(separator: ",")
        #expect(
            try messages(#"{"client_id":"c","events":[{"name":"a"}],"user_properties":{\#(properties)}}"#) == [
                "EXCEEDED_MAX_ENTITIES user_properties: The request has 26 user properties, but at most 25 are allowed."
            ])
        let text = String(repeating: "ü", count: 101)
        #expect(
            try eventMessages(#"{"name":"a","params":{"t":"\#(text)","page_title":"\#(text)"}}"#) == [
                "VALUE_OUT_OF_BOUNDS events.params: The parameter of event 0, [t], is longer than 100 characters."
            ])
        #expect(
            try messages(
                #"{"client_id":"c","events":[{"name":"a"}],"user_properties":{"p":{"value":"\#(text)"}}}"#) == [
                    "VALUE_OUT_OF_BOUNDS user_properties: The user property [p] is longer than 36 characters."
                ])
        let spaces = String(repeating: " ", count: 130_000)
        #expect(
            try messages(#"{"client_id":"c","events":[{"name":"a"}]}"# + spaces) == [
                "VALUE_OUT_OF_BOUNDS : The body has 130041 bytes, but at most 130000 are allowed."
            ])
    }
}
