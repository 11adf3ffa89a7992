import Foundation
import Hummingbird
import Trackproof
import TrackproofWire

/// A request that arrived at the collector. Its items are not decoded yet.
struct ArrivedRequest: Sendable {
    /// The time at which the request was completely read.
    let received: EventTime
    /// The method in capitals, such as `POST`.
    let method: String
    let target: RequestTarget
    /// The headers in the order in which they arrived, with names in lower case.
    let headers: [(name: String, value: String)]
    /// The body after decompression.
    let body: [UInt8]
    /// The compressed body, or `nil` if the store keeps the body uncompressed.
    ///
    /// Either the client sent the body compressed, or ``deflated`` compressed it.
    var zipped: [UInt8]?
}

extension ArrivedRequest {
    /// Creates the arrived request from a request of the HTTP server and its body.
    init(_ request: Request, body: [UInt8], zipped: [UInt8]? = nil) {
        // Browsers send the cookies of a host to all of its ports, so a cookie may be a secret of another server.
        let headers = request.headers.filter { $0.name != .cookie }
        self.init(
            received: .now, method: request.method.rawValue, target: RequestTarget(request.head.path ?? "/"),
            headers: headers.map { ($0.name.canonicalName, $0.value) }, body: body, zipped: zipped)
    }

    /// A copy of this request that also has a compressed body, if compression makes the body shorter.
    var deflated: ArrivedRequest {
        guard zipped == nil else { return self }
        var request = self
        request.zipped = body.deflated
        return request
    }

    /// The request as the decoders read it. Its path does not contain the session's key.
    var wire: WireRequest {
        WireRequest(
            method: method, path: target.path, query: target.query, headers: headers, body: body, received: received)
    }
}

/// The parts of a request's target, such as `/s/KEY/segment/v1/batch?x=1`.
struct RequestTarget: Sendable {
    /// The path and the query, as the client sent them.
    let text: String
    /// The session's key, or `nil` if the path does not begin with `/s/`.
    let sessionKey: String?
    /// The path without `/s/KEY`, still percent-encoded, such as `/segment/v1/batch`.
    let path: String
    /// The decoded names and values of the query, in the order of the query.
    let query: [(name: String, value: String)]

    /// The prefix of all paths of the control API.
    static let control = "/trackproof/v1"
    /// The path to which clients post recordings. The collector handles a recording like a request of an SDK.
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

    /// Whether the target is a path of the control API after a session's key, such as `/s/KEY/trackproof/v1/wait`.
    ///
    /// The collector refuses such targets, because clients of the control API name the session in the query or in the
    /// body. Only the path ``events`` may follow a session's key.
    var isControlUnderSession: Bool { sessionKey != nil && path.hasPrefix(Self.control + "/") && path != Self.events }

    private static func pairs(_ text: Substring) -> [(name: String, value: String)] {
        text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (decoded(parts[0]), parts.count > 1 ? decoded(parts[1]) : "")
        }
    }

    /// Returns the decoded text, or the original text if the decoded bytes are not UTF-8.
    private static func decoded(_ text: Substring) -> String {
        String(validating: [UInt8](formEncoded: Array(text.utf8)[...]), as: UTF8.self) ?? String(text)
    }
}
