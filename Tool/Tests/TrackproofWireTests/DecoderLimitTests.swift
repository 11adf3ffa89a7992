import TestSupport
import Testing
import Trackproof
import TrackproofWire

/// Tests of the limits of decoders, with requests that are too large for the transcripts of `DecodingTests`.
///
/// A request contains the context of its events once, but a recording repeats it in each event. Without a limit, a small
/// request could become a large recording.
@Suite struct DecoderLimitTests {
    /// A request that contains the same item many times.
    struct Sample: Sendable, CustomTestStringConvertible {
        let path: String
        /// The body, with `ITEMS` in place of the items, and possibly `TEXT` in place of a long text.
        let body: String
        let item: String
        var separator = ","
        /// The beginning of the message: the place of the items, or the number of bytes that the items share.
        let start: String
        var headers: [(name: String, value: String)] = []
        var testDescription: String { path + " " + body }

        func outcome(_ count: Int, text: Int = 10_000) throws -> [String] {
            let items = Array(repeating: item, count: count).joined(separator: separator)
            let body = body.replacing("ITEMS", with: items).replacing(
                "TEXT", with: String(repeating: "x", count: text))
            let (decoder, request) = try #require(
                WireDecoders.decoder(for: TrackproofWireTests.request(path, body, headers: headers)))
            return decoder.outcome(request)
        }
    }

    @Test(arguments: [
        Sample(
            path: "/v1/batch", body: #"{"batch":[ITEMS]}"#, item: #"{"type":"track","userId":"u","event":"E"}"#,
            start: "batch: "),
        Sample(path: "/i", body: "app_key=k&device_id=d&events=[ITEMS]", item: "{}", start: "events: "),
        Sample(
            path: "/com.snowplowanalytics.snowplow/tp2",
            body: #"{"schema":"iglu:com.snowplowanalytics.snowplow/payload_data/jsonschema/1-0-4","data":[ITEMS]}"#,
            item: "{}", start: "data: ", headers: [("content-type", "application/json")]),
        Sample(
            path: "/v1/logs", body: #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[ITEMS]}]}]}"#, item: "{}",
            start: "resourceLogs: "),
        Sample(path: "/trackproof/v1/events", body: "ITEMS\n", item: #"{"name":"a"}"#, separator: "\n", start: ""),
        Sample(
            path: "/logs/v1/import/events.csv", body: "event_name\nITEMS", item: "1", separator: "\n", start: "rows: "),
    ])
    func aRequestHasAtMostTenThousandItems(_ sample: Sample) throws {
        #expect(try sample.outcome(10_000).count == 10_000)
        #expect(try sample.outcome(10_001) == ["whole: \(sample.start)expected at most 10000 items, found 10001"])
    }

    @Test(arguments: [
        Sample(
            path: "/logs/v1/import/events.csv", body: "TEXT,event_name,profile_id\nITEMS\n", item: "1,A,u",
            separator: "\n", start: "10045"),
        // Each event also repeats the ids of the request, such as `device_id`.
        Sample(path: "/i", body: "app_key=k&device_id=TEXT&events=[ITEMS]", item: #"{"key":"a"}"#, start: "10015"),
        Sample(
            path: "/v1/logs",
            body: #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[ITEMS]}],"resource":"#
                + #"{"attributes":[{"key":"k","value":{"stringValue":"TEXT"}}]}}]}"#,
            item: "{}", start: "10021"),
        // Segment, Amplitude and Google Analytics refuse such a large request anyway.
        Sample(
            path: "/v1/batch", body: #"{"api_key":"k","batch":[ITEMS],"note":"TEXT"}"#,
            item: #"{"type":"track","userId":"u","event":"A","channel":"server"}"#, start: "10025"),
        Sample(
            path: "/batch/", body: #"{"api_key":"k","batch":[ITEMS],"note":"TEXT"}"#,
            item: #"{"event":"A","distinct_id":"u"}"#, start: "10025"),
        Sample(
            path: "/i/v1/analytics/events", body: #"{"api_key":"k","batch":[ITEMS],"note":"TEXT"}"#,
            item: #"{"event":"A","distinct_id":"u"}"#, start: "10025", headers: [("authorization", "Bearer k")]),
    ])
    func sharedContextHasALimit(_ sample: Sample) throws {
        #expect(
            try sample.outcome(10_000) == [
                "whole: 10000 events share \(sample.start) bytes of context, too much to repeat in each"
            ])
        // Much context with few events is accepted. Many events with little context are accepted too.
        #expect(try sample.outcome(50).count == 50)
        let many = rounds(1_000, deep: 10_000)
        #expect(try sample.outcome(many, text: 1_000).count == many)
    }

    @Test func itemsOfAllPartsOfARequestCount() {
        let some = Array(repeating: "{}", count: 6_000).joined(separator: ",")
        let one = #"{"app_key":"k","device_id":"d","events":[\#(some)]}"#
        #expect(
            CountlyDecoder.outcome(request("/i/bulk", "requests=[\(one),\(one)]")) == [
                "whole: requests: expected at most 10000 items, found 12000"
            ])
        let resource =
            #"{"attributes":[{"key":"k","value":{"stringValue":"\#(String(repeating: "x", count: 10_000))"}}]}"#
        let scopes = Array(repeating: #"{"logRecords":[]}"#, count: 7_000).joined(separator: ",")
        let empty = request("/v1/logs", #"{"resourceLogs":[{"scopeLogs":[\#(scopes)],"resource":\#(resource)}]}"#)
        #expect(
            OTLPLogsDecoder.outcome(empty) == [
                "whole: 0 events share 10021 bytes of context, too much to repeat in each"
            ])
    }

    @Test func tooManyEventsAndTooMuchContextAreRefusedWithStatus413() {
        let items = Array(repeating: "0", count: 10_001).joined(separator: ",")
        #expect(
            AmplitudeDecoder.answer(request("/batch", #"{"api_key":"k","events":[\#(items)]}"#))
                == (413, #"{"code":413,"error":"Payload too large"}"#))
        #expect(MixpanelDecoder.answer(request("/import", "[\(items)]")).status == 413)
        let few = Array(repeating: #"{"event_type":"A","user_id":"user-1"}"#, count: 2_000).joined(separator: ",")
        let note = String(repeating: "x", count: 1_000_000)
        #expect(
            AmplitudeDecoder.answer(request("/batch", #"{"api_key":"k","events":[\#(few)],"note":"\#(note)"}"#))
                == (413, #"{"code":413,"error":"Payload too large"}"#))
    }

    @Test func aLargeBodyIsReportedByTheValidationOfGA4() {
        let body = #"{"client_id":"c","events":[{"name":"a"}]}"# + String(repeating: " ", count: 130_000)
        let reply = GA4Decoder.answer(request("/debug/mp/collect", body, query: [("measurement_id", "G-1")]))
        #expect(reply.body.contains("The body has 130041 bytes, but at most 130000 are allowed."))
    }

    // MARK: Protocol buffers

    private func protobuf(_ hex: String) throws -> WireRequest {
        let headers = [(name: "content-type", value: "application/x-protobuf")]
        return WireRequest(path: "/v1/logs", headers: headers, body: try Captured.bytes(hex: hex))
    }

    @Test func aMessageHasAtMostTenThousandRecords() throws {
        // The message is: resource_logs { scope_logs { 10,001 empty log_records } }
        let records = try protobuf("0aa69c0112a29c01" + String(repeating: "1200", count: 10_001))
        #expect(OTLPLogsDecoder.outcome(records) == ["whole: resourceLogs: expected at most 10000 items, found 10001"])
    }

    @Test func invalidProtocolBuffersAreRejected() throws {
        for hex in ["ff", "0a", "0a05", "0a0212ff", "08ffffffffffffffffffff01"] {
            let outcome = try OTLPLogsDecoder.outcome(protobuf(hex))
            #expect(outcome.count == 1)
            #expect(outcome.first?.hasPrefix("whole: not a valid protocol buffers message") == true)
        }
        // The value is an AnyValue with an array, which contains an AnyValue with an array, and so on.
        var value: [UInt8] = []
        for _ in 0..<2_000 { value = field(5, field(1, value)) }
        let record = field(12, Array("a".utf8)) + field(5, value)
        let deep = WireRequest(path: "/v1/logs", body: field(1, field(2, field(2, record))))
        #expect(OTLPLogsDecoder.outcome(deep).first?.hasPrefix("whole: not a valid protocol buffers message") == true)
    }

    /// Tests a value whose field is in the message several times. The last type counts, and parts of one list are merged.
    @Test func partsOfAValueAreMerged() throws {
        func text(_ text: String) -> [UInt8] { field(1, Array(text.utf8)) }
        func list(_ text: String) -> [UInt8] { field(5, field(1, field(1, Array(text.utf8)))) }
        func members(_ name: String) -> [UInt8] { field(6, field(1, field(1, Array(name.utf8)))) }
        let attributes: [(name: String, parts: [[UInt8]], value: EventValue)] = [
            ("lists", [list("a"), list("b")], .array([.string("a"), .string("b")])),
            ("a list after a text", [list("a"), text("b"), list("c")], .array([.string("c")])),
            ("members", [members("a"), members("b")], .object(["a": .null, "b": .null])),
            ("a text after a list", [list("a"), text("b")], .string("b")),
            ("nothing", [[]], .null),
        ]
        for (name, parts, value) in attributes {
            // The parts are in one value, or in values of their own.
            for values in [[parts.flatMap(\.self)], parts] {
                let attribute = field(1, Array(name.utf8)) + values.flatMap { field(2, $0) }
                let record = field(12, Array("e".utf8)) + field(6, attribute)
                let request = WireRequest(path: "/v1/logs", body: field(1, field(2, field(2, record))))
                #expect(try OTLPLogsDecoder.events(request).map(\.event.parameters) == [[name: value]], "\(name)")
            }
        }
    }

    /// Returns a protocol buffers field that contains bytes.
    private func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
        var length = content.count
        var bytes = [number << 3 | 2]
        while length > 127 {
            bytes.append(UInt8(length & 127) | 128)
            length >>= 7
        }
        return bytes + [UInt8(length)] + content
    }

    @Test func theReplyUsesTheEncodingOfTheRequest() throws {
        func reply(_ request: WireRequest) -> WireReply {
            do throws(WireRejection) {
                return OTLPLogsDecoder.reply(to: request, .success(try OTLPLogsDecoder.decode(request)))
            } catch {
                return OTLPLogsDecoder.reply(to: request, .failure(error))
            }
        }
        #expect(reply(try protobuf("")) == WireReply(contentType: "application/x-protobuf"))
        let failed = reply(try protobuf("0a"))
        #expect(failed.status == 400)
        #expect(failed.contentType == "application/x-protobuf")
        #expect(failed.body.starts(with: [0x08, 3, 0x12]))
    }
}
