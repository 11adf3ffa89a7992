public import Trackproof

/// What an SDK sent: a request of HTTP, its body as it was before any compression.
public struct WireRequest: Sendable {
    /// `POST`, in capitals.
    public var method: String
    /// The path without its query, still percent-encoded: `/v1/batch`.
    public var path: String
    /// The query's pairs in their order, decoded.
    public var query: [(name: String, value: String)]
    /// The headers in their order; names in small letters.
    public var headers: [(name: String, value: String)]
    /// The body, decompressed, whatever announced it: `Content-Encoding`, or only that it begins with 1F 8B, as what
    /// posthog-js sends with `?compression=gzip-js`.
    public var body: [UInt8]
    /// When it arrived.
    public var received: EventTime

    /// A request.
    public init(
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
public struct WireReply: Sendable, Hashable {
    /// The status of HTTP.
    public var status: Int
    /// Nil where there is no body.
    public var contentType: String?
    /// The body.
    public var body: [UInt8]

    /// A reply.
    public init(status: Int = 200, contentType: String? = nil, body: [UInt8] = []) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }
}
