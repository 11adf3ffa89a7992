import Testing
import Trackproof
import TrackproofJSON
import TrackproofWire

/// Tests that an id that is an integer becomes a text of its digits, and that the integer stays in the context.
@Suite struct IdentifierTests {
    private struct Sample {
        let decoder: any WireDecoder.Type
        let path: String
        /// The body, with `ID` in place of each id.
        let body: String
        /// The names of the user's id, the anonymous id and the event's id. `nil` means that the body has no such id.
        let names: [String?]
    }

    private static let big = "9007199254740993"
    private static let samples = [
        Sample(
            decoder: SegmentDecoder.self, path: "/v1/track",
            body: #"{"event":"A","userId":ID,"anonymousId":ID,"messageId":ID}"#,
            names: ["userId", "anonymousId", "messageId"]),
        Sample(
            decoder: RudderStackDecoder.self, path: "/v1/track",
            body: #"{"channel":"server","event":"A","userId":ID,"anonymousId":ID,"messageId":ID}"#,
            names: ["userId", "anonymousId", "messageId"]),
        Sample(
            decoder: AmplitudeDecoder.self, path: "/2/httpapi",
            body: #"{"api_key":"k","events":[{"event_type":"A","user_id":ID,"device_id":ID,"insert_id":ID}]}"#,
            names: ["user_id", "device_id", "insert_id"]),
        Sample(
            decoder: MixpanelDecoder.self, path: "/track",
            body: #"{"event":"A","properties":{"$user_id":ID,"$device_id":ID,"$insert_id":ID}}"#,
            names: ["$user_id", "$device_id", "$insert_id"]),
        Sample(
            decoder: PostHogDecoder.self, path: "/capture",
            body: #"{"api_key":"k","event":"A","distinct_id":ID,"uuid":ID,"properties":{"$anon_distinct_id":ID}}"#,
            names: ["distinct_id", "$anon_distinct_id", "uuid"]),
        Sample(
            decoder: SnowplowDecoder.self, path: "/com.snowplowanalytics.snowplow/tp2",
            body: #"{"schema":"iglu:com.snowplowanalytics.snowplow/payload_data/jsonschema/1-0-4","#
                + #""data":[{"e":"se","se_ac":"A","uid":ID,"duid":ID,"eid":ID}]}"#,
            names: ["uid", "duid", "eid"]),
        Sample(
            decoder: GA4Decoder.self, path: "/mp/collect",
            body: #"{"user_id":ID,"client_id":ID,"events":[{"name":"A"}]}"#, names: ["user_id", "client_id", nil]),
        Sample(
            decoder: MatomoDecoder.self, path: "/matomo.php",
            body: #"{"requests":[{"idsite":1,"e_c":"c","e_a":"A","uid":ID,"_id":ID}]}"#, names: ["uid", "_id", nil]),
        Sample(
            decoder: CountlyDecoder.self, path: "/i/bulk",
            body: #"requests=[{"app_key":"k","t":1,"device_id":ID,"events":[{"key":"A","id":ID}]}]"#,
            names: [nil, "device_id", "id"]),
        Sample(
            decoder: OTLPLogsDecoder.self, path: "/v1/logs",
            body: #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"eventName":"A","attributes":["#
                + #"{"key":"user.id","value":{"intValue":ID}},{"key":"log.record.uid","value":{"intValue":ID}}]}]}]}]}"#,
            names: ["user.id", nil, "log.record.uid"]),
    ]

    @Test(arguments: samples.indices) func anIntegerIDBecomesTextAndStaysInTheContext(index: Int) throws {
        let sample = Self.samples[index]
        let body = sample.body.replacing("ID", with: Self.big)
        let event = try #require(try sample.decoder.events(request(sample.path, body)).first)
        #expect([event.event.user, event.anonymous, event.id] == sample.names.map { $0.map { _ in Self.big } })
        #expect(event.event.name == "A")
        #expect(event.event.parameters.allSatisfy { $0.value.integer == nil })
        for name in sample.names.compactMap(\.self) { #expect(event.context?[name] == .integer(9_007_199_254_740_993)) }
    }

    @Test(arguments: samples.indices) func aTextIDIsNotRepeatedInTheContext(index: Int) throws {
        let sample = Self.samples[index]
        let body = sample.body.replacing("intValue", with: "stringValue").replacing("ID", with: #""u-1""#)
        let event = try #require(try sample.decoder.events(request(sample.path, body)).first)
        #expect([event.event.user, event.anonymous, event.id] == sample.names.map { $0.map { _ in "u-1" } })
        // The fields `$user_id` and `distinct_id` stay in the context even if they are texts, so the loop skips them.
        let shared = ["$user_id", "distinct_id"]
        for name in sample.names.compactMap(\.self) where !shared.contains(name) {
            #expect(event.context?[name] == nil)
        }
    }

    @Test func integerIDsOfGroupsAndAliasesStayInTheContext() throws {
        let amplitude = #"{"api_key":"k","events":[{"event_type":"$groupidentify","groups":{"team":7}}]}"#
        let group = try #require(try AmplitudeDecoder.events(request("/2/httpapi", amplitude)).first)
        #expect(group.event.user == "7")
        #expect(group.context?["groups"] == .object(["team": 7]))

        let countly = #"requests=[{"app_key":"k","device_id":"d","old_device_id":7}]"#
        let alias = try #require(try CountlyDecoder.events(request("/i/bulk", countly)).first)
        #expect(alias.anonymous == "7")
        #expect(alias.context?["old_device_id"] == .integer(7))
    }

    @Test func postHogsNewAPIAnswersForIntegerIDs() {
        let body = #"{"batch":[{"event":"A","distinct_id":"u","uuid":1},{"distinct_id":"u","uuid":2}]}"#
        let sent = request("/i/v1/analytics/events", body, headers: [("authorization", "Bearer k")])
        #expect(
            PostHogDecoder.answer(sent).body
                == #"{"results":{"1":{"result":"ok"},"2":{"result":"drop","details":"missing, expected a string"}}}"#)
    }
}
