import Testing
import Trackproof
import TrackproofWire

@Suite struct RudderStackDecoderTests {
    @Test func theSDKsRequestsDecodeToTheAppsEvents() throws {
        let requests = try Captured.requests("rudderstack")
        let context: EventParameters = [
            "integrations": ["All": true] as EventParameters,
            "context": ["library": ["name": "analytics-python", "version": "2.1.9"] as EventParameters]
                as EventParameters,
            "channel": "server",
        ]
        func added(_ others: EventParameters) -> EventParameters { context.merging(others) }
        expectSame(
            try RudderStackDecoder.events(requests[0]).map { $0.without("sentAt") },
            [
                .wire(
                    "rudderstack", .identify("user-1", ["plan": "pro", "age": 41, "none": EventValue.null]),
                    id: "batch-1", anonymous: "anon-1", context: context),
                .wire(
                    "rudderstack", Event("Order Completed", Captured.values), user: "user-1", id: "batch-2",
                    context: context),
                .wire(
                    "rudderstack", .screen("Cart", ["count": 3, "category": "Shop"]), user: "user-1", id: "batch-3",
                    context: context),
                .wire(
                    "rudderstack", .page("Home", ["url": "https://example.com/?a=1"]), id: "batch-4",
                    anonymous: "anon-2", context: added(["category": EventValue.null])),
                .wire(
                    "rudderstack", .group("group-9", ["seats": 12]), id: "batch-5",
                    context: added(["userId": "user-1"])),
                .wire("rudderstack", .alias("user-1"), id: "batch-6", context: added(["previousId": "anon-1"])),
            ])
        expectSame(
            try RudderStackDecoder.events(requests[1]).map { $0.without("sentAt") },
            [.wire("rudderstack", Event("Plain", ["größe": "ü"]), user: "user-1", id: "plain-1", context: context)])
    }

    @Test func traitsOfATrackEventStayInTheContext() throws {
        let body = #"{"event":"A","anonymousId":"a","context":{"traits":{"plan":"pro"}}}"#
        let event = try #require(try RudderStackDecoder.events(request("/v1/track", body)).first)
        #expect(event.event.parameters == [:])
        #expect(event.context == ["context": ["traits": ["plan": "pro"] as EventParameters] as EventParameters])
    }

    @Test func repliesMatchRudderStacksGateway() {
        #expect(RudderStackDecoder.answer(request("/v1/track", #"{"event":"A","userId":"u"}"#)) == (200, "OK"))
        #expect(
            RudderStackDecoder.answer(request("/v1/batch", #"{"batch":[{"type":"track","event":"A"}]}"#))
                == (400, "batch.0.userId: missing, expected userId or anonymousId"))
        #expect(
            RudderStackDecoder.answer(request("/v1/batch", "{"))
                == (400, "line 1, column 2: the text ends inside a value"))
        #expect(RudderStackDecoder.answer(request("/v2/batch", "{}")) == (404, "404 page not found"))
        let settings = RudderStackDecoder.answer(request("/sourceConfig", method: "GET", query: [("p", "ios")]))
        #expect(settings.status == 200)
        #expect(
            settings.body == """
                {"isHosted":false,"source":{"id":"trackproof","name":"trackproof","writeKey":"any",\
                "workspaceId":"trackproof","enabled":true,"updatedAt":"2026-01-01T00:00:00.000Z",\
                "config":{"statsCollection":{"errors":{"enabled":false},"metrics":{"enabled":false}}},"destinations":[]}}
                """)
    }

    @Test func traitsOfTheWrongTypeAreRejectedWithTheirPlace() {
        #expect(
            RudderStackDecoder.outcome(request("/v1/identify", #"{"userId":"u","context":{"traits":[]}}"#)) == [
                "context.traits: expected an object, found an array"
            ])
    }
}
