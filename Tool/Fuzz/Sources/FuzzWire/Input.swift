import Trackproof
import TrackproofWire

/// A request made from libFuzzer's bytes.
///
/// - The low four bits of the first byte select a decoder. If the highest bit is 1, ``grown(_:)`` makes the body large.
/// - The low six bits of the second byte select an endpoint. If the bit 0x40 is 1, the content type is that of HTML
///   forms.
/// - The other bytes are the body. If the method is GET or the bit 0x80 of the second byte is 1, the first line of
///   these bytes is the query, and the body begins after it.
struct Input {
    /// The decoder, or `nil` if `WireDecoders` selects the decoder for the request.
    let decoder: (any WireDecoder.Type)?
    let request: WireRequest

    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count >= 2 else { return nil }
        let vendor = Int(bytes[0] & 0x0F)
        decoder = vendor < WireDecoders.all.count ? WireDecoders.all[vendor] : nil
        let endpoint = Self.endpoints[Int(bytes[1] & 0x3F) % Self.endpoints.count]
        var body = Array(bytes.dropFirst(2))
        if bytes[0] & 0x80 != 0 { body = Self.grown(body) }
        var query: [(name: String, value: String)] = []
        if endpoint.method == "GET" || bytes[1] & 0x80 != 0 {
            let line = body.prefix { $0 != 0x0A }
            query = Self.query(line)
            body = Array(body.dropFirst(line.count + 1))
        }
        let type = bytes[1] & 0x40 != 0 ? "application/x-www-form-urlencoded" : endpoint.contentType
        request = WireRequest(
            method: endpoint.method, path: endpoint.path, query: query,
            headers: [("content-type", type), ("authorization", "Bearer key")], body: body)
    }

    private static func query(_ line: some Sequence<UInt8>) -> [(name: String, value: String)] {
        String(decoding: Array(line), as: UTF8.self).split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        }
    }

    /// Returns a large body made from a small body.
    ///
    /// The first two bytes 0x02 divide the small body into up to three parts. The second part is copied 2,000 times,
    /// with commas between the copies. In the first and third parts, each of the first eight bytes 0x01 becomes a text
    /// of 64 KiB.
    private static func grown(_ body: [UInt8]) -> [UInt8] {
        let long = Array(repeating: UInt8(ascii: "x"), count: 1 << 16)
        var (grown, texts) = ([UInt8](), 0)
        for (index, part) in body.split(separator: 2, maxSplits: 2, omittingEmptySubsequences: false).enumerated() {
            if index == 1 {
                grown += Array(repeatElement(part, count: 2_000).joined(separator: [UInt8(ascii: ",")]))
                continue
            }
            for byte in part {
                if byte == 1, texts < 8 { grown += long } else { grown.append(byte) }
                if byte == 1 { texts += 1 }
            }
        }
        return grown
    }

    private static let endpoints: [(method: String, path: String, contentType: String)] = [
        ("POST", "/v1/batch", "application/json"),
        ("POST", "/v1/track", "application/json"),
        ("POST", "/v1/identify", "application/json"),
        ("POST", "/v1/page", "application/json"),
        ("POST", "/v1/group", "application/json"),
        ("POST", "/v1/alias", "application/json"),
        ("POST", "/2/httpapi", "application/json"),
        ("POST", "/batch", "application/json"),
        ("POST", "/track", "application/json"),
        ("POST", "/engage", "application/json"),
        ("POST", "/groups", "application/json"),
        ("POST", "/import", "application/json"),
        ("POST", "/import", "application/x-ndjson"),
        ("POST", "/batch/", "application/json"),
        ("POST", "/e/", "text/plain"),
        ("GET", "/e/", ""),
        ("POST", "/i/v1/analytics/events", "application/json"),
        ("POST", "/com.snowplowanalytics.snowplow/tp2", "application/json"),
        ("GET", "/i", ""),
        ("POST", "/mp/collect", "application/json"),
        ("POST", "/debug/mp/collect", "application/json"),
        ("GET", "/matomo.php", ""),
        ("POST", "/matomo.php", "application/json"),
        ("POST", "/i", "application/x-www-form-urlencoded"),
        ("POST", "/i/bulk", "application/x-www-form-urlencoded"),
        ("POST", "/logs/v1/import/events", ""),
        ("POST", "/logs/v1/import/events.csv", "text/csv"),
        ("POST", "/v1/logs", "application/json"),
        ("POST", "/v1/logs", "application/x-protobuf"),
        ("POST", "/trackproof/v1/events", "application/x-ndjson"),
        ("GET", "/v1/projects/key/settings", ""),
        ("GET", "/sourceConfig", ""),
        ("GET", "/flags", ""),
    ]
}
