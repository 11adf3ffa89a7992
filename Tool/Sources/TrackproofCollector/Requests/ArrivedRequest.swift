internal import Trackproof
internal import TrackproofWire

/// A request as it arrived.
struct ArrivedRequest: Sendable {
    /// When it was read to its end.
    let received: EventTime
    /// `POST`, in capitals.
    let method: String
    let target: RequestTarget
    /// The headers in their order; names in small letters.
    let headers: [(name: String, value: String)]
    /// The body, unzipped.
    let body: [UInt8]
    /// The body as it was sent, if it was zipped, or as it is to be kept.
    var zipped: [UInt8]?
}

extension ArrivedRequest {
    /// The request with its body also zipped, if that makes it shorter.
    var deflated: ArrivedRequest {
        guard zipped == nil else { return self }
        var request = self
        request.zipped = body.deflated
        return request
    }

    /// The request as decoders take it: without what the path says of the session.
    var wire: WireRequest {
        WireRequest(
            method: method, path: target.path, query: target.query, headers: headers, body: body, received: received)
    }
}
