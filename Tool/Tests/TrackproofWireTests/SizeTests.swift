import TestSupport
import Testing
import Trackproof
import TrackproofWire

/// Tests that a decoder refuses a body that is larger than the vendor accepts.
struct SizeTests {
    /// A path, a body around spaces, and the greatest size of the body.
    private static let cases = [
        ("/v1/track", #"{"event":"a","userId":"u"}"#, 32 << 10),
        ("/v1/batch", #"{"batch":[{"type":"track","event":"a","userId":"u"}]}"#, 500 << 10),
        ("/v1/batch", #"{"batch":[{"type":"track","event":"a","userId":"u","channel":"mobile"}]}"#, 4_096_000),
        ("/2/httpapi", #"{"api_key":"k","events":[{"event_type":"a","user_id":"user-1"}]}"#, 1_000_000),
        ("/batch", #"{"api_key":"k","events":[{"event_type":"a","user_id":"user-1"}]}"#, 20_000_000),
        ("/batch", #"{"api_key":"k","batch":[{"event":"a","distinct_id":"u"}]}"#, 20 << 20),
        ("/e", #"{"api_key":"k","event":"a","distinct_id":"u"}"#, 2 << 20),
    ]

    @Test(arguments: cases) func aBodyHasALimit(path: String, body: String, most: Int) throws {
        // A debug build takes a second to read 20 MB, so the usual run reads less.
        let accepted = min(most, rounds(2_000_000, deep: most))
        for size in [accepted, most + 1] {
            let request = request(path, body + String(repeating: " ", count: size - body.utf8.count))
            let (decoder, own) = try #require(WireDecoders.decoder(for: request))
            if size == accepted {
                #expect(try decoder.decode(own).items.count == 1)
                continue
            }
            let rejection = #expect(throws: WireRejection.self) { try decoder.decode(own) }
            #expect(rejection?.kind == .tooLarge)
            #expect(rejection?.reason.hasSuffix("accepts at most \(most)") == true, "\(rejection?.reason ?? "")")
        }
    }

    @Test func anEventInABatchHasALimit() throws {
        func item(_ size: Int) -> String {
            let start = #"{"type":"track","event":"a","userId":"u","properties":{"x":""#
            return start + String(repeating: "x", count: size - start.utf8.count - 3) + #""}}"#
        }
        let request = request("/v1/batch", #"{"batch":[\#(item(32 << 10)),\#(item((32 << 10) + 1))]}"#)
        #expect(
            SegmentDecoder.outcome(request) == [
                "a", "batch.1: the event has 32769 bytes, and Segment accepts at most 32768",
            ])
    }

    @Test func anUploadToAmplitudeHasAtMost2000Events() throws {
        func body(_ count: Int) -> String {
            let item = #"{"event_type":"a","user_id":"user-1"}"#
            return #"{"api_key":"k","events":[\#(Array(repeating: item, count: count).joined(separator: ","))]}"#
        }
        #expect(AmplitudeDecoder.outcome(request("/2/httpapi", body(2_000))).count == 2_000)
        #expect(
            AmplitudeDecoder.outcome(request("/2/httpapi", body(2_001))) == [
                "whole: events: the upload has 2001 events, and Amplitude accepts at most 2000"
            ])
    }
}
