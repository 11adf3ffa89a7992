import Testing
import Trackproof
import TrackproofJSON
import TrackproofWire

@Suite struct MixpanelDecoderTests {
    @Test func theSDKsRequestsDecodeToTheAppsEvents() throws {
        let events = try Captured.requests("mixpanel-5").flatMap { try MixpanelDecoder.events($0) }
        func tracked(
            _ event: Event, _ number: Int, user: EventValue = .string("user-1"), time: EventTime? = Captured.moment
        )
            -> RecordedEvent
        {
            .wire(
                "mixpanel", event, user: user.string ?? user.json, time: time, id: "insert-\(number)",
                context: ["token": "token", "distinct_id": user, "mp_lib": "python", "$lib_version": "5.4.1"])
        }
        func profile(_ traits: EventParameters) -> RecordedEvent {
            .wire(
                "mixpanel", .identify("user-1", traits), context: ["$token": "token", "$distinct_id": "user-1"])
        }
        expectSame(
            events,
            [
                tracked(Event("Order Completed", Captured.values), 1),
                tracked(Event("Numbered"), 2, user: .integer(42)),
                profile(["plan": "pro", "$email": "a@example.com", "none": EventValue.null]),
                profile(["$add": ["logins": 1] as EventParameters]),
                profile(["$unset": ["trial"]]),
                profile(["$delete": ""]),
                tracked(Event("First", ["größe": "ü"]), 3),
                tracked(Event("Second", Self.second), 4),
                profile(["$set_once": ["first": 9_007_199_254_740_993] as EventParameters]),
                profile(["$append": ["list": "x"] as EventParameters]),
                .wire(
                    "mixpanel", .group("acme", ["seats": 12]),
                    context: ["$token": "token", "$group_key": "company", "$group_id": "acme"]),
                tracked(Event("Imported", ["old": true]), 5, time: EventTime("2026-11-21T09:30:00Z")),
                .wire(
                    "mixpanel", Event("", kind: .alias), time: nil,
                    context: ["$distinct_ids": ["user-1", "user-2"], "token": "token"]),
                .wire(
                    "mixpanel", .alias("user-1"), time: nil, context: ["token": "token", "distinct_id": "anon-1"]),
            ])
    }

    @Test func decodesTheOldSDKsBase64Requests() throws {
        let events = try Captured.requests("mixpanel-4").flatMap { try MixpanelDecoder.events($0) }
        let second = EventTime("2026-11-21T09:30:00Z")
        func tracked(_ event: Event, user: EventValue = .string("user-1")) -> RecordedEvent {
            .wire(
                "mixpanel", event, user: user.string ?? user.json, time: second,
                context: ["token": "token", "distinct_id": user, "mp_lib": "python", "$lib_version": "4.4.0"])
        }
        func profile(_ traits: EventParameters) -> RecordedEvent {
            .wire(
                "mixpanel", .identify("user-1", traits), context: ["$token": "token", "$distinct_id": "user-1"])
        }
        expectSame(
            events,
            [
                tracked(Event("Order Completed", Captured.values)),
                tracked(Event("Numbered"), user: .integer(42)),
                profile(["plan": "pro", "$email": "a@example.com", "none": EventValue.null]),
                profile(["$add": ["logins": 1] as EventParameters]),
                profile(["$unset": ["trial"]]),
                profile(["$delete": ""]),
                tracked(Event("First", ["größe": "ü"])),
                tracked(Event("Second", Self.second)),
                profile(["$set_once": ["first": 9_007_199_254_740_993] as EventParameters]),
                profile(["$append": ["list": "x"] as EventParameters]),
                tracked(Event("Imported", ["old": true])),
                .wire(
                    "mixpanel", .alias("user-1"), time: nil, context: ["token": "token", "distinct_id": "anon-1"]),
            ])
    }

    private static let second: EventParameters = [
        "a": ["b": EventValue.array([.integer(1), .number(2.5), .null])] as EventParameters
    ]

    @Test func decodesRequestsOfMobileAndWebSDKs() throws {
        let body = """
            [{"event":"Tapped","properties":{"token":"t","distinct_id":"$device:D-1","$device_id":"D-1","$os":"iOS",
             "time":1795253400125,"n":-9223372036854775808}},
            {"event":"Tapped","properties":{"token":"t","distinct_id":"u","$device_id":"D-1","$user_id":"u"}},
            {"event":"$identify","properties":{"token":"t","$identified_id":"u","$anon_distinct_id":"D-1",
             "distinct_id":"u"}},
            {"event":"$mp_web_page_view","properties":{"token":"t","distinct_id":"u","current_page_title":"Home",
             "a":1}}]
            """
        expectSame(
            try MixpanelDecoder.events(request("/track/", body, query: [("ip", "1")])),
            [
                .wire(
                    "mixpanel", Event("Tapped", ["n": Int64.min]), anonymous: "D-1",
                    context: ["token": "t", "distinct_id": "$device:D-1", "$os": "iOS"]),
                .wire(
                    "mixpanel", Event("Tapped"), user: "u", time: nil, anonymous: "D-1",
                    context: ["token": "t", "distinct_id": "u", "$user_id": "u"]),
                .wire(
                    "mixpanel", .identify("u"), time: nil, anonymous: "D-1",
                    context: ["token": "t", "$anon_distinct_id": "D-1", "distinct_id": "u"]),
                .wire(
                    "mixpanel", .page("Home", ["a": 1]), user: "u", time: nil,
                    context: ["token": "t", "distinct_id": "u", "current_page_title": "Home"]),
            ])
        let engage = #"[{"$token":"t","$distinct_id":"u","$set":{"$ios_version":"18","$name":"Ada"}}]"#
        expectSame(
            try MixpanelDecoder.events(request("/engage/", engage)),
            [
                .wire(
                    "mixpanel", .identify("u", ["$name": "Ada"]), time: nil,
                    context: ["$token": "t", "$distinct_id": "u", "$ios_version": "18"])
            ])
    }

    @Test(arguments: [
        (#""distinct_id":"u""#, "u", nil),
        (#""distinct_id":"D","$device_id":"D""#, nil, "D"),
        (#""distinct_id":"$device:D""#, nil, "D"),
        (#""distinct_id":"$device:D","$user_id":"u""#, "u", "D"),
        (#""distinct_id":"u","$device_id":"D""#, "u", "D"),
        (#""distinct_id":"""#, nil, nil),
        (#""a":1"#, nil, nil),
    ]) func aDistinctIDIsTheUserUnlessItIsTheDevice(ids: String, user: String?, anonymous: String?) throws {
        let body = #"{"event":"A","properties":{\#(ids)}}"#
        let event = try #require(try MixpanelDecoder.events(request("/track", body)).first)
        #expect(event.event.user == user)
        #expect(event.anonymous == anonymous)
    }

    @Test func aTimeFinerThanAMillisecondStaysInTheContext() throws {
        let body = #"{"event":"A","properties":{"time":1795253400.1254321}}"#
        expectSame(
            try MixpanelDecoder.events(request("/track", body)),
            [.wire("mixpanel", Event("A"), context: ["time": 1_795_253_400.1254321])])
    }

    @Test func readsDataFromBodyFormAndQuery() throws {
        let json = #"{"event":"Ü","properties":{"a":1}}"#
        let base64 = "eyJldmVudCI6IlxcdTAwZGMiLCJwcm9wZXJ0aWVzIjp7ImEiOjF9fQ"
        let form = [(name: "content-type", value: "application/x-www-form-urlencoded")]
        #expect(MixpanelDecoder.outcome(request("/track", json)) == ["Ü"])
        #expect(MixpanelDecoder.outcome(request("/track", json, headers: form)) == ["Ü"])
        #expect(MixpanelDecoder.outcome(request("/track", method: "GET", query: [("data", json)])) == ["Ü"])
        #expect(MixpanelDecoder.outcome(request("/track", "ip=1&data=\(base64)", headers: form)) == ["\\u00dc"])
        #expect(MixpanelDecoder.outcome(request("/track", "data=\(base64)%3D%3D")) == ["\\u00dc"])
        #expect(MixpanelDecoder.outcome(request("/track", base64 + "==\n")) == ["\\u00dc"])
        // Base64 has two alphabets. In a form, a plus sign without an escape is decoded as a space.
        let both = "eyJldmVudCI6Iu+/v++/vyIsInByb3BlcnRpZXMiOnt9fQ"
        for text in [both, both.replacing("+", with: "-").replacing("/", with: "_"), both.replacing("+", with: "%2B")] {
            #expect(MixpanelDecoder.outcome(request("/track", "data=\(text)")) == ["\u{FFFF}\u{FFFF}"])
        }
    }

    @Test func eachLineOfAnImportIsAnItem() throws {
        let lines = request(
            "/import", "{\"event\":\"A\",\"properties\":{}}\n\n{\"event\":\n{\"event\":\"B\",\"properties\":{}}\r\n",
            headers: [("content-type", "application/x-ndjson; charset=utf-8")])
        #expect(
            MixpanelDecoder.outcome(lines) == ["A", "1: line 1, column 10: the text ends inside a value", "B"])
        #expect(
            MixpanelDecoder.answer(lines) == (
                400,
                #"{"code":400,"error":"some data points in the request failed validation","failed_records":"#
                    + #"[{"index":1,"field":"","message":"line 1, column 10: the text ends inside a value"}],"#
                    + #""num_records_imported":2,"status":"Bad Request"}"#
            ))
    }

    @Test func onlyInvalidItemsAreRejected() {
        let items = """
            [{"event":"First","properties":{}},{"event":"A"},{"event":"A","properties":7},{"properties":{}},
            {"event":"A","properties":{"distinct_id":{}}},{"event":"A","properties":{"$insert_id":false}},
            {"event":"$create_alias","properties":{}},"x",{"event":"Last","properties":{}}]
            """
        let reasons = [
            "1.properties: missing, expected an object",
            "2.properties: expected an object, found an integer",
            "3.event: missing, expected a string",
            "4.properties.distinct_id: expected a string or an integer, found an object",
            "5.properties.$insert_id: expected a string or an integer, found a bool",
            "6.properties.alias: missing, expected a string",
            "7: expected an object, found a string",
        ]
        #expect(MixpanelDecoder.outcome(request("/track", items)) == ["First"] + reasons + ["Last"])
        #expect(
            MixpanelDecoder.outcome(request("/track", "data=\(items)")) == ["First"] + reasons.map { "data." + $0 } + [
                "Last"
            ])
        #expect(
            MixpanelDecoder.outcome(
                request("/engage", #"[{"$set":{}},{"$distinct_id":"u"},{"$distinct_id":"u","$set":[]}]"#)) == [
                    "0.$distinct_id: missing, expected a string",
                    "1.$set: missing, expected an operation on the profile",
                    "2.$set: expected an object, found an array",
                ])
        #expect(
            MixpanelDecoder.outcome(request("/groups", #"[{"$group_id":"a","$set":{}},{"$group_key":"k","$set":{}}]"#))
                == [
                    "0.$group_key: missing, expected a string", "1.$group_id: missing, expected a string",
                ])
    }

    @Test func repliesFollowTheVerboseAndStrictOptions() {
        let good = #"{"event":"A","properties":{}}"#
        let verbose = [(name: "verbose", value: "1")]
        #expect(MixpanelDecoder.answer(request("/track", good)) == (200, "1"))
        #expect(MixpanelDecoder.answer(request("/track", "{}")) == (200, "0"))
        #expect(MixpanelDecoder.answer(request("/track", good, query: verbose)) == (200, #"{"status":1,"error":null}"#))
        #expect(
            MixpanelDecoder.answer(request("/track", "data={}&verbose=1"))
                == (200, #"{"status":0,"error":"event: missing, expected a string"}"#))
        #expect(
            MixpanelDecoder.answer(request("/import", good, query: [("strict", "1")]))
                == (200, #"{"code":200,"num_records_imported":1,"status":"OK"}"#))
        #expect(
            MixpanelDecoder.answer(request("/import", "[\(good),{}]", query: [("strict", "0")]))
                == (200, #"{"code":200,"num_records_imported":1,"status":"OK"}"#))
        #expect(
            MixpanelDecoder.answer(request("/import", "["))
                == (
                    400,
                    #"{"code":400,"error":"line 1, column 2: the text ends inside a value","status":"Bad Request"}"#
                ))
    }

    @Test(arguments: [
        ("", "missing, expected JSON"),
        ("data=", "data: missing, expected JSON"),
        ("data=%%%", "data: neither JSON nor base64"),
        ("data=eyJhIjo=", "data: line 1, column 6: the text ends inside a value"),
        ("data=e", "data: neither JSON nor base64"),
        ("!", "neither JSON nor base64"),
        ("data=[1", "data: line 1, column 3: the text ends inside a value"),
    ]) func anInvalidBodyIsRefused(body: String, reason: String) {
        #expect(MixpanelDecoder.outcome(request("/track", body)) == ["whole: \(reason)"])
    }

    @Test func aFormWithoutDataIsRefused() {
        let form = request("/track", "a=1", headers: [("content-type", "application/x-www-form-urlencoded")])
        #expect(
            MixpanelDecoder.outcome(form) == ["whole: data: missing, expected JSON, plain or in base64"])
    }
}
