import TestSupport
import Testing
import Trackproof
import TrackproofWire

/// Tests that a decoder refuses a body that is larger than the vendor accepts.
struct SizeTests {
    /// A path, a body around spaces, and the greatest size of the body.
    private static let cases = [
        ("/v1/track", #"{"event":"a","userId":"u"}"#, 32 << 10),
        ("/v1/batch", #"{"batch":[{"type":"track","event":"a","userId":"u"}]}"#, 500 << 10),
        ("/v1/batch", #"{"batch":[{"type":"track","event":"a","userId":"u","channel":"mobile"}]}"#, 4_096_000),
        ("/2/httpapi", #"{"api_key":"k","events":[{"event_type":"a","user_id":"user-1"}]}"#, 1_000_000),
        ("/batch", #"{"api_key":"k","events":[{"event_type":"a","user_id":"user-1"}]}"#, 20_000_000),
        ("/batch", #"{"api_key":"k","batch":[{"event":"a","distinct_id":"u"}]}"#, 20 << 20),
        ("/e", #"{"api_key":"k","event":"a","distinct_id":"u"}"#, 2 << 20),
        ("/track", #"[{"event":"a","properties":{}}]"#, 10 << 20),
        (
            "/com.snowplowanalytics.snowplow/tp2",
            #"{"schema":"iglu:com.snowplowanalytics.snowplow/payload_data/jsonschema/1-0-4","#
                + #""data":[{"tv":"t","p":"web","e":"pp"}]}"#, 1 << 20
        ),
    ]

    private static let json = [(name: "content-type", value: "application/json")]

    @Test(arguments: cases) func aBodyHasALimit(path: String, body: String, most: Int) throws {
        // A debug build takes a second to read 20 MB, so the usual run reads less.
        let accepted = min(most, rounds(2_000_000, deep: most))
        for size in [accepted, most + 1] {
            let spaces = String(repeating: " ", count: size - body.utf8.count)
            let request = request(path, body + spaces, headers: Self.json)
            let (decoder, own) = try #require(WireDecoders.decoder(for: request))
            if size == accepted {
                #expect(try decoder.decode(own).items.count == 1)
                continue
            }
            let rejection = #expect(throws: WireRejection.self) { try decoder.decode(own) }
            #expect(rejection?.kind == .tooLarge)
            #expect(rejection?.reason.hasSuffix("accepts at most \(most)") == true, "\(rejection?.reason ?? "")")
        }
    }

    /// A path, a body with `ITEM` for its items, an item with `X` for a text and the greatest size of an item.
    private static let items = [
        (
            "/v1/batch", #"{"batch":[ITEM]}"#, #"{"type":"track","event":"a","userId":"u","properties":{"x":"X"}}"#,
            32 << 10
        ),
        ("/track", "[ITEM]", #"{"event":"a","properties":{"distinct_id":"u","x":"X"}}"#, 1 << 20),
        (
            "/batch", #"{"api_key":"k","batch":[ITEM]}"#, #"{"event":"a","distinct_id":"u","properties":{"x":"X"}}"#,
            1 << 20
        ),
        (
            "/com.snowplowanalytics.snowplow/tp2",
            #"{"schema":"iglu:com.snowplowanalytics.snowplow/payload_data/jsonschema/1-0-4","data":[ITEM]}"#,
            #"{"tv":"t","p":"web","e":"pv","url":"a","page":"a","ua":"X"}"#, 1_000_000
        ),
    ]

    /// Tests that an item which is too large is rejected, and that only Segment refuses the others of its request.
    @Test(arguments: items) func anEventInABatchHasALimit(path: String, body: String, item: String, most: Int) throws {
        func sized(_ size: Int) -> String {
            item.replacing("X", with: String(repeating: "x", count: size - item.utf8.count + 1))
        }
        func send(_ items: String) throws -> (outcome: [String], status: Int) {
            let (decoder, request) = try #require(
                WireDecoders.decoder(for: request(path, body.replacing("ITEM", with: items), headers: Self.json)))
            return (decoder.outcome(request), decoder.answer(request).status)
        }
        #expect(try send(sized(most)).outcome == ["a"])
        let (outcome, status) = try send(sized(1_000) + "," + sized(most + 1))
        let lost = #"batch.0: the event "a" would have been lost with the batch, because of batch.1"#
        #expect(outcome.first == (path == "/v1/batch" ? lost : "a"))
        #expect(status == (path == "/v1/batch" ? 400 : 200))
        #expect(outcome.last?.contains("the event has \(most + 1) bytes") == true, "\(outcome.last ?? "")")
        #expect(outcome.last?.hasSuffix("accepts at most \(most)") == true)
    }

    /// Tests requests that Google Analytics answers with 204 and does not collect.
    @Test(arguments: [(130_000, 1), (130_001, 0)]) func aBodyForGA4HasALimit(size: Int, events: Int) throws {
        let body = #"{"client_id":"c","events":[{"name":"a"}]}"#
        let request = request("/mp/collect", body + String(repeating: " ", count: size - body.utf8.count))
        let outcome = GA4Decoder.outcome(request)
        let refused = "whole: The body has 130001 bytes, but at most 130000 are allowed."
        #expect(outcome == [events == 1 ? "a" : refused])
        #expect(GA4Decoder.answer(request).status == 204)
    }

    @Test func aRequestToMixpanelHasAtMost2000Events() throws {
        func body(_ count: Int, _ separator: String) -> String {
            Array(repeating: #"{"event":"a","properties":{}}"#, count: count).joined(separator: separator)
        }
        let words = "the request has 2001 events, and Mixpanel accepts at most 2000"
        #expect(MixpanelDecoder.outcome(request("/track", "[\(body(2_000, ","))]")).count == 2_000)
        #expect(MixpanelDecoder.outcome(request("/track", "[\(body(2_001, ","))]")) == ["whole: \(words)"])
        let lines = request("/import", body(2_001, "\n"), headers: [("content-type", "application/x-ndjson")])
        #expect(MixpanelDecoder.outcome(lines) == ["whole: \(words)"])
        #expect(MixpanelDecoder.answer(lines).status == 413)
    }

    @Test func anUploadToAmplitudeHasAtMost2000Events() throws {
        func body(_ count: Int) -> String {
            let item = #"{"event_type":"a","user_id":"user-1"}"#
            return #"{"api_key":"k","events":[\#(Array(repeating: item, count: count).joined(separator: ","))]}"#
        }
        #expect(AmplitudeDecoder.outcome(request("/2/httpapi", body(2_000))).count == 2_000)
        #expect(
            AmplitudeDecoder.outcome(request("/2/httpapi", body(2_001))) == [
                "whole: events: the request has 2001 events, and Amplitude accepts at most 2000"
            ])
    }
}
