import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofWire

/// Tests that every request gets an answer, and that no request crashes a decoder.
@Suite struct HostileVendorTests {
    private static let decoders: [any WireDecoder.Type] = [
        SnowplowDecoder.self, GA4Decoder.self, MatomoDecoder.self, CountlyDecoder.self, AppMetricaDecoder.self,
        OTLPLogsDecoder.self, RecordingDecoder.self,
    ]
    private static let paths = [
        "", "/", "/i", "/i/bulk", "/mp/collect", "/debug/mp/collect", "/x/matomo.php", "/logs/v1/import/events",
        "/logs/v1/import/events.csv", "/v1/logs", "/com.snowplowanalytics.snowplow/tp2", "/trackproof/v1/events", "é",
    ]

    private func deliver(_ request: WireRequest) {
        for decoder in Self.decoders {
            _ = decoder.recognizes(request)
            #expect(100..<600 ~= decoder.answer(request).status)
        }
    }

    @Test func unusualPathsAndBodiesAreAnswered() {
        let deep = String(repeating: "[", count: 3_000)
        let bodies = [
            "", "{}", "[]", "null", "7", "=", "&&=&", "%", "%f", "\u{0}", "\"", ",\n,", deep, #"{"requests":"# + deep,
            #"{"events":"# + deep, #"{"resourceLogs":[{"scopeLogs":"# + deep, "requests=" + deep, "events=" + deep,
        ]
        for path in Self.paths {
            for body in bodies {
                for method in ["GET", "POST"] {
                    deliver(request(path, body, method: method, query: [("", "x"), ("e", "ue"), ("ue_px", "é")]))
                }
            }
        }
    }

    @Test(arguments: ["snowplow", "ga4", "otlp"]) func requestsWithChangedBytesAreAnswered(name: String) throws {
        var random = SeededGenerator(seed: 1)
        func next() -> Int { Int(random.next() >> 33) }
        let marks = Array(#"{}[]",:0-9.e\%=&nt"#.utf8) + [0, 1, 0x0A, 0x12, 0x7F, 0xFF, 0xC3]
        for request in try Captured.requests(name) where !request.body.isEmpty {
            for _ in 0..<60 {
                var changed = request
                for _ in 0...(next() % 3) { changed.body[next() % changed.body.count] = marks[next() % marks.count] }
                if next() % 4 == 0 { changed.body.removeLast(next() % changed.body.count) }
                deliver(changed)
            }
        }
    }
}
