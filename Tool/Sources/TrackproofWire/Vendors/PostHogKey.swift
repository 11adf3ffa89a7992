import Foundation
import Trackproof
import TrackproofPlatform

/// The key of a project in requests of PostHog's first API.
enum PostHogKey {
    /// Throws a rejection if the items of a request have no key, several keys, or a key that the server refuses.
    static func check(_ items: [EventValue]) throws(WireRejection) {
        let keys = Set(items.compactMap(key))
        guard let key = keys.first else { throw .missing("api_key", "a string") }
        if keys.count > 1 { throw WireRejection(field: "api_key", "expected one key, found \(keys.count)") }
        if key.hasPrefix("phx_") {
            throw WireRejection(field: "api_key", "expected the key of a project, found a personal key")
        }
        if key.utf8.count > maxLength {
            throw WireRejection(
                field: "api_key", "expected at most \(maxLength) characters, found \(key.utf8.count)")
        }
        if !key.utf8.allSatisfy({ 1..<0x80 ~= $0 }) {
            throw WireRejection(field: "api_key", "expected ASCII characters, found \(key.quotedForDisplay)")
        }
    }

    /// The maximum length of a key, in bytes.
    private static let maxLength = 64

    /// Returns the key that a request, or an item of a request, contains.
    private static func key(_ value: EventValue) -> String? {
        guard let members = value.object else { return nil }
        let properties = members["properties"]?.object
        for name in ["api_key", "token", "$token"] {
            if let key = members[name]?.string ?? properties?[name]?.string {
                return key.trimmingCharacters(in: .whitespaces)
            }
        }
        return nil
    }
}
