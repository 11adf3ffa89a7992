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
