import TestSupport
import Testing
import Trackproof
import TrackproofWire

/// Tests that every request gets an answer, and that no request crashes a decoder.
@Suite struct HostileRequestTests {
    /// Passes the request to every decoder, and checks that each decoder returns a reply with a valid status.
    private func deliver(_ request: WireRequest) {
        for decoder in WireDecoders.all {
            _ = decoder.recognizes(request)
            #expect(100..<600 ~= decoder.answer(request).status)
        }
    }

    @Test(arguments: Captured.jsonNames) func truncatedBodiesAreAnsweredAndTruncatedJSONIsRefused(name: String) throws {
        for request in try Captured.requests(name) {
            let decoder = try #require(WireDecoders.decoder(for: request)).decoder
            // A truncated form is still a valid form, so only truncated JSON must be rejected.
            let isForm = request.body.starts(with: "data=".utf8)
            for length in stride(from: 0, to: request.body.count, by: rounds(49, deep: 7)) {
                var cut = request
                cut.body = Array(request.body.prefix(length))
                deliver(cut)
                if !isForm { #expect(throws: WireRejection.self) { try decoder.decode(cut) } }
            }
        }
    }

    @Test(arguments: Captured.names) func requestsWithChangedBytesAreAnswered(name: String) throws {
        var random = SeededGenerator(seed: 1)
        func next() -> Int { Int(random.next() >> 33) }
        let marks = Array(#"{}[]",:0-9.e\%=&nt"#.utf8) + [0, 1, 0x0A, 0x12, 0x1F, 0x7F, 0x8B, 0xFF, 0xC3]
        for request in try Captured.requests(name) where !request.body.isEmpty {
            for _ in 0..<rounds(10, deep: 60) {
                var changed = request
                for _ in 0...(next() % 3) { changed.body[next() % changed.body.count] = marks[next() % marks.count] }
                if next() % 4 == 0 { changed.body.removeLast(next() % changed.body.count) }
                deliver(changed)
            }
        }
    }

    @Test func nestingDepthHasALimit() {
        let deep = String(repeating: "[", count: rounds(3_000, deep: 100_000))
        for path in ["/v1/batch", "/2/httpapi", "/track", "/batch/", "/i/v1/analytics/events"] {
            deliver(request(path, deep))
            deliver(request(path, #"{"batch":"# + deep))
        }
        #expect(
            SegmentDecoder.outcome(request("/v1/batch", #"{"batch":"# + deep)) == [
                "whole: line 1, column 137: nested deeper than 128 levels"
            ])
    }

    private static let paths = [
        "", "/", "//", "///v1//batch//", "/v1/%00", "/segment//", "/posthog", "/array/", "é", "/v1/é", "/i", "/i/bulk",
        "/mp/collect", "/debug/mp/collect", "/x/matomo.php", "/logs/v1/import/events", "/logs/v1/import/events.csv",
        "/v1/logs", "/com.snowplowanalytics.snowplow/tp2", "/trackproof/v1/events",
    ]

    @Test func unusualPathsAndBodiesAreAnswered() {
        let deep = String(repeating: "[", count: 300)
        let bodies = [
            "", "{}", "[]", "null", "7", "=", "&&=&", "%", "%f", "\u{0}", "\"", ",\n,", "data=", deep,
            #"{"requests":"# + deep, #"{"events":"# + deep, #"{"resourceLogs":[{"scopeLogs":"# + deep,
            "requests=" + deep, "events=" + deep,
        ]
        let query = [("", "x"), ("e", "ue"), ("ue_px", "é"), ("data", ""), ("compression", "é")]
        for path in Self.paths {
            for body in bodies {
                for method in ["GET", "POST"] { deliver(request(path, body, method: method, query: query)) }
            }
        }
    }
}
