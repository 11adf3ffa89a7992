import Testing
import Trackproof
import TrackproofJSON
import TrackproofWire

@Suite struct CountlyDecoderTests {
    private static let values = EventValue.object(Captured.values).json

    /// Returns a request with values in its query, as SDKs send them: each value is a JSON text.
    private func form(_ fields: (String, String)...) -> WireRequest {
        let all = [("app_key", "k"), ("device_id", "d"), ("sdk_name", "objc-native-ios")] + fields
        return request("/i", method: "GET", query: all.map { ($0.0, $0.1) })
    }

    private func wire(
        _ event: Event, time: EventTime? = nil, id: String? = nil, _ context: EventParameters = [:]
    ) -> RecordedEvent {
        let common: EventParameters = ["app_key": "k", "sdk_name": "objc-native-ios"]
        return .wire("countly", event, time: time, id: id, anonymous: "d", context: common.merging(context))
    }

    @Test func decodesAnEvent() throws {
        let event =
            #"{"key":"purchase","count":1,"dur":0,"segmentation":\#(Self.values),"id":"e1","#
            + #""timestamp":1795253400125,"hour":9,"dow":6}"#
        #expect(
            try CountlyDecoder.events(form(("events", "[\(event)]"), ("timestamp", "1795253400"))) == [
                wire(
                    Event("purchase", Captured.values), time: Captured.moment, id: "e1",
                    ["count": 1, "dur": 0, "hour": 9, "dow": 6])
            ])
    }

    @Test func countSumAndDurationAreParametersUnlessDefault() throws {
        func parameters(_ members: String) throws -> EventParameters? {
            try CountlyDecoder.events(form(("events", #"[{"key":"a",\#(members)}]"#))).first?.event.parameters
        }
        #expect(try parameters(#""count":3,"sum":9.5,"dur":2"#) == ["count": 3, "sum": 9.5, "dur": 2])
        #expect(try parameters(#""count":1,"sum":0.0,"dur":0"#) == [:])
        #expect(try parameters(#""sum":1,"count":0,"dur":1"#) == ["sum": 1, "count": 0, "dur": 1])
        #expect(try parameters(#""sum":1,"segmentation":{"sum":"x"}"#) == ["sum": "x"])
    }

    @Test func decodesViews() throws {
        let seen =
            #"{"key":"[CLY]_view","count":1,"segmentation":"#
            + #"{"name":"Ćart","visit":1,"start":"1","segment":"iOS","n":2}}"#
        let left = #"{"key":"[CLY]_view","count":1,"dur":5,"segmentation":{"name":"Ćart","segment":"iOS"}}"#
        #expect(
            try CountlyDecoder.events(form(("events", "[\(seen),\(left)]"))) == [
                wire(.screen("Ćart", ["n": 2]), ["count": 1, "visit": 1, "start": "1", "segment": "iOS"]),
                wire(Event("[CLY]_view", ["name": "Ćart", "segment": "iOS", "dur": 5]), ["count": 1]),
            ])
    }

    @Test func decodesAliasesAndUserDetails() throws {
        let details = #"{"name":"Ä","byear":1990,"custom":{"plan":"pro","big":9223372036854775807}}"#
        let request = form(
            ("old_device_id", "old"), ("user_details", details), ("t", "0"), ("events", #"[{"key":"a"}]"#),
            ("timestamp", "1795253400125"))
        let context: EventParameters = ["app_key": "k", "sdk_name": "objc-native-ios", "t": "0"]
        let traits: EventParameters = [
            "name": "Ä", "byear": 1990, "custom": ["plan": "pro", "big": Int64.max] as EventParameters,
        ]
        #expect(
            try CountlyDecoder.events(request) == [
                .wire("countly", .alias("d"), anonymous: "old", context: context),
                .wire("countly", .identify("d", traits), context: context),
                .wire("countly", Event("a"), user: "d", context: context),
            ])
        #expect(
            try CountlyDecoder.events(form(("user_details", "{}"), ("t", "1"))) == [
                wire(.identify(nil), ["t": "1"])
            ])
    }

    @Test func requestsWithoutEventsDecodeToNoEvents() throws {
        #expect(try CountlyDecoder.events(form(("begin_session", "1"), ("metrics", #"{"_os":"iOS"}"#))).isEmpty)
        #expect(try CountlyDecoder.events(form(("session_duration", "60"))).isEmpty)
        #expect(try CountlyDecoder.events(form(("events", "[]"))).isEmpty)
    }

    @Test func aRequestWithoutAKnownFieldIsRejected() {
        for fields in [[], [("event", #"[{"key":"a"}]"#)]] {
            let request = request(
                "/i", method: "GET", query: [("app_key", "k"), ("device_id", "d")] + fields.map { ($0.0, $0.1) })
            #expect(CountlyDecoder.outcome(request) == ["events: missing, expected an array"])
            #expect(CountlyDecoder.answer(request) == (200, #"{"result":"Success"}"#))
        }
    }

    @Test func decodesAForm() throws {
        let body = "app_key=k&device_id=d&sdk_name=objc-native-ios&events=%5B%7B%22key%22%3A%22a+b%22%7D%5D"
        #expect(CountlyDecoder.recognizes(request("/i", body)))
        #expect(try CountlyDecoder.events(request("/i", body)) == [wire(Event("a b"))])
    }

    @Test func decodesABulkRequest() throws {
        let requests = #"""
            [{"device_id":"d","events":[{"key":"a"},{"key":7}]},7,{"device_id":"d","events":"[{\"key\":\"b\"}]"},
             {"events":[]},{"device_id":"d","begin_session":1},{"device_id":"d","t":0,"user_details":{"name":"n"}}]
            """#
        let query = [("app_key", "k"), ("sdk_name", "objc-native-ios"), ("requests", requests)]
        let bulk = request("/i/bulk", query: query.map { ($0.0, $0.1) })
        #expect(CountlyDecoder.recognizes(bulk))
        #expect(
            CountlyDecoder.outcome(bulk) == [
                "a",
                "requests.0.events.1.key: expected a string, found an integer",
                "requests.1: expected an object, found an integer",
                "b",
                "requests.3.device_id: missing, expected a string",
                "ignored: requests.4: no events, only a session, metrics or consent",
                "identify",
            ])
        #expect(try CountlyDecoder.decode(bulk).items[0] == .event(wire(Event("a"))))
        #expect(CountlyDecoder.answer(bulk) == (200, #"{"result":"Success"}"#))
    }

    @Test func onlyInvalidItemsAreRejected() {
        #expect(
            CountlyDecoder.outcome(
                form(
                    ("user_details", "[]"),
                    (
                        "events",
                        #"[{"key":"a"},{},{"key":"b","segmentation":[]},{"key":"[CLY]_view","segmentation":{"visit":1}}]"#
                    )))
                == [
                    "user_details: expected an object, found an array",
                    "a",
                    "events.1.key: missing, expected a string",
                    "events.2.segmentation: expected an object, found an array",
                    "events.3.segmentation.name: missing, expected a string",
                ])
        #expect(
            CountlyDecoder.outcome(form(("events", "[{\n\"key\":"), ("user_details", #"{"name":"n"}"#))) == [
                "identify", "events: line 2, column 7: the text ends inside a value",
            ])
        #expect(CountlyDecoder.outcome(form(("events", "{}"))) == ["events: expected an array, found an object"])
    }

    @Test func anInvalidRequestIsRejected() {
        let nameless = request("/i", query: [("app_key", "k"), ("events", "[]")])
        #expect(CountlyDecoder.outcome(nameless) == ["whole: device_id: missing, expected a string"])
        #expect(CountlyDecoder.answer(nameless) == (400, #"{"result":"device_id: missing, expected a string"}"#))
        #expect(
            CountlyDecoder.outcome(request("/i/bulk", "device_id=d")) == ["whole: app_key: missing, expected a string"])
        #expect(
            CountlyDecoder.outcome(request("/i/bulk", "requests={}")) == [
                "whole: requests: expected an array, found an object"
            ])
        let many = Array(repeating: "{}", count: 10_001).joined(separator: ",")
        #expect(
            CountlyDecoder.outcome(request("/i", "app_key=k&device_id=d&events=[\(many)]")) == [
                "whole: events: expected at most 10000 items, found 10001"
            ])
        // Each of the two requests in the body is within the limit, but their sum exceeds the limit.
        let some = Array(repeating: "{}", count: 6_000).joined(separator: ",")
        let one = #"{"app_key":"k","device_id":"d","events":[\#(some)]}"#
        #expect(
            CountlyDecoder.outcome(request("/i/bulk", "requests=[\(one),\(one)]")) == [
                "whole: requests: expected at most 10000 items, found 12000"
            ])
    }

    @Test func aLongDeviceIDIsNotRepeatedInManyEvents() {
        let events = Array(repeating: #"{"key":"a"}"#, count: 10_000).joined(separator: ",")
        let device = String(repeating: "x", count: 10_000)
        let request = request(
            "/i", method: "GET", query: [("app_key", "k"), ("device_id", device), ("events", "[\(events)]")])
        #expect(
            CountlyDecoder.outcome(request) == [
                "whole: 10000 events share 10015 bytes of context, too much to repeat in each"
            ])
    }

    @Test func recognizesItsPaths() {
        #expect(CountlyDecoder.recognizes(request("/i/", query: [("app_key", "k")])))
        #expect(CountlyDecoder.recognizes(request("/i", "device_id=d&app_key=k")))
        #expect(!CountlyDecoder.recognizes(request("/i", "my_app_key=k")))
        #expect(!CountlyDecoder.recognizes(request("/i", query: [("e", "pv")])))
        #expect(!CountlyDecoder.recognizes(request("/o", query: [("app_key", "k")])))
    }
}
