import Testing
import Trackproof
import TrackproofJSON
import TrackproofWire

@Suite struct AmplitudeDecoderTests {
    @Test func theSDKsRequestsDecodeToTheAppsEvents() throws {
        let requests = try Captured.requests("amplitude")
        let context: EventParameters = [
            "library": "amplitude-python/1.3.0", "api_key": "key", "options": ["min_id_length": 3] as EventParameters,
        ]
        func amplitude(_ event: Event, _ number: Int, _ others: EventParameters = [:]) -> RecordedEvent {
            .wire(
                "amplitude", event, user: event.user ?? "user-1", id: "insert-\(number)", anonymous: "device-1",
                context: context.merging(others))
        }
        let acme: EventParameters = ["company": "acme"]
        // The SDK omits a null, and drops a list that contains nulls. So the script passes a list without nulls.
        var accepted = Captured.values
        accepted["coupon"] = nil
        accepted["items"] = .array([
            .object(["sku": "a-1", "count": 2]), .object(["sku": "b-2", "count": 9_007_199_254_740_993]),
        ])
        expectSame(
            try AmplitudeDecoder.events(requests[0]),
            [
                amplitude(
                    .identify(
                        "user-1",
                        [
                            "$set": ["plan": "pro"] as EventParameters, "$add": ["logins": 1] as EventParameters,
                            "$append": ["tags": "ü"] as EventParameters, "$unset": ["trial": "-"] as EventParameters,
                        ]), 1),
                amplitude(Event("Order Completed", accepted), 2),
                amplitude(
                    Event("Planned"), 3,
                    [
                        "plan": ["branch": "main", "source": "web", "version": "3"] as EventParameters,
                        "session_id": 1_795_253_400_125,
                    ]),
                amplitude(Event("Mixed"), 4),
                amplitude(
                    .group("acme", ["$set": ["seats": 12] as EventParameters]), 5,
                    ["groups": acme, "user_id": "user-1"]),
                amplitude(.identify("user-1", ["$set": acme]), 6, ["groups": acme]),
                amplitude(Event("revenue_amount", ["$price": 3.99, "$productId": "p-1", "$quantity": 3]), 7),
            ])
        expectSame(try AmplitudeDecoder.events(requests[1]), [amplitude(Event("Batched", ["größe": "ü"]), 8)])
    }

    @Test func automaticScreenAndPageEventsGetTheirKind() throws {
        let body = """
            {"api_key":"k","events":[
            {"event_type":"[Amplitude] Screen Viewed","device_id":"d",
             "event_properties":{"[Amplitude] Screen Name":"Cart","n":null}},
            {"event_type":"[Amplitude] Page Viewed","device_id":"d",
             "event_properties":{"[Amplitude] Page Title":"Home"}}]}
            """
        expectSame(
            try AmplitudeDecoder.events(request("/2/httpapi", body)),
            [
                .wire(
                    "amplitude", .screen("Cart", ["n": EventValue.null]), time: nil, anonymous: "d",
                    context: ["[Amplitude] Screen Name": "Cart", "api_key": "k"]),
                .wire(
                    "amplitude", .page("Home"), time: nil, anonymous: "d",
                    context: ["[Amplitude] Page Title": "Home", "api_key": "k"]),
            ])
    }

    @Test(arguments: ["9223372036854775807", #""now""#, "-1e300", "[]"])
    func anInvalidTimeStaysInTheContext(time: String) throws {
        let body = #"{"api_key":"k","events":[{"event_type":"A","user_id":"u","time":\#(time)}]}"#
        let event = try #require(try AmplitudeDecoder.events(request("/batch", body)).first)
        #expect(event.time == nil)
        #expect(event.context?["time"] == (try EventValue(json: Array(time.utf8), of: "time")))
    }

    @Test func theReplyCountsAcceptedEvents() throws {
        var good = request("/2/httpapi", #"{"api_key":"k","events":[{"event_type":"A","user_id":"u"}]}"#)
        good.received = try #require(EventTime(millisecondsSince1970: 1_795_253_400_125))
        let answer = AmplitudeDecoder.answer(good)
        let body = try #require(try EventValue(json: Array(answer.body.utf8), of: "reply").object)
        #expect(answer.status == 200)
        #expect(body["code"] == .integer(200))
        #expect(body["events_ingested"] == .integer(1))
        #expect(body["payload_size_bytes"] == .integer(59))
        #expect(body["server_upload_time"] == .integer(1_795_253_400_125))
    }

    @Test func theReplyNamesInvalidEvents() {
        let bad = request(
            "/2/httpapi",
            """
            {"api_key":"k","events":[
            {"event_type":"Good","user_id":"u"},
            {"user_id":"u"},
            {"event_type":"A"},
            {"event_type":7,"user_id":"u"},
            {"event_type":"A","user_id":"u","event_properties":"x"},
            {"event_type":"A","user_id":"u","insert_id":[]},
            null,
            {"event_type":"$groupidentify","groups":{"a":"b"}},
            {"device_id":"d"}]}
            """)
        #expect(
            AmplitudeDecoder.outcome(bad) == [
                "Good",
                "events.1.event_type: missing, expected a string",
                "events.2.user_id: missing, expected user_id or device_id",
                "events.3.event_type: expected a string, found an integer",
                "events.4.event_properties: expected an object, found a string",
                "events.5.insert_id: expected a string or an integer, found an array",
                "events.6: expected an object, found null",
                "group",
                "events.8.event_type: missing, expected a string",
            ])
        #expect(
            AmplitudeDecoder.answer(bad) == (
                400,
                #"{"code":400,"error":"Request missing required field","#
                    + #""events_with_invalid_fields":{"event_type":[3],"event_properties":[4],"insert_id":[5],"#
                    + #""events":[6]},"#
                    + #""events_with_missing_fields":{"event_type":[1,8],"user_id":[2]}}"#
            ))
    }

    @Test(arguments: [
        (
            #"{"events":[]}"#, 400,
            #"{"code":400,"error":"Request missing required field","missing_field":"api_key"}"#
        ),
        (
            #"{"api_key":"k"}"#, 400,
            #"{"code":400,"error":"Request missing required field","missing_field":"events"}"#
        ),
        (#"{"api_key":"k","events":7}"#, 400, #"{"code":400,"error":"events: expected an array, found an integer"}"#),
        (#"{"api_key":"k","#, 400, #"{"code":400,"error":"line 1, column 16: the text ends inside a value"}"#),
    ]) func anInvalidBodyIsRefused(body: String, status: Int, reply: String) {
        #expect(AmplitudeDecoder.answer(request("/2/httpapi", body)) == (status, reply))
    }

    @Test func tooManyEventsAreRefusedWithStatus413() {
        let items = Array(repeating: "0", count: 10_001).joined(separator: ",")
        #expect(
            AmplitudeDecoder.answer(request("/batch", #"{"api_key":"k","events":[\#(items)]}"#))
                == (413, #"{"code":413,"error":"Payload too large"}"#))
    }
}
