import Testing
import Trackproof
import TrackproofJSON
import TrackproofWire

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The requests of real SDKs, which the scripts in `Captured` recorded.
enum Captured {
    static let names = jsonNames + ["snowplow", "ga4", "otlp"]

    /// The SDKs that send one JSON text in the body of each request, or in a form.
    static let jsonNames = [
        "segment", "rudderstack", "amplitude", "mixpanel-5", "mixpanel-4", "posthog-7", "posthog-3",
    ]

    /// Returns the requests of one SDK, in order.
    static func requests(_ name: String) throws -> [WireRequest] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Captured/\(name).json")
        let captured = try EventValue(json: [UInt8](Data(contentsOf: file)), of: name)
        let requests = try #require(captured.object?["requests"]?.array)
        return try requests.map { try request($0) }
    }

    private static func request(_ value: EventValue) throws -> WireRequest {
        let members = try #require(value.object)
        func text(_ name: String) throws -> String { try #require(members[name]?.string) }
        func pairs(_ name: String) throws -> [(name: String, value: String)] {
            try #require(members[name]?.array).map {
                let pair = try #require($0.array)
                return (try #require(pair[0].string), try #require(pair[1].string))
            }
        }
        let body = try members["hex"]?.string.map(bytes(hex:)) ?? Array(try text("body").utf8)
        return WireRequest(
            method: try text("method"), path: try text("path"), query: try pairs("query"),
            headers: try pairs("headers"), body: body, received: arrival)
    }

    static func bytes(hex text: String) throws -> [UInt8] {
        let digits = Array(text)
        return try stride(from: 0, to: digits.count, by: 2).map {
            try #require(UInt8(String(digits[$0...($0 + 1)]), radix: 16))
        }
    }
}
