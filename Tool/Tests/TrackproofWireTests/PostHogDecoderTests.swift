import Testing
import Trackproof
import TrackproofWire

@Suite struct PostHogDecoderTests {
    private static func id(_ number: Int) -> String {
        let digits = String(number)
        return "01930000-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    private static let generatedID = "00000000-0000-4000-8000-000000000009"

    /// Returns the events that both the old SDK and the new SDK send. The old SDK sends `$identify` in addition.
    private func expected(
        _ lib: EventParameters, machine: EventParameters, envelope: EventParameters, group: String,
        alias: String? = id(8), withoutUser: EventParameters? = nil
    ) -> [RecordedEvent] {
        func posthog(_ event: Event, _ number: Int, _ others: EventParameters = [:]) -> RecordedEvent {
            var event = event
            if event.user == nil { event.user = "user-1" }
            return .wire(
                "posthog", event, id: Self.id(number),
                context: lib.merging(envelope).merging(["distinct_id": "user-1"]).merging(others))
        }
        var events = [
            posthog(
                Event("Order Completed", Captured.values), 2,
                machine.merging(["$groups": ["company": "acme"] as EventParameters])),
            posthog(
                .page("Home", ["title": "Home"]), 3, machine.merging(["$current_url": "https://example.com/?a=1"])),
            posthog(.screen("Cart", ["count": 3]), 4, machine),
        ]
        if let withoutUser {
            events.append(
                .wire(
                    "posthog", Event("Nobody"), id: Self.id(9), anonymous: Self.generatedID,
                    context: lib.merging(envelope).merging(machine).merging(["distinct_id": Self.generatedID])
                        .merging(withoutUser)))
        }
        events += [
            posthog(.identify("user-1", ["plan": "pro", "none": EventValue.null]), 5),
            posthog(.identify("user-1", ["$set_once": ["first": 9_007_199_254_740_993] as EventParameters]), 6),
            posthog(.group("acme", ["seats": 12]), 7, ["$group_type": "company", "distinct_id": group]),
        ]
        var aliased = posthog(.alias("user-1"), 8, ["distinct_id": "anon-1"])
        aliased.id = alias
        return events + [aliased]
    }

    private static let machine: EventParameters = [
        "$os": "…", "$os_version": "…", "$os_distro": "…", "$python_version": "…", "$python_runtime": "…",
    ]

    @Test func theSDKsRequestsDecodeToTheAppsEvents() throws {
        let requests = try Captured.requests("posthog-7")
        let lib: EventParameters = [
            "$lib": "posthog-python", "$lib_version": "7.91.1", "$geoip_disable": true, "$is_server": true,
        ]
        let envelope: EventParameters = ["historical_migration": false, "api_key": "phc_key"]
        expectSame(
            try PostHogDecoder.events(requests[0]).map { $0.without("sent_at") },
            expected(
                lib, machine: Self.machine, envelope: envelope, group: Self.generatedID,
                withoutUser: ["$process_person_profile": false]))
        expectSame(
            try PostHogDecoder.events(requests[1]).map { $0.without("sent_at") },
            [
                .wire(
                    "posthog", Event("Zipped", ["größe": "ü"]), user: "user-1", id: Self.id(10),
                    context: lib.merging(Self.machine).merging(envelope).merging(["distinct_id": "user-1"]))
            ])
    }

    @Test func theNewAPIDecodesToTheSameEvents() throws {
        let new = try Captured.requests("posthog-7")[2]
        let options = { (members: EventParameters) -> EventParameters in ["options": members] }
        expectSame(
            try PostHogDecoder.events(new).map { $0.without("created_at") },
            expected(
                ["$geoip_disable": true, "$is_server": true], machine: Self.machine, envelope: options([:]),
                group: Self.generatedID, withoutUser: options(["process_person_profile": false])))
    }

    @Test func theOldSDKsRequestsDecodeToTheSameEvents() throws {
        let requests = try Captured.requests("posthog-3")
        let lib: EventParameters = [
            "$lib": "posthog-python", "$lib_version": "3.7.0", "$geoip_disable": true, "context": EventParameters(),
        ]
        let envelope: EventParameters = ["historical_migration": false, "api_key": "phc_key"]
        let identified = RecordedEvent.wire(
            "posthog", .identify("user-1", ["plan": "pro", "none": EventValue.null]), id: Self.id(1),
            context: lib.merging(envelope).merging(["distinct_id": "user-1"]))
        // The old SDK sends an alias without an id, even if the app passes an id.
        expectSame(
            try PostHogDecoder.events(requests[0]).map { $0.without("sentAt") },
            [identified] + expected(lib, machine: [:], envelope: envelope, group: "$company_acme", alias: nil))
    }

    @Test func decodesRequestsOfMobileAndBrowserSDKs() throws {
        let body = """
            [{"token":"phc_k","event":"$identify","properties":{"distinct_id":"u","$anon_distinct_id":"a",
              "$set":{"plan":"pro"},"$set_once":{"$initial_referrer":"x","first":true}}},
            {"event":"Tapped","distinct_id":"a","properties":{"$is_identified":false,"token":"phc_k"},
              "$set":{"plan":"pro"},"$set_once":{"$initial_referrer":"x"}},
            {"event":"$create_alias","distinct_id":"a","properties":{"alias":"u"}}]
            """
        let noted: EventParameters = ["$initial_referrer": "x"]
        expectSame(
            try PostHogDecoder.events(request("/e/", body, query: [("ip", "1")])),
            [
                .wire(
                    "posthog",
                    .identify("u", ["plan": "pro", "$set_once": ["first": true] as EventParameters]), time: nil,
                    anonymous: "a", context: ["token": "phc_k", "distinct_id": "u", "$set_once": noted]),
                .wire(
                    "posthog", Event("Tapped", ["$set": ["plan": "pro"] as EventParameters]), time: nil,
                    anonymous: "a",
                    context: [
                        "$is_identified": false, "token": "phc_k", "distinct_id": "a", "$set_once": noted,
                    ]),
                .wire("posthog", .alias("u"), user: "u", time: nil, context: ["distinct_id": "a"]),
            ])
    }

    @Test func readsDataFromBodyFormAndQuery() {
        let json = #"{"api_key":"phc_k","event":"A","distinct_id":"u"}"#
        let base64 = "eyJhcGlfa2V5IjoicGhjX2siLCJldmVudCI6IkEiLCJkaXN0aW5jdF9pZCI6InUifQ=="
        #expect(PostHogDecoder.outcome(request("/capture", json)) == ["A"])
        #expect(PostHogDecoder.outcome(request("/i/v0/e/", base64, query: [("compression", "base64")])) == ["A"])
        #expect(PostHogDecoder.outcome(request("/e/", "data=" + base64.replacing("=", with: "%3D"))) == ["A"])
        #expect(PostHogDecoder.outcome(request("/e/", method: "GET", query: [("data", base64)])) == ["A"])
        #expect(
            PostHogDecoder.outcome(request("/e/", "\u{1F}\u{8B}")) == ["whole: neither JSON nor base64"])
        #expect(
            PostHogDecoder.outcome(WireRequest(path: "/e/", body: [0x1F, 0x8B, 8])) == [
                "whole: expected JSON or base64, found gzip data"
            ])
        #expect(
            PostHogDecoder.outcome(request("/e/", json, query: [("compression", "lz64")])) == [
                "whole: compressed with lz64, which is not supported"
            ])
    }

    @Test func profilesOfTheOldAPIBecomeIdentifyEvents() throws {
        let body = #"{"api_key":"phc_k","$distinct_id":"u","$set":{"plan":"pro"}}"#
        expectSame(
            try PostHogDecoder.events(request("/engage/", body)),
            [
                .wire(
                    "posthog", .identify("u", ["plan": "pro"]), time: nil,
                    context: ["api_key": "phc_k", "$distinct_id": "u"])
            ])
    }

    @Test func onlyInvalidItemsAreRejected() {
        let batch = request(
            "/batch/",
            """
            {"api_key":"phc_k","batch":[{"event":"First","distinct_id":"u"},{"distinct_id":"u"},
            {"event":"A"},{"event":"A","distinct_id":""},{"event":["A"],"distinct_id":"u"},
            {"event":"A","distinct_id":"u","properties":"x"},{"event":"A","distinct_id":"u","$set":1},
            {"event":"$groupidentify","distinct_id":"u"},{"event":"$screen","distinct_id":"u",
            "properties":{"$screen_name":1}},[],{"event":"Last","distinct_id":5}]}
            """)
        #expect(
            PostHogDecoder.outcome(batch) == [
                "First",
                "batch.1.event: missing, expected a string",
                "batch.2.distinct_id: missing, expected a string",
                "batch.3.distinct_id: missing, expected a string",
                "batch.4.event: expected a string, found an array",
                "batch.5.properties: expected an object, found a string",
                "batch.6.$set: expected an object, found an integer",
                "batch.7.properties.$group_key: missing, expected a string",
                "batch.8.properties.$screen_name: expected a string, found an integer",
                "batch.9: expected an object, found an array",
                "Last",
            ])
        #expect(PostHogDecoder.answer(batch) == (400, "batch.1.event: missing, expected a string"))
    }

    @Test func theNewAPIAnswersForEachEvent() {
        let key = [(name: "authorization", value: "Bearer phc_k")]
        let path = "/i/v1/analytics/events"
        let batch = """
            {"created_at":"2026-11-21T09:30:00Z","batch":[{"event":"A","uuid":"1","distinct_id":"u"},
            {"uuid":"2","distinct_id":"u"},{"distinct_id":"u"}]}
            """
        #expect(
            PostHogDecoder.answer(request(path, batch, headers: key)) == (
                200,
                #"{"results":{"1":{"result":"ok"},"#
                    + #""2":{"result":"drop","details":"missing, expected a string"}}}"#
            ))
        #expect(
            PostHogDecoder.answer(request(path, batch)) == (
                401,
                #"{"error":"unauthorized","error_description":"authorization: missing, expected a bearer token"}"#
            ))
        #expect(
            PostHogDecoder.answer(request(path, #"{"batch":7}"#, headers: key)) == (
                400,
                #"{"error":"invalid_request","error_description":"batch: expected an array, found an integer"}"#
            ))
    }

    @Test func requestsForFlagsAndSettingsAreAnswered() {
        for path in ["/flags/", "/decide"] {
            let answer = PostHogDecoder.answer(request(path, "{}", query: [("v", "2")]))
            #expect(answer.status == 200)
            #expect(answer.body.contains(#""featureFlags":{},"flags":{}"#))
            let first = PostHogDecoder.answer(request(path, "{}", query: [("v", "1")]))
            #expect(first.body.contains(#""featureFlags":[],"flags":{}"#))
        }
        #expect(
            PostHogDecoder.answer(request("/array/phc_k/config", "{}"))
                == (200, #"{"hasFeatureFlags":false,"sessionRecording":false}"#))
        #expect(PostHogDecoder.answer(request("/s/", "{}")) == (200, #"{"status":1}"#))
        #expect(PostHogDecoder.answer(request("/api/x")) == (404, "Not Found"))
    }

    @Test(arguments: [
        ("", 400, "missing, expected JSON"),
        ("{}", 401, "api_key: missing, expected a string"),
        (#"[{"event":"A","distinct_id":"u"}]"#, 401, "api_key: missing, expected a string"),
        ("7", 400, "neither JSON nor base64"),
        (#"{"api_key":"phc_k","batch":"#, 400, "line 1, column 28: the text ends inside a value"),
        (#"{"api_key":"phc_k","batch":{}}"#, 400, "batch: expected an array, found an object"),
    ]) func anInvalidBodyIsRefused(body: String, status: Int, reason: String) {
        #expect(PostHogDecoder.answer(request("/batch/", body)) == (status, reason))
    }
}
