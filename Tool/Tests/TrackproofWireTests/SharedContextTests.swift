import Testing
import Trackproof
import TrackproofWire

/// Tests of the limit on the context that the events of a request share.
///
/// A request contains the context once, but a recording repeats it in each event. Without the limit, a small request
/// could become a large recording.
@Suite struct SharedContextTests {
    private struct Batch {
        let decoder: any WireDecoder.Type
        let path: String
        let items: String
        let item: String
        var headers: [(name: String, value: String)] = []

        func request(_ text: Int, _ count: Int) -> WireRequest {
            let note = String(repeating: "x", count: text)
            let list = Array(repeating: item, count: count).joined(separator: ",")
            return WireRequest(
                path: path, headers: headers,
                body: Array(#"{"api_key":"k","\#(items)":[\#(list)],"note":"\#(note)"}"#.utf8))
        }
    }

    /// Segment and Amplitude refuse such a large request anyway.
    private static let batches = [
        Batch(
            decoder: RudderStackDecoder.self, path: "/v1/batch", items: "batch",
            item: #"{"type":"track","userId":"u","event":"A","channel":"server"}"#),
        Batch(
            decoder: PostHogDecoder.self, path: "/batch/", items: "batch", item: #"{"event":"A","distinct_id":"u"}"#),
        Batch(
            decoder: PostHogDecoder.self, path: "/i/v1/analytics/events", items: "batch",
            item: #"{"event":"A","distinct_id":"u"}"#, headers: [("authorization", "Bearer k")]),
    ]

    @Test(arguments: batches.indices) func aMillionSharedBytesForTenThousandEventsAreRefused(index: Int) {
        let batch = Self.batches[index]
        #expect(
            batch.decoder.outcome(batch.request(1_000_000, 10_000)) == [
                "whole: 10000 events share 1000025 bytes of context, too much to repeat in each"
            ])
        // Much context with few events is accepted. Many events with little context are accepted too.
        #expect(batch.decoder.outcome(batch.request(1_000_000, 50)).count == 50)
        #expect(batch.decoder.outcome(batch.request(6_000, 10_000)).count == 10_000)
    }

    @Test func amplitudeAnswersTooMuchSharedContextWithStatus413() {
        let batch = Batch(
            decoder: AmplitudeDecoder.self, path: "/batch", items: "events",
            item: #"{"event_type":"A","user_id":"user-1"}"#)
        #expect(
            AmplitudeDecoder.answer(batch.request(1_000_000, 2_000))
                == (413, #"{"code":413,"error":"Payload too large"}"#))
    }
}
