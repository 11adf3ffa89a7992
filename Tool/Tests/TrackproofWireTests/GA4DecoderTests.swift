import Testing
import Trackproof
import TrackproofWire

@Suite struct GA4DecoderTests {
    private static let web: EventParameters = ["measurement_id": "G-1", "api_secret": "secret"]

    @Test func theSDKsRequestsDecodeToTheAppsEvents() throws {
        let requests = try Captured.requests("ga4")
        func events(_ index: Int) throws -> [RecordedEvent] {
            #expect(GA4Decoder.recognizes(requests[index]))
            let events = try GA4Decoder.events(requests[index])
            for event in events where event.event.kind != .identify {
                #expect(event.context?["session_id"]?.integer != nil)
                #expect(event.context?["engagement_time_msec"]?.integer != nil)
            }
            return events.map { $0.without("session_id", "engagement_time_msec") }
        }
        func wire(_ event: Event, user: String? = nil, time: EventTime? = nil) -> RecordedEvent {
            .wire("ga4", event, user: user, time: time, anonymous: "client.1", context: Self.web)
        }
        let moment = EventTime("2025-11-21T09:30:00Z")
        expectSame(
            try events(0),
            [
                wire(Event("purchase", Captured.values), time: moment),
                wire(.screen("Ćart", ["screen_class": "CartController"]), time: moment),
                wire(.page("Übersicht", ["page_location": "https://example.com/ü"]), time: moment),
            ])
        let identify = Event.identify("user-7", ["plan": "prémium", "visits": 9_007_199_254_740_993])
        expectSame(try events(1), [wire(identify), wire(Event("opened", ["n": 5]), user: "user-7")])

        // The SDK sends microseconds. The decoder converts them to the event's time, and keeps the sent value in the
        // context.
        let postponed = try events(2)
        let sent = try #require(postponed[1].context?["timestamp_micros"]?.integer)
        let time = EventTime(millisecondsSince1970: sent / 1_000)
        expectSame(
            postponed.map { $0.without("timestamp_micros") },
            [wire(identify, time: time), wire(Event("postponed", ["n": 1]), user: "user-7", time: time)])
        #expect(try events(3).isEmpty)

        let app: EventParameters = ["firebase_app_id": "1:2:ios:3", "api_secret": "secret"]
        expectSame(
            try events(4) + events(5),
            (0..<27).map {
                .wire("ga4", Event("event_\($0)", ["n": $0]), time: nil, anonymous: "instance1", context: app)
            })
    }

    private func decode(_ body: String) -> [String] { GA4Decoder.outcome(request("/mp/collect", body)) }

    private func event(_ item: String, _ rest: String = "") throws -> RecordedEvent? {
        try GA4Decoder.events(request("/mp/collect", #"{"client_id":"c","events":[\#(item)]\#(rest)}"#)).first
    }

    @Test func anEventsOwnTimeTakesPrecedence() throws {
        #expect(
            try event(
                #"{"name":"a","timestamp_micros":1795253400125000}"#, #","timestamp_micros":"1795253400126000""#)
                == .wire("ga4", Event("a"), anonymous: "c", context: [:]))
        #expect(
            try event(#"{"name":"a","timestamp_micros":"soon"}"#, #","timestamp_micros":"1795253400125000""#)
                == .wire("ga4", Event("a"), anonymous: "c", context: ["timestamp_micros": "soon"]))
    }

    @Test func screensAndPagesUseAlternativeNames() throws {
        #expect(
            try event(#"{"name":"page_view","params":{"page_location":"https://example.com/"}}"#)?.event
                == .page("https://example.com/"))
        #expect(
            try event(#"{"name":"screen_view","params":{"firebase_screen":"Home","n":1}}"#)?.event
                == .screen("Home", ["n": 1]))
        #expect(
            try event(#"{"name":"screen_view","params":{"screen_name":7}}"#)?.event
                == Event("screen_view", ["screen_name": 7]))
    }

    @Test func otherFieldsBecomeContext() throws {
        #expect(
            try event(#"{"name":"a","x":1}"#, #","user_id":"u","non_personalized_ads":true,"consent":{"ad":null}"#)
                == .wire(
                    "ga4", Event("a"), user: "u", time: nil, anonymous: "c",
                    context: [
                        "non_personalized_ads": true, "consent": ["ad": EventValue.null] as EventParameters, "x": 1,
                    ]))
    }

    @Test func extraFieldsOfAUserPropertyBecomeContext() throws {
        #expect(
            try event("", #","user_properties":{"a":{"value":null},"b":{"value":1.0,"set_timestamp_micros":7}}"#)
                == .wire(
                    "ga4", .identify(nil, ["a": EventValue.null, "b": 1.0]), time: nil, anonymous: "c",
                    context: [
                        "user_properties": ["b": ["set_timestamp_micros": 7] as EventParameters] as EventParameters
                    ]))
    }

    @Test func onlyInvalidItemsAreRejected() {
        #expect(
            decode(
                #"""
                {"client_id":"c","user_properties":{"plan":"pro"},
                 "events":[{"name":"a"},1,{"params":{}},{"name":7},{"name":"b","params":[]},{"name":""},{"name":"z"}]}
                """#) == [
                    "user_properties.plan: expected an object, found a string",
                    "a",
                    "events.1: expected an object, found an integer",
                    "events.2.name: missing, expected a string",
                    "events.3.name: expected a string, found an integer",
                    "events.4.params: expected an object, found an array",
                    "events.5.name: missing, expected a string",
                    "z",
                ])
        #expect(
            decode(#"{"client_id":"c","user_properties":{"plan":{}},"events":{}}"#) == [
                "user_properties.plan.value: missing, expected a value",
                "events.name: missing, expected a string",
            ])
    }

    @Test func anInvalidRequestIsRejected() {
        #expect(decode("") == ["whole: line 1, column 1: the text ends inside a value"])
        #expect(decode("7") == ["whole: expected an object, found an integer"])
        #expect(decode(#"{"client_id":"c"}"#) == ["whole: events: missing, expected an array"])
        #expect(decode(#"{"client_id":"c","events":"x"}"#) == ["whole: events: expected an array, found a string"])
        #expect(
            decode(#"{"events":[{}]}"#) == ["whole: client_id: missing, expected client_id or app_instance_id"])
        #expect(
            decode(#"{"client_id":[],"events":[]}"#) == [
                "whole: client_id: expected a string or an integer, found an array"
            ])
        #expect(
            decode(#"{"client_id":"c","user_properties":[],"events":[]}"#) == [
                "whole: user_properties: expected an object, found an array"
            ])
        let many = Array(repeating: "{}", count: 10_001).joined(separator: ",")
        #expect(
            decode(#"{"client_id":"c","events":[\#(many)]}"#) == [
                "whole: events: expected at most 10000 items, found 10001"
            ])
    }

    @Test func contextSharedByAllEventsHasALimit() {
        let events = Array(repeating: #"{"name":"a"}"#, count: 10_000).joined(separator: ",")
        let text = String(repeating: "x", count: 10_000)
        #expect(
            decode(#"{"client_id":"c","text":"\#(text)","events":[\#(events)]}"#) == [
                "whole: 10000 events share 10012 bytes of context, too much to repeat in each"
            ])
        // Each event also repeats the ids of the request, such as `client_id`.
        #expect(
            decode(#"{"client_id":"\#(text)","events":[\#(events)]}"#) == [
                "whole: 10000 events share 10002 bytes of context, too much to repeat in each"
            ])
    }

    @Test func theReplyIsAlwaysEmpty() {
        for body in ["", #"{"client_id":"c","events":[]}"#, #"{"client_id":"c","events":[1]}"#] {
            #expect(GA4Decoder.answer(request("/mp/collect", body)) == (204, ""))
        }
    }

    @Test func recognizesItsPaths() {
        #expect(GA4Decoder.recognizes(request("/mp/collect/")))
        #expect(GA4Decoder.recognizes(request("/debug/mp/collect")))
        #expect(!GA4Decoder.recognizes(request("/collect")))
    }
}
