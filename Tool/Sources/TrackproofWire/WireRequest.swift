package import Trackproof

/// What an SDK sent: a request of HTTP, its body as it was before any compression.
package struct WireRequest: Sendable {
    /// `POST`, in capitals.
    package var method: String
    /// The path without its query, still percent-encoded: `/v1/batch`.
    package var path: String
    /// The query's pairs in their order, decoded.
    package var query: [(name: String, value: String)]
    /// The headers in their order; names in small letters.
    package var headers: [(name: String, value: String)]
    /// The body, decompressed, whatever announced it: `Content-Encoding`, or only that it begins with 1F 8B, as what
    /// posthog-js sends with `?compression=gzip-js`.
    package var body: [UInt8]
    /// When it arrived.
    package var received: EventTime

    /// A request.
    package init(
        method: String = "POST", path: String, query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [], body: [UInt8] = [], received: EventTime = .now
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.received = received
    }
}

/// What the SDK is answered.
package struct WireReply: Sendable, Hashable {
    /// The status of HTTP.
    package var status: Int
    /// Nil where there is no body.
    package var contentType: String?
    /// The body.
    package var body: [UInt8]

    /// A reply.
    package init(status: Int = 200, contentType: String? = nil, body: [UInt8] = []) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }
}
