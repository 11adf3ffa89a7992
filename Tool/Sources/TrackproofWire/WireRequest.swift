package import Trackproof

/// An HTTP request from an SDK, with its body decompressed.
package struct WireRequest: Sendable {
    /// The HTTP method in capitals, such as `POST`.
    package var method: String
    /// The path without its query, still percent-encoded, such as `/v1/batch`.
    package var path: String
    /// The decoded pairs of the query, in the order of the query.
    package var query: [(name: String, value: String)]
    /// The headers in the order of the request, with lowercase names.
    package var headers: [(name: String, value: String)]
    /// The body after decompression.
    ///
    /// The collector decompresses a body if `Content-Encoding` names gzip or deflate, or if the body begins with 1F 8B,
    /// the signature of gzip. posthog-js sends gzip without a `Content-Encoding`, and with `compression=gzip-js` in the
    /// query.
    package var body: [UInt8]
    /// The time at which the request arrived.
    package var received: EventTime

    /// Creates a request.
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

/// The reply to an SDK.
package struct WireReply: Sendable, Hashable {
    /// The HTTP status code.
    package var status: Int
    /// The content type, or `nil` if there is no body.
    package var contentType: String?
    /// The body.
    package var body: [UInt8]

    /// Creates a reply.
    package init(status: Int = 200, contentType: String? = nil, body: [UInt8] = []) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }
}
