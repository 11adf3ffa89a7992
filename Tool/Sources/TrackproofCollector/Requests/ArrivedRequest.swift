internal import Trackproof
internal import TrackproofWire

/// A request as it arrived: what is kept, and from which everything else can be told again at any time.
struct ArrivedRequest: Sendable {
    /// When it was read to its end.
    let received: EventTime
    /// `POST`, in capitals.
    let method: String
    /// Path and query, as they were sent.
    let target: String
    /// The headers in their order; names in small letters.
    let headers: [(name: String, value: String)]
    /// The body, unzipped.
    let body: [UInt8]
}

extension ArrivedRequest {
    /// How much is kept of it.
    var bytes: Int {
        headers.reduce(body.count + target.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    }

    /// The request as decoders take it: without what the path says of the session.
    var wire: WireRequest {
        let target = RequestTarget(target)
        return WireRequest(
            method: method, path: target.path, query: target.query, headers: headers, body: body, received: received)
    }
}
