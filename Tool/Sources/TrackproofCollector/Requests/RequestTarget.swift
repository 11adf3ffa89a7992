internal import Foundation

/// Path and query of a request, taken apart: `/s/KEY/segment/v1/batch?x=1`.
struct RequestTarget {
    /// The session's key, where the path begins with one.
    let sessionKey: String?
    /// The path behind it, still percent-encoded: `/segment/v1/batch`.
    let path: String
    /// The query's pairs in their order, decoded.
    let query: [(name: String, value: String)]

    init(_ target: String) {
        let end = target.firstIndex(of: "?")
        let whole = target[..<(end ?? target.endIndex)]
        if whole.hasPrefix("/s/") {
            let key = whole.dropFirst(3).prefix { $0 != "/" }
            sessionKey = String(key)
            path = key.endIndex == whole.endIndex ? "/" : String(whole[key.endIndex...])
        } else {
            sessionKey = nil
            path = String(whole)
        }
        query = end.map { Self.pairs(target[$0...].dropFirst()) } ?? []
    }

    private static func pairs(_ text: Substring) -> [(name: String, value: String)] {
        text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (decoded(parts[0]), parts.count > 1 ? decoded(parts[1]) : "")
        }
    }

    /// What is no escape, or no UTF-8 when undone, stands for itself.
    private static func decoded(_ text: Substring) -> String {
        let spaced = String(text.replacing("+", with: " "))
        return spaced.contains("%") ? spaced.removingPercentEncoding ?? spaced : spaced
    }
}
