internal import Foundation
internal import TrackproofWire

/// The address of a request, taken apart: `/s/KEY/segment/v1/batch?x=1`.
struct RequestTarget: Sendable {
    /// Path and query, as they were sent.
    let text: String
    /// The session's key, where the path begins with one.
    let sessionKey: String?
    /// The path behind it, still percent-encoded: `/segment/v1/batch`.
    let path: String
    /// The query's pairs in their order, decoded.
    let query: [(name: String, value: String)]

    /// The path of the control API.
    static let control = "/trackproof/v1"
    /// Where recordings are posted. They are taken as requests of SDKs are.
    static let events = control + "/events"

    init(_ text: String) {
        self.text = text
        let end = text.firstIndex(of: "?")
        let whole = text[..<(end ?? text.endIndex)]
        if whole.hasPrefix("/s/") {
            let key = whole.dropFirst(3).prefix { $0 != "/" }
            sessionKey = String(key)
            path = key.endIndex == whole.endIndex ? "/" : String(whole[key.endIndex...])
        } else {
            sessionKey = nil
            path = String(whole)
        }
        query = end.map { Self.pairs(text[$0...].dropFirst()) } ?? []
    }

    /// Whether the path behind a session's key is one of the control API, which takes the session elsewhere.
    var asksUnderSession: Bool { sessionKey != nil && path.hasPrefix(Self.control + "/") && path != Self.events }

    private static func pairs(_ text: Substring) -> [(name: String, value: String)] {
        text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (decoded(parts[0]), parts.count > 1 ? decoded(parts[1]) : "")
        }
    }

    /// A text that is not UTF-8 once its escapes are undone stands for itself.
    private static func decoded(_ text: Substring) -> String {
        String(validating: [UInt8](formEncoded: Array(text.utf8)[...]), as: UTF8.self) ?? String(text)
    }
}
