import Testing
import Trackproof
import TrackproofWire

/// Tests of the paths and protocols that SDKs use besides the main API of their vendor.
@Suite struct EndpointTests {
    private func vendor(_ request: WireRequest) -> String? { WireDecoders.decoder(for: request)?.decoder.vendor }

    @Test func decodesRudderStackBeacons() throws {
        let body = #"{"sentAt":"2026-11-21T09:30:00.000Z","batch":[{"type":"track","event":"a","anonymousId":"x"}]}"#
        let beacon = request(
            "/beacon/v1/batch", body, query: [("writeKey", "k")], headers: [("content-type", "text/plain")])
        #expect(vendor(beacon) == "rudderstack")
        #expect(try RudderStackDecoder.events(beacon).map(\.event.name) == ["a"])
        #expect(RudderStackDecoder.answer(beacon) == (200, "OK"))
    }

    @Test func decodesAmplitudesOldBrowserForm() throws {
        let body =
            "checksum=0a1b&client=KEY&e=%5B%7B%22event_type%22%3A%22Play+now%22%2C%22device_id%22%3A%22d%22%2C"
            + "%22user_id%22%3Anull%2C%22timestamp%22%3A1795253400125%2C%22uuid%22%3A%22id-1%22%2C"
            + "%22event_properties%22%3A%7B%22n%22%3A20%7D%7D%2C%7B%22event_type%22%3A%22%24identify%22%2C"
            + "%22device_id%22%3A%22d%22%2C%22user_properties%22%3A%7B%22%24set%22%3A%7B%22plan%22%3A%22pro%22%7D%7D%7D%5D"
            + "&upload_time=1795253400500&v=2"
        let form = request("/", body, headers: [("content-type", "application/x-www-form-urlencoded; charset=UTF-8")])
        #expect(vendor(form) == "amplitude")
        let context: EventParameters = ["client": "KEY", "upload_time": "1795253400500", "v": "2"]
        #expect(
            try AmplitudeDecoder.events(form) == [
                .wire("amplitude", Event("Play now", ["n": 20]), id: "id-1", anonymous: "d", context: context),
                .wire(
                    "amplitude", .identify(nil, ["$set": ["plan": "pro"] as EventParameters]), time: nil,
                    anonymous: "d", context: context),
            ])
        #expect(AmplitudeDecoder.answer(form) == (200, "success"))
        // A request to `/` that lacks the field `client` or `e` does not belong to Amplitude.
        #expect(vendor(request("/", "a=1")) == nil)
        #expect(vendor(request("/", "e=%5B%5D")) == nil)
    }

    @Test func decodesAmplitudesOldServerForms() throws {
        let event = request("/httpapi", #"api_key=k&event={"event_type":"a","user_id":"u","time":1795253400125}"#)
        #expect(vendor(event) == "amplitude")
        #expect(
            try AmplitudeDecoder.events(event)
                == [.wire("amplitude", Event("a"), user: "u", context: ["api_key": "k"])])
        let person = request(
            "/identify", #"api_key=k&identification=[{"user_id":"u","user_properties":{"$set":{"a":1}}}]"#)
        #expect(
            try AmplitudeDecoder.events(person) == [
                .wire(
                    "amplitude", .identify("u", ["$set": ["a": 1] as EventParameters]), time: nil,
                    context: ["api_key": "k"])
            ])
        #expect(
            AmplitudeDecoder.answer(request("/httpapi", "api_key=k"))
                == (400, "missing_event: event: missing, expected JSON"))
        #expect(
            AmplitudeDecoder.answer(request("/httpapi", "api_key=k&event=[7]"))
                == (400, "invalid_event: event.0: expected an object, found an integer"))
    }

    @Test func decodesGtagRequests() throws {
        let query = [
            ("v", "2"), ("tid", "G-1"), ("cid", "1.2"), ("uid", "u-1"), ("dl", "https://example.com/"), ("dt", "Home"),
        ]
        let one = request("/g/collect", query: query + [("en", "page_view"), ("_ss", "1"), ("ep.theme", "dark")])
        #expect(vendor(one) == "ga4")
        #expect(
            try GA4Decoder.events(one) == [
                .wire(
                    "ga4", .page("Home", ["theme": "dark"]), user: "u-1", time: nil, anonymous: "1.2",
                    context: ["v": "2", "tid": "G-1", "dl": "https://example.com/", "dt": "Home", "_ss": "1"])
            ])
        #expect(GA4Decoder.answer(one) == (204, ""))
        let many = request(
            "/g/collect",
            """
            en=purchase&cu=EUR&epn.value=20.5&epn.count=3&pr1=idA-1~nmShoe~pr9.5~qt2~k0size~v0XL&_et=12\r
            en=scroll&epn.percent_scrolled=90&up.plan=pro&upn.age=42
            """, query: query)
        let events = try GA4Decoder.events(many)
        #expect(events.map(\.event.name) == ["purchase", "", "scroll"])
        #expect(events.map(\.event.kind) == [.track, .identify, .track])
        #expect(
            events[0].event.parameters == [
                "value": 20.5, "count": 3, "currency": "EUR",
                "items": EventValue.array([
                    .object(["item_id": "A-1", "item_name": "Shoe", "price": 9.5, "quantity": 2, "size": "XL"])
                ]),
            ])
        #expect(events[0].context?["_et"]?.string == "12")
        #expect(events[1].event.parameters == ["plan": "pro", "age": 42])
        #expect(events[2].event.parameters == ["percent_scrolled": 90])
        // The query belongs to each line of the body. The user properties in the query become one event.
        let shared = try GA4Decoder.events(
            request("/g/collect", "en=a\r\nen=b&up.age=1\r\nen=c", query: query + [("up.plan", "pro")]))
        #expect(shared.map(\.event.name) == ["", "a", "", "b", "c"])
        #expect(shared[0].event.parameters == ["plan": "pro"])
        #expect(shared[2].event.parameters == ["age": "1"])
        // These values begin with a combining mark, which forms one `Character` with the letter before the value.
        let marked = try GA4Decoder.events(
            request("/g/collect", query: query + [("en", "a"), ("pr1", "idA~nm\u{301}X~ca\u{FE0F}")]))
        #expect(
            marked[0].event.parameters["items"]
                == .array([.object(["item_id": "A", "item_name": "\u{301}X", "item_category": "\u{FE0F}"])]))
        #expect(
            GA4Decoder.outcome(request("/g/collect", "ep.a=1", query: query)) == [
                "line 1.en: missing, expected a string"
            ])
    }

    @Test(arguments: [
        ("/o/sdk", "GET", "countly", "a request for settings", "{}"),
        ("/flags/", "GET", "mixpanel", "a request for flags or settings", #"{"flags":{}}"#),
        ("/settings/", "GET", "mixpanel", "a request for flags or settings", "{}"),
        ("/record/", "POST", "mixpanel", "a session recording", "1"),
        ("/s/", "POST", "posthog", "a session recording", #"{"status":1}"#),
        (
            "/v1/projects/k/settings", "GET", "segment", "a request for settings",
            #"{"integrations":{"Segment.io":{"apiKey":"k"}}}"#
        ),
        ("/v1/m", "POST", "segment", "the SDK's own metrics", #"{"success":true}"#),
        ("/v1/traces", "POST", "otlp", "trace spans", "{}"),
        ("/v1/metrics", "POST", "otlp", "metrics", "{}"),
        ("/debug/mp/collect", "POST", "ga4", "a request for validation", nil),
    ])
    func requestsWithoutEventsAreIgnored(
        path: String, method: String, vendor: String, reason: String, answer: String?
    ) throws {
        let request = request(path, method == "GET" ? "" : "{}", method: method)
        let decoder = try #require(WireDecoders.decoder(for: request)?.decoder)
        #expect(decoder.vendor == vendor)
        #expect(decoder.outcome(request) == ["ignored: \(reason)"])
        let reply = decoder.answer(request)
        #expect(reply.status == 200)
        if let answer { #expect(reply.body == answer) }
    }

    /// Tests a percent sign that begins no escape. The same code decodes queries and forms, so the test uses only a
    /// form.
    @Test func aBarePercentSignStandsForItself() throws {
        let form = request("/i", "app_key=k&device_id=d&events=[{\"key\":\"100%\"}]")
        #expect(try CountlyDecoder.events(form).map(\.event.name) == ["100%"])
    }

    @Test func unreservedDollarNamesAreParametersOfTheApp() throws {
        let mixpanel = request(
            "/track",
            #"{"event":"a","properties":{"token":"t","$os":"iOS","$mine":1,"mp_lib":"swift","mp_mine":2,"$el_id":"x"}}"#
        )
        let first = try #require(try MixpanelDecoder.events(mixpanel).first)
        #expect(first.event.parameters == ["$mine": 1, "mp_mine": 2])
        #expect(first.context == ["token": "t", "$os": "iOS", "mp_lib": "swift", "$el_id": "x"])
        let posthog = request(
            "/e/",
            #"{"api_key":"k","event":"a","distinct_id":"u","properties":{"$lib":"web","$mine":1,"$feature/f":true,"$os":"X"}}"#
        )
        let second = try #require(try PostHogDecoder.events(posthog).first)
        #expect(second.event.parameters == ["$mine": 1])
        for name in ["$lib", "$feature/f", "$os"] { #expect(second.context?[name] != nil, "\(name)") }
    }

    @Test(arguments: [
        (#"{"title":"Home","$pathname":"/a","$current_url":"http://h:1/a"}"#, "Home"),
        (#"{"$pathname":"/a","$current_url":"http://h:1/a"}"#, "/a"),
        (#"{"$current_url":"http://h:1/a"}"#, "http://h:1/a"),
        ("{}", ""),
    ])
    func postHogPagesAreNamedByTitlePathOrURL(properties: String, name: String) throws {
        let request = request(
            "/e/", #"{"api_key":"k","event":"$pageview","distinct_id":"u","properties":\#(properties)}"#)
        let event = try #require(try PostHogDecoder.events(request).first)
        #expect(event.event.kind == .page)
        #expect(event.event.name == name)
    }
}
