import Testing
import Trackproof
import TrackproofWire

@Suite struct OTLPLogsDecoderTests {
    private static let shared: EventParameters = [
        "resource": ["service.name": "shop"] as EventParameters,
        "scope": ["name": "shop.analytics", "version": "1.2.3"] as EventParameters,
    ]

    @Test(arguments: 0..<3) func theSDKsRequestsDecodeToTheAppsEvents(index: Int) throws {
        let request = try Captured.requests("otlp")[index]
        #expect(OTLPLogsDecoder.recognizes(request))
        let items = try OTLPLogsDecoder.decode(request).items
        let events: [RecordedEvent] = items.compactMap {
            guard case .event(let event) = $0 else { return nil }
            #expect(event.context?["observedTimeUnixNano"]?.integer != nil)
            return event.without("observedTimeUnixNano")
        }
        func wire(_ event: Event, user: String? = nil, id: String? = nil, _ own: EventParameters = [:]) -> RecordedEvent
        {
            .wire("otlp", event, user: user, id: id, context: Self.shared.merging(own))
        }
        expectSame(
            events,
            [
                wire(
                    Event("purchase", Captured.values.merging(["raw": "AP8="])), user: "user-7", id: "id-1",
                    ["severityNumber": 9, "severityText": "INFO"]),
                // The time of a recorded event has no nanoseconds, so the sent time stays in the context.
                wire(
                    Event("opened", ["body": ["screen": "Ćart", "depth": 2] as EventParameters]),
                    ["timeUnixNano": 1_795_253_400_125_000_001]),
                wire(Event("older", ["n": 1])),
            ])
        #expect(items.count == 4)
        #expect(
            OTLPLogsDecoder.outcome(request).last
                == "ignored: resourceLogs.0.scopeLogs.0.logRecords.3: a log record without an event name")
    }

    private func json(_ body: String) -> WireRequest {
        request("/v1/logs", body, headers: [("content-type", "application/json; charset=utf-8")])
    }

    private func records(_ records: String) -> WireRequest {
        json(#"{"resourceLogs":[{"scopeLogs":[{"logRecords":[\#(records)]}]}]}"#)
    }

    private func protobuf(_ hex: String) -> WireRequest {
        let digits = Array(hex)
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
        return WireRequest(path: "/v1/logs", headers: [("content-type", "application/x-protobuf")], body: bytes)
    }

    @Test func readsJSONIntegersAsNumbersOrText() throws {
        let request = records(
            #"""
            {"eventName":"a","timeUnixNano":1795253400125000000,"traceId":"0AfF","spanId":"","flags":1,"unknown":{"x":[]},
             "attributes":[
              {"key":"i","value":{"intValue":-7}},{"key":"j","value":{"intValue":"9223372036854775807"}},
              {"key":"d","value":{"doubleValue":2}},{"key":"n","value":{"doubleValue":"NaN"}},
              {"key":"e","value":{"arrayValue":{}}},{"key":"k","value":{"kvlistValue":{}}},{"key":"v"},
              {"key":"body","value":{"boolValue":true}},{"key":"enduser.id","value":{"stringValue":"u"}}],
             "body":{"stringValue":"text"}}
            """#)
        #expect(
            try OTLPLogsDecoder.events(request) == [
                .wire(
                    "otlp",
                    Event(
                        "a",
                        [
                            "i": -7, "j": Int64.max, "d": 2.0, "n": Double.nan, "e": EventValue.array([]),
                            "k": EventParameters(), "v": EventValue.null, "body": true,
                        ]), user: "u", context: ["traceId": "0aff", "flags": 1, "body": "text"])
            ])
    }

    /// Tests the original names of fields, which the JSON encoding of protocol buffers also allows.
    @Test func readsTheOriginalNamesOfFields() throws {
        let request = json(
            #"""
            {"resource_logs":[{"schema_url":"s","resource":{"attributes":[{"key":"r","value":{"string_value":"1"}}]},
             "scope_logs":[{"log_records":[{"event_name":"a","severity_text":"INFO","trace_id":"0a","attributes":[
              {"key":"snake_case","value":{"kvlist_value":{"values":[{"key":"in_ner","value":{"int_value":"2"}}]}}},
              {"key":"l","value":{"array_value":{"values":[{"bool_value":true},{"double_value":0.5}]}}}]}]}]}]}
            """#)
        #expect(
            try OTLPLogsDecoder.events(request) == [
                .wire(
                    "otlp",
                    Event(
                        "a",
                        [
                            "snake_case": ["in_ner": 2] as EventParameters,
                            "l": EventValue.array([.bool(true), .number(0.5)]),
                        ]),
                    time: nil,
                    context: ["resource": ["r": "1"] as EventParameters, "severityText": "INFO", "traceId": "0a"])
            ])
        #expect(
            OTLPLogsDecoder.outcome(json(#"{"resource_logs":[],"resourceLogs":[]}"#)) == [
                "whole: resourceLogs: the message has two members for this field"
            ])
    }

    @Test func aMessageWithoutAKnownListIsRejected() {
        func outcome(_ body: String) -> [String] { OTLPLogsDecoder.outcome(json(body)) }
        #expect(outcome(#"{"logs":[{"eventName":"evil"}]}"#) == ["whole: resourceLogs: missing, expected an array"])
        let old = #"{"resource":{},"instrumentationLibraryLogs":[{"logRecords":[{"eventName":"evil"}]}]}"#
        #expect(
            outcome(#"{"resourceLogs":[\#(old)]}"#) == [
                "whole: resourceLogs.0.scopeLogs: missing, expected an array"
            ])
        #expect(
            outcome(#"{"resourceLogs":[{"scopeLogs":[{"scope":{},"records":[]}]}]}"#) == [
                "whole: resourceLogs.0.scopeLogs.0.logRecords: missing, expected an array"
            ])
        for empty in ["{}", #"{"resourceLogs":[]}"#, #"{"resourceLogs":[{"resource":{},"schemaUrl":"s"}]}"#] {
            #expect(outcome(empty) == [])
        }
        // The field 2 of the request, and the field 1000 of an element of `resourceLogs`.
        #expect(
            OTLPLogsDecoder.outcome(protobuf("1200")) == ["whole: resourceLogs: missing, expected an array"])
        #expect(
            OTLPLogsDecoder.outcome(protobuf("0a03c23e00")) == [
                "resourceLogs.0.scopeLogs: missing, expected an array"
            ])
        #expect(OTLPLogsDecoder.outcome(protobuf("")) == [])
        #expect(OTLPLogsDecoder.outcome(protobuf("0a00")) == [])
    }

    @Test func theObservedTimeIsUsedIfTheTimeIsZero() throws {
        let request = records(#"{"eventName":"a","timeUnixNano":"0","observedTimeUnixNano":"1795253400125000000"}"#)
        #expect(try OTLPLogsDecoder.events(request) == [.wire("otlp", Event("a"), context: [:])])
        let far = records(#"{"eventName":"a","timeUnixNano":"18446744073709551615"}"#)
        #expect(
            try OTLPLogsDecoder.events(far) == [
                .wire(
                    "otlp", Event("a"), time: EventTime("2554-07-21T23:34:33.710Z"),
                    context: ["timeUnixNano": "18446744073709551615"])
            ])
    }

    @Test func onlyInvalidRecordsAreRejected() {
        let request = records(
            #"""
            {"eventName":"a"},7,{},{"eventName":7},{"eventName":"b","attributes":[{"value":{}}]},
            {"eventName":"c","attributes":[{"key":"k","value":{"intValue":1.5}}]},
            {"eventName":"d","attributes":[{"key":"k","value":{"intValue":"9223372036854775808"}}]},
            {"eventName":"e","traceId":"0x"},{"eventName":"f","body":{"bytesValue":"*"}},
            {"eventName":"g","body":{"doubleValue":"x"}},{"eventName":"h","flags":-1},
            {"eventName":"i","body":{"arrayValue":{"values":[{"boolValue":1}]}}},{"eventName":"z"}
            """#)
        let place = "resourceLogs.0.scopeLogs.0.logRecords"
        #expect(
            OTLPLogsDecoder.outcome(request) == [
                "a",
                "\(place).1: expected an object, found an integer",
                "ignored: \(place).2: a log record without an event name",
                "\(place).3.eventName: expected a string, found an integer",
                "\(place).4.attributes.0.key: missing, expected a string",
                "\(place).5.attributes.0.value.intValue: expected a 64-bit integer, found 1.5",
                "\(place).6.attributes.0.value.intValue: expected a 64-bit integer, found \"9223372036854775808\"",
                "\(place).7.traceId: not a hexadecimal id",
                "\(place).8.body.bytesValue: not base64",
                "\(place).9.body.doubleValue: expected a number, found a string",
                "\(place).10.flags: expected a 32-bit integer, found -1",
                "\(place).11.body.arrayValue.values.0.boolValue: expected a bool, found an integer",
                "z",
            ])
        #expect(
            OTLPLogsDecoder.answer(records(#"{"eventName":"a"},{},{"eventName":7}"#)) == (
                200,
                #"{"partialSuccess":{"rejectedLogRecords":"1","errorMessage":"\#(place).2.eventName: expected a "#
                    + #"string, found an integer"}}"#
            ))
    }

    @Test func anInvalidRequestIsRejected() {
        #expect(OTLPLogsDecoder.outcome(json("{")) == ["whole: line 1, column 2: the text ends inside a value"])
        #expect(
            OTLPLogsDecoder.outcome(json(#"{"resourceLogs":[{"scopeLogs":7}]}"#)) == [
                "whole: resourceLogs.0.scopeLogs: expected an array, found an integer"
            ])
        #expect(
            OTLPLogsDecoder.answer(json("7"))
                == (400, #"{"code":3,"message":"expected an object, found an integer"}"#))
        let many = Array(repeating: "{}", count: 10_001).joined(separator: ",")
        #expect(
            OTLPLogsDecoder.outcome(records(many)) == [
                "whole: resourceLogs: expected at most 10000 items, found 10001"
            ])
        // The message is: resource_logs { scope_logs { 10,001 empty log_records } }
        let records = String(repeating: "1200", count: 10_001)
        #expect(
            OTLPLogsDecoder.outcome(protobuf("0aa69c0112a29c01" + records)) == [
                "whole: resourceLogs: expected at most 10000 items, found 10001"
            ])
    }

    @Test func invalidProtocolBuffersAreRejected() {
        for hex in ["ff", "0a", "0a05", "0a0212ff", "08ffffffffffffffffffff01"] {
            let outcome = OTLPLogsDecoder.outcome(protobuf(hex))
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
        #expect(reply(json("{}")) == WireReply(contentType: "application/json", body: Array("{}".utf8)))
        #expect(reply(protobuf("")) == WireReply(contentType: "application/x-protobuf"))
        // A log record without a name is ignored, and is not an error.
        #expect(reply(protobuf("0a0412021200")) == WireReply(contentType: "application/x-protobuf"))
        let failed = reply(protobuf("0a"))
        #expect(failed.status == 400)
        #expect(failed.contentType == "application/x-protobuf")
        #expect(failed.body.starts(with: [0x08, 3, 0x12]))
    }

    @Test func contextSharedByAllRecordsHasALimit() {
        let text = String(repeating: "x", count: 10_000)
        let resource = #"{"attributes":[{"key":"k","value":{"stringValue":"\#(text)"}}]}"#
        let records = Array(repeating: "{}", count: 10_000).joined(separator: ",")
        let scope = #"{"scopeLogs":[{"logRecords":[\#(records)]}],"resource":\#(resource)}"#
        #expect(
            OTLPLogsDecoder.outcome(json(#"{"resourceLogs":[\#(scope)]}"#)) == [
                "whole: 10000 events share 10021 bytes of context, too much to repeat in each"
            ])
        let scopes = Array(repeating: #"{"logRecords":[]}"#, count: 7_000).joined(separator: ",")
        #expect(
            OTLPLogsDecoder.outcome(json(#"{"resourceLogs":[{"scopeLogs":[\#(scopes)],"resource":\#(resource)}]}"#))
                == [
                    "whole: 0 events share 10021 bytes of context, too much to repeat in each"
                ])
    }

    @Test func recognizesLogsAndIgnoresTracesAndMetrics() {
        #expect(OTLPLogsDecoder.recognizes(request("/v1/logs/")))
        #expect(!OTLPLogsDecoder.recognizes(request("/v1/log")))
        for (path, reason) in [("/v1/traces", "trace spans"), ("/v1/metrics", "metrics")] {
            #expect(OTLPLogsDecoder.outcome(request(path, "{}")) == ["ignored: \(reason)"])
            #expect(OTLPLogsDecoder.answer(request(path, "{}")) == (200, "{}"))
        }
    }
}
