internal import Trackproof
internal import TrackproofWire

/// A request of a client, before its items are decoded.
struct ArrivedRequest: Sendable {
    /// The time at which the request was completely read.
    let received: EventTime
    /// The method in capitals, such as `POST`.
    let method: String
    let target: RequestTarget
    /// The headers in their order, with names in lower case.
    let headers: [(name: String, value: String)]
    /// The body, decompressed.
    let body: [UInt8]
    /// The compressed body, or `nil` if the store keeps the body uncompressed.
    ///
    /// Either the client compressed the body, or ``deflated`` did.
    var zipped: [UInt8]?
}

extension ArrivedRequest {
    /// A copy of this request. The copy also has a compressed body if compression makes the body shorter.
    var deflated: ArrivedRequest {
        guard zipped == nil else { return self }
        var request = self
        request.zipped = body.deflated
        return request
    }

    /// The request in the form that decoders read. Its path does not contain the session's key.
    var wire: WireRequest {
        WireRequest(
            method: method, path: target.path, query: target.query, headers: headers, body: body, received: received)
    }
}
