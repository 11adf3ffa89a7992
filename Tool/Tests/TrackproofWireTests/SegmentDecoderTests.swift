import Testing
import Trackproof
import TrackproofJSON
import TrackproofWire

@Suite struct SegmentDecoderTests {
    @Test func theSDKsRequestsDecodeToTheAppsEvents() throws {
        let requests = try Captured.requests("segment")
        let context: EventParameters = [
            "integrations": EventParameters(),
            "context": ["library": ["name": "analytics-python", "version": "2.4.0"] as EventParameters]
                as EventParameters,
            "writeKey": "key",
        ]
        func added(_ others: EventParameters) -> EventParameters { context.merging(others) }
        expectSame(
            try SegmentDecoder.events(requests[0]).map { $0.without("sentAt") },
            [
                .wire(
                    "segment", .identify("user-1", ["plan": "pro", "age": 41, "none": EventValue.null]),
                    id: "batch-1", anonymous: "anon-1", context: context),
                .wire(
                    "segment", Event("Order Completed", Captured.values), user: "user-1", id: "batch-2",
                    context: context),
                .wire(
                    "segment", .screen("Cart", ["count": 3, "category": "Shop"]), user: "user-1", id: "batch-3",
                    context: context),
                .wire(
                    "segment", .page("Home", ["url": "https://example.com/?a=1"]), id: "batch-4", anonymous: "anon-2",
                    context: added(["category": EventValue.null])),
                .wire(
                    "segment", .group("group-9", ["seats": 12]), id: "batch-5", context: added(["userId": "user-1"])),
                .wire("segment", .alias("user-1"), id: "batch-6", context: added(["previousId": "anon-1"])),
            ])
        let zipped: EventParameters = [
            "integrations": EventParameters(),
            "context": [
                "ip": "192.0.2.7", "library": ["name": "analytics-python", "version": "2.4.0"] as EventParameters,
            ] as EventParameters,
            "writeKey": "key",
        ]
        expectSame(
            try SegmentDecoder.events(requests[1]).map { $0.without("sentAt") },
            [.wire("segment", Event("Zipped", ["größe": "ü"]), user: "7", id: "gzip-1", context: zipped)])
    }

    @Test func thePathGivesTheKindOfASingleItem() throws {
        let body = #"{"event":"Tapped","anonymousId":"a","originalTimestamp":"2026-11-21T10:30:00.125+01:00"}"#
        for path in ["/v1/track", "/v1/track/", "/v1/t"] {
            expectSame(
                try SegmentDecoder.events(request(path, body)),
                [.wire("segment", Event("Tapped"), anonymous: "a", context: [:])])
        }
        #expect(
            try SegmentDecoder.events(request("/v1/s", #"{"userId":"u","name":null}"#)).map(\.event.kind) == [.screen])
        #expect(
            SegmentDecoder.outcome(request("/v1/identify", #"{"traits":{}}"#)) == [
                "userId: missing, expected userId or anonymousId"
            ])
    }

    @Test func anIntegerIDBecomesTextAndStaysInTheContext() throws {
        let event = try #require(
            try SegmentDecoder.events(request("/v1/track", #"{"event":"A","userId":9007199254740993}"#)).first)
        #expect(event.event.user == "9007199254740993")
        #expect(event.context == ["userId": 9_007_199_254_740_993])
    }

    @Test func anInvalidTimeStaysInTheContext() throws {
        for time in [#""yesterday""#, "1795253400125", #""2026-11-21T09:30:00""#] {
            let body = #"{"event":"A","userId":"u","timestamp":\#(time)}"#
            let event = try #require(try SegmentDecoder.events(request("/v1/track", body)).first)
            #expect(event.time == nil)
            #expect(event.context?["timestamp"]?.json == time)
        }
    }

    @Test func aPropertyCalledCategoryIsNotReplaced() throws {
        let body = #"{"userId":"u","name":"N","category":"outer","properties":{"category":"inner"}}"#
        let event = try #require(try SegmentDecoder.events(request("/v1/page", body)).first)
        #expect(event.event.parameters == ["category": "inner"])
        #expect(event.context == ["category": "outer"])
    }

    @Test func invalidItemsAreRejectedAndTheReplyIsSuccess() {
        let batch = request(
            "/v1/batch",
            """
            {"batch":[
            {"type":"track","userId":"u","event":"First"},
            7,
            {"type":"track","userId":"u"},
            {"type":"track","userId":"u","event":""},
            {"type":"track","userId":"u","event":5},
            {"type":"tap","userId":"u"},
            {"userId":"u","event":"X"},
            {"type":"track","event":"X"},
            {"type":"track","userId":true,"event":"X"},
            {"type":"track","userId":"u","event":"X","properties":[1]},
            {"type":"group","userId":"u"},
            {"type":"alias","anonymousId":"a","previousId":"p"},
            {"type":"screen","userId":"u","name":{}},
            {"type":"identify","userId":"u","messageId":1.5},
            {"type":"track","userId":"u","event":"Last"}]}
            """)
        #expect(
            SegmentDecoder.outcome(batch) == [
                "First",
                "batch.1: expected an object, found an integer",
                "batch.2.event: missing, expected a string",
                "batch.3.event: missing, expected a string",
                "batch.4.event: expected a string, found an integer",
                #"batch.5.type: "tap" is not one of track, screen, identify, group, page, alias"#,
                "batch.6.type: missing, expected a string",
                "batch.7.userId: missing, expected userId or anonymousId",
                "batch.8.userId: expected a string or an integer, found a bool",
                "batch.9.properties: expected an object, found an array",
                "batch.10.groupId: missing, expected a string",
                "batch.11.userId: missing, expected a string",
                "batch.12.name: expected a string, found an object",
                "batch.13.messageId: expected a string or an integer, found a number",
                "Last",
            ])
        #expect(SegmentDecoder.answer(batch) == (200, #"{"success":true}"#))
    }

    @Test(arguments: [
        ("", "line 1, column 1: the text ends inside a value"),
        (#"{"batch":["#, "line 1, column 11: the text ends inside a value"),
        ("[]", "expected an object, found an array"),
        ("{}", "batch: missing, expected an array"),
        (#"{"batch":{}}"#, "batch: expected an array, found an object"),
        ("{\n\"batch\":[01]}", "line 2, column 10: a number must not start with 0"),
    ]) func anInvalidBodyIsRefused(body: String, reason: String) throws {
        let wrong = request("/v1/batch", body)
        #expect(SegmentDecoder.outcome(wrong) == ["whole: \(reason)"])
        let message = EventValue.string(reason).json
        #expect(
            SegmentDecoder.answer(wrong)
                == (400, #"{"success":false,"code":"invalid_request","message":\#(message)}"#))
    }

    @Test func acceptsAtMostTenThousandItems() {
        func batch(_ count: Int) -> WireRequest {
            let item = #"{"type":"track","userId":"u","event":"E"}"#
            return request(
                "/v1/batch", #"{"batch":["# + Array(repeating: item, count: count).joined(separator: ",") + "]}")
        }
        #expect(SegmentDecoder.outcome(batch(10_000)).count == 10_000)
        #expect(
            SegmentDecoder.outcome(batch(10_001)) == [
                "whole: batch: expected at most 10000 items, found 10001"
            ])
    }

    @Test func requestsForSettingsAndMetricsAreAnswered() {
        #expect(
            SegmentDecoder.answer(request("/v1/projects/KEY/settings", method: "GET"))
                == (200, #"{"integrations":{"Segment.io":{"apiKey":"KEY"}}}"#))
        #expect(SegmentDecoder.answer(request("/v1/m", #"{"series":[]}"#)) == (200, #"{"success":true}"#))
        #expect(
            SegmentDecoder.outcome(request("/v1/nothing", "{}")) == [
                "whole: POST /v1/nothing is not part of the Segment API"
            ])
        #expect(SegmentDecoder.answer(request("/v1/nothing", "{}")).status == 404)
    }
}
