import Testing
import Trackproof
import TrackproofJSON
import TrackproofWire

@Suite struct SnowplowDecoderTests {
    /// Returns the events that `capture_snowplow.py` passes to the SDK, with the ids and context that the SDK adds.
    private static func passed(_ namespace: String, ids: [String?]) -> [RecordedEvent] {
        let common: EventParameters = ["p": "mob", "lang": "de", "tv": "py-1.1.0", "tna": namespace, "aid": "shop"]
        let cart = EventValue.object([
            "schema": "iglu:com.acme/cart/jsonschema/1-0-0", "data": ["size": 2] as EventParameters,
        ])
        let screen: EventParameters = ["id": "5d79770b-015b-4af8-8c91-b2ed6faf4b1e", "previousName": "Home"]
        let events: [(Event, EventParameters)] = [
            (
                Event("purchase", Captured.values),
                ["schema": "iglu:com.acme/purchase/jsonschema/2-0-1", "entities": EventValue.array([cart])]
            ),
            (
                .screen("Ćart", ["type": "feed"]),
                ["schema": "iglu:com.snowplowanalytics.mobile/screen_view/jsonschema/1-0-0", "screen_view": screen]
            ),
            (.page("Übersicht", ["url": "https://example.com/ü?q=1&r=2", "refr": "https://example.com/"]), [:]),
            (Event("add", ["se_ca": "shop", "se_la": "größe", "se_pr": "p & q", "se_va": 9.5]), [:]),
        ]
        return zip(events, ids).map { event, id in
            .wire(
                "snowplow", event.0, user: "user-7", id: id, anonymous: "device-1",
                context: common.merging(event.1))
        }
    }

    @Test(arguments: [("batch", 0..<1), ("single", 1..<5), ("get", 5..<9), ("get-plain", 9..<13)])
    func theSDKsRequestsDecodeToTheAppsEvents(namespace: String, requests: Range<Int>) throws {
        var events: [RecordedEvent] = []
        for request in try Captured.requests("snowplow")[requests] {
            #expect(SnowplowDecoder.recognizes(request))
            events += try SnowplowDecoder.events(request)
        }
        #expect(events.allSatisfy { $0.id?.count == 36 })
        expectSame(
            events.map { $0.without("dtm", "stm") }, Self.passed(namespace, ids: events.map(\.id)))
    }

    @Test func decodesOtherEventTypes() throws {
        func event(_ query: (String, String)...) throws -> RecordedEvent? {
            try SnowplowDecoder.events(request("/i", method: "GET", query: query.map { ($0.0, $0.1) })).first
        }
        #expect(
            try event(("e", "pp"), ("url", "https://example.com/"), ("pp_mix", "0"), ("dtm", "1795253400125"))
                == .wire("snowplow", Event("page_ping", ["url": "https://example.com/", "pp_mix": 0]), context: [:]))
        #expect(
            try event(("e", "tr"), ("tr_id", "T-1"), ("tr_tt", "19.99"), ("tv", "js-3"))
                == .wire(
                    "snowplow", Event("transaction", ["tr_id": "T-1", "tr_tt": 19.99]), time: nil,
                    context: ["tv": "js-3"]))
        #expect(
            try event(("e", "ti"), ("ti_sk", "a-1"))
                == .wire("snowplow", Event("transaction_item", ["ti_sk": "a-1"]), time: nil, context: [:]))
        #expect(
            try event(("e", "pv"), ("url", "https://example.com/"))
                == .wire("snowplow", .page("https://example.com/"), time: nil, context: [:]))
    }

    @Test func readsBase64WithoutPaddingAndInEitherAlphabet() throws {
        // The decoded text of the base64 below:
        // {"schema":"iglu:com.snowplowanalytics.snowplow/unstruct_event/jsonschema/1-0-0","data":{"schema":
        // "iglu:com.acme/seen/jsonschema/1-0-0","data":{"q":"???>>>"}}}
        let start =
            "eyJzY2hlbWEiOiJpZ2x1OmNvbS5zbm93cGxvd2FuYWx5dGljcy5zbm93cGxvdy91bnN0cnVjdF9ldmVudC9qc29uc2NoZW1hLzEtMC0w"
            + "IiwiZGF0YSI6eyJzY2hlbWEiOiJpZ2x1OmNvbS5hY21lL3NlZW4vanNvbnNjaGVtYS8xLTAtMCIsImRhdGEiOnsicSI6Ij8"
        for end in ["/Pz4+PiJ9fX0=", "/Pz4+PiJ9fX0", "_Pz4-PiJ9fX0=", "_Pz4-PiJ9fX0"] {
            let decoded = try SnowplowDecoder.events(
                request("/i", method: "GET", query: [("e", "ue"), ("ue_px", start + end)]))
            #expect(decoded.map(\.event) == [Event("seen", ["q": "???>>>"])])
        }
    }

    @Test func anInvalidTimeStaysInTheContext() throws {
        let events = try SnowplowDecoder.events(
            request("/i", method: "GET", query: [("e", "pp"), ("ttm", "soon"), ("dtm", "1795253400125")]))
        #expect(events == [.wire("snowplow", Event("page_ping"), context: ["ttm": "soon"])])
    }

    private func post(_ data: String) -> [String] {
        let schema = "iglu:com.snowplowanalytics.snowplow/payload_data/jsonschema/1-0-4"
        return SnowplowDecoder.outcome(
            request("/com.snowplowanalytics.snowplow/tp2", #"{"schema":"\#(schema)","data":\#(data)}"#))
    }

    private func selfDescribing(_ json: String) -> [String] {
        post(#"[{"e":"ue","ue_pr":\#(EventValue.string(json).json)}]"#)
    }

    @Test func onlyInvalidItemsAreRejected() {
        #expect(
            post(#"[{"e":"pp"},7,{"e":"xx"},{},{"e":"se","se_ca":"a"},{"e":"pv"},{"e":"pp","uid":true},{"e":"pp"}]"#)
                == [
                    "page_ping",
                    "data.1: expected an object, found an integer",
                    #"data.2.e: "xx" is not an event type"#,
                    "data.3.e: missing, expected a string",
                    "data.4.se_ac: missing, expected a string",
                    "data.5.url: missing, expected a string",
                    "data.6.uid: expected a string or an integer, found a bool",
                    "page_ping",
                ])
        #expect(
            post(#"[{"e":"ue"},{"e":"ue","ue_px":"e30"},{"e":"ue","ue_px":"***"},{"e":"ue","ue_px":"eyJ"}]"#) == [
                "data.0.ue_pr: missing, expected a string",
                "data.1.ue_px.schema: missing, expected a string",
                "data.2.ue_px: not base64",
                "data.3.ue_px: line 1, column 3: the text ends inside a value",
            ])
        #expect(selfDescribing("{\n\"schema\":") == ["data.0.ue_pr: line 2, column 10: the text ends inside a value"])
        #expect(
            selfDescribing(#"{"schema":"iglu:com.acme/a/jsonschema/1-0-0","data":{}}"#) == [
                "data.0.ue_pr.schema: expected the schema unstruct_event, found \"iglu:com.acme/a/jsonschema/1-0-0\""
            ])
        let envelope = #""schema":"iglu:com.snowplowanalytics.snowplow/unstruct_event/jsonschema/1-0-0""#
        #expect(selfDescribing("{\(envelope)}") == ["data.0.ue_pr.data: missing, expected a value"])
        #expect(
            selfDescribing(#"{\#(envelope),"data":{"schema":"acme/a","data":{}}}"#) == [
                #"data.0.ue_pr.data.schema: "acme/a" is not an Iglu schema"#
            ])
        #expect(
            selfDescribing(#"{\#(envelope),"data":{"schema":"iglu:com.acme/a/jsonschema/1-0-0","data":[1]}}"#) == [
                "data.0.ue_pr.data.data: expected an object, found an array"
            ])
        #expect(post(#"[{"e":"pp","co":"[]"}]"#) == ["data.0.co: expected an object, found an array"])
    }

    @Test func anInvalidRequestIsRejected() {
        let path = "/com.snowplowanalytics.snowplow/tp2"
        #expect(
            SnowplowDecoder.outcome(request(path, "{")) == ["whole: line 1, column 2: the text ends inside a value"])
        #expect(SnowplowDecoder.outcome(request(path, "[]")) == ["whole: expected an object, found an array"])
        #expect(
            SnowplowDecoder.outcome(request(path, #"{"schema":"iglu:x","data":[]}"#)) == [
                #"whole: schema: expected the schema payload_data, found "iglu:x""#
            ])
        #expect(post("{}") == ["whole: data: expected an array, found an object"])
        let many = Array(repeating: "{}", count: 10_001).joined(separator: ",")
        #expect(post("[\(many)]") == ["whole: data: expected at most 10000 items, found 10001"])
        #expect(SnowplowDecoder.outcome(request("/i", method: "GET")) == ["whole: e: missing, expected a string"])
    }

    @Test func theReplyIsAlwaysSuccess() {
        for body in ["{", #"{"schema":"iglu:com.snowplowanalytics.snowplow/payload_data/1","data":[]}"#] {
            #expect(SnowplowDecoder.answer(request("/com.snowplowanalytics.snowplow/tp2", body)) == (200, "ok"))
        }
        let reply = SnowplowDecoder.reply(to: request("/i", method: "GET"), .failure(WireRejection("none")))
        #expect(reply.status == 200)
        #expect(reply.contentType == "image/gif")
        #expect(reply.body.count == 43)
        #expect(reply.body.starts(with: "GIF89a".utf8))
    }

    @Test func recognizesItsPaths() {
        #expect(SnowplowDecoder.recognizes(request("/com.acme.shop/tp2/")))
        #expect(SnowplowDecoder.recognizes(request("/i", method: "GET", query: [("e", "pv")])))
        #expect(!SnowplowDecoder.recognizes(request("/i", method: "GET", query: [("e", "pv"), ("app_key", "k")])))
        #expect(!SnowplowDecoder.recognizes(request("/i", method: "GET", query: [("app_key", "k")])))
        #expect(!SnowplowDecoder.recognizes(request("/i", "e=pv")))
    }
}
