import Testing
import Trackproof
import TrackproofWire

@Suite struct WireDecodersTests {
    private func vendor(_ request: WireRequest) -> String? { WireDecoders.decoder(for: request)?.decoder.vendor }

    @Test func eachSDKsRequestsFindTheirDecoder() throws {
        for name in Captured.names {
            let vendors = Set(try Captured.requests(name).map { vendor($0) })
            #expect(vendors == [String(name.prefix { $0 != "-" })], "\(name)")
        }
    }

    @Test func aPathPrefixTakesPrecedenceOverTheBody() throws {
        let found = try #require(WireDecoders.decoder(for: request("/posthog/batch/", #"{"events":[]}"#)))
        #expect(found.decoder.vendor == "posthog")
        #expect(found.request.path == "/batch/")
        #expect(WireDecoders.decoder(for: request("/segment/v1/b"))?.request.path == "/v1/b")
        #expect(WireDecoders.decoder(for: request("/segment"))?.request.path == "/")
        #expect(vendor(request("/rudderstack/v1/batch", #"{"writeKey":"k"}"#)) == "rudderstack")
        #expect(vendor(request("/segmentation/v1/batch")) == nil)
        #expect(WireDecoders.decoder(for: request("/v1/b"))?.request.path == "/v1/b")
    }

    @Test(arguments: [
        ("/batch", #"{"api_key":"k","events":[]}"#, "amplitude"),
        ("/batch", #"{"api_key":"k","batch":[{"events":[]}]}"#, "posthog"),
        ("/batch/", #"{"api_key":"k","batch":[]}"#, "posthog"),
        ("/batch/", #"{"api_key":"k","events":[{"batch":1}]}"#, "amplitude"),
        ("/batch", "{", "amplitude"),
        ("/batch/", "{", "posthog"),
        ("/track", #"{"event":"A","properties":{"token":"0123abc"}}"#, "mixpanel"),
        ("/track/", "data=eyJldmVudCI6IkEifQ==", "mixpanel"),
        ("/track", #"{"event":"A","properties":{"token":"phc_1"}}"#, "posthog"),
        ("/track", #"{"event":"A","api_key":"k"}"#, "posthog"),
        ("/track", "!", "mixpanel"),
        ("/engage", #"[{"$token":"0123abc","$set":{}}]"#, "mixpanel"),
        ("/engage/", #"{"api_key":"k","$set":{}}"#, "posthog"),
        ("/groups", "[]", "mixpanel"),
        ("/import", "[]", "mixpanel"),
        ("/2/httpapi", "{}", "amplitude"),
        ("/v1/batch", #"{"batch":[{"channel":"server"}],"sentAt":"x","writeKey":"k"}"#, "segment"),
        ("/v1/batch", #"{"batch":[{"properties":{"channel":"x"}},{"channel":"server"}]}"#, "segment"),
        ("/v1/batch", #"{"batch":[{"properties":{"writeKey":"x"},"channel":"server"}]}"#, "rudderstack"),
        ("/v1/track", #"{"channel":"mobile"}"#, "rudderstack"),
        ("/v1/track", "{}", "segment"),
        ("/v1/identify/", "{", "segment"),
        ("/sourceConfig", "", "rudderstack"),
        ("/v1/projects/k/settings", "", "segment"),
        ("/capture/", "", "posthog"),
        ("/e", "", "posthog"),
        ("/i/v0/e/", "", "posthog"),
        ("/i/v1/analytics/events", "", "posthog"),
        ("/flags/", "", "posthog"),
    ]) func theBodyDecidesAPathThatVendorsShare(path: String, body: String, expected: String) {
        #expect(vendor(request(path, body)) == expected)
        // Only one decoder recognizes the request, so the order of the decoders does not matter.
        #expect(WireDecoders.all.count { $0.recognizes(request(path, body)) } == 1)
    }

    @Test func aHeaderIdentifiesRudderStacksSDK() {
        let first = request("/v1/batch", #"{"batch":[]}"#, headers: [("anonymousid", "eA==")])
        #expect(vendor(first) == "rudderstack")
    }

    @Test(arguments: ["/", "", "/i", "/v1", "/batches", "/x/track", "/2/httpapi/x", "track"])
    func anUnknownPathHasNoDecoder(path: String) {
        #expect(vendor(request(path, "{}")) == nil)
    }

    @Test func vendorsAreDistinct() {
        #expect(Set(WireDecoders.all.map { $0.vendor }).count == WireDecoders.all.count)
    }
}
