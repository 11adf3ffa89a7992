import Testing
import Trackproof
import TrackproofSnapshots
import TrackproofWire

/// Tests that the version of the decoders increases if their output changes.
///
/// A store refers to an item by its position in this output. The collector refuses a store of another version.
@Suite struct DecoderVersionTests {
    @Test func changedDecodingRequiresANewVersion() throws {
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        for request in try requests {
            for byte in text(request).utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        #expect(
            [UInt64(WireDecoders.version), digest] == [7, 17_070_107_837_275_404_121],
            "the output of the decoders has changed: increase WireDecoders.version, and write both new numbers here")
    }

    private var requests: [WireRequest] {
        get throws {
            let captured = try Captured.names.flatMap { try Captured.requests($0) }
            let parameters = Array(#"{"big":18446744073709552000,"$mine":1,"$os":"x","text":"20"}"#.utf8)
            return captured + WireValueTests.batches.map { $0.request(parameters) } + [
                request(
                    "/matomo.php", method: "GET",
                    query: [("idsite", "1"), ("rec", "1"), ("e_c", "c"), ("e_a", "a"), ("e_v", "9.50")]),
                request("/i", "app_key=k&device_id=d&events=[{\"key\":\"a\",\"count\":2}]"),
                request("/g/collect", "en=a&epn.n=1&pr1=idx~pr2", query: [("cid", "c")]),
                request("/logs/v1/import/events", query: [("event_name", "a"), ("profile_id", "p")]),
                request("/v1/traces", "{}"), request("/nobody", "x"),
            ]
        }
    }

    /// Returns the complete output of the decoders for a request, as a text.
    private func text(_ request: WireRequest) -> String {
        guard let (decoder, own) = WireDecoders.decoder(for: request) else { return "nobody's\n" }
        do throws(WireRejection) {
            return try decoder.decode(own).items.map { item in
                switch item {
                case .event(let event): String(decoding: Recording([event]).bytes, as: UTF8.self)
                case .rejected(let rejection): "rejected \(rejection)\n"
                case .ignored(let entry): "ignored \(entry.field): \(entry.reason)\n"
                }
            }.joined()
        } catch {
            return "whole \(error)\n"
        }
    }
}
