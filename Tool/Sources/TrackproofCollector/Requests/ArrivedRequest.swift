internal import Trackproof
internal import TrackproofWire

/// A request as it arrived.
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
    /// The compressed body, as it arrived or as ``deflated`` made it. `nil` if the body is kept uncompressed.
    var zipped: [UInt8]?
}

extension ArrivedRequest {
    /// The request with a compressed body in addition, if that is shorter.
    var deflated: ArrivedRequest {
        guard zipped == nil else { return self }
        var request = self
        request.zipped = body.deflated
        return request
    }

    /// The request for decoders, without the session in its path.
    var wire: WireRequest {
        WireRequest(
            method: method, path: target.path, query: target.query, headers: headers, body: body, received: received)
    }
}
