import Trackproof
import TrackproofWire

/// A request and its decoded items.
struct DecodedRequest: Sendable {
    /// The vendor's name, or an empty text if the request belongs to no known vendor.
    let vendor: String
    let result: Result<WireDecoding, WireRejection>
    private let decoder: (any WireDecoder.Type)?
    /// The request for the decoder. Its path contains neither the session's key nor the vendor's name.
    private let request: WireRequest

    init(_ request: WireRequest) {
        guard let (decoder, own) = WireDecoders.decoder(for: request) else {
            self.decoder = nil
            self.request = request
            vendor = ""
            result = .failure(WireRejection("\(request.method) \(request.path) does not belong to any vendor"))
            return
        }
        self.decoder = decoder
        self.request = own
        vendor = decoder.vendor
        do throws(WireRejection) {
            result = .success(try decoder.decode(own))
        } catch {
            result = .failure(error)
        }
    }

    /// The answer that the vendor would give to the request.
    var reply: WireReply {
        decoder?.reply(to: request, result) ?? WireReply(status: 404, contentType: "text/plain; charset=utf-8")
    }

    /// Returns the answer that the vendor would give if it rejected the first `count` events of the request.
    func reply(rejecting count: Int) -> WireReply {
        guard let decoder, case .success(var decoding) = result else { return reply }
        let events = decoding.items.indices.filter { if case .event = decoding.items[$0] { true } else { false } }
        for index in events.prefix(count) {
            // Amplitude's answer contains the indices of rejected events. ``AmplitudeDecoder`` reads the indices from
            // `field`.
            decoding.items[index] = .rejected(
                WireRejection(field: "events.\(index)", "a planned failure rejected this event"))
        }
        return decoder.reply(to: request, .success(decoding))
    }

    /// Whether the collector stores the request. For example, a browser's request for an icon is not worth storing.
    var isWorthKeeping: Bool {
        switch result {
        case .success(let decoding): !decoding.items.isEmpty
        case .failure: decoder != nil || !request.body.isEmpty || !request.query.isEmpty
        }
    }
}
