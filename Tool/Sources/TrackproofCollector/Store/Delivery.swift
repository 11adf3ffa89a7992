internal import Trackproof
internal import TrackproofWire

/// A request on its way into the store: as it arrived, and what its items are. What they say is not kept meanwhile;
/// many may wait, and hardly any is asked again.
struct Delivery: Sendable {
    /// An item of a request.
    enum Item: Sendable {
        /// An event, and its id where it has one: hashed here, so that the store's one writer has less to do.
        case event(EventKey?)
        case rejected
    }

    /// The session's row.
    let session: Int64
    let arrived: ArrivedRequest
    /// The vendor's name; empty for a request that is nobody's.
    let vendor: String
    /// Nil where the request was rejected as a whole.
    let items: [Item]?
    /// Why it was turned away before it was decoded; nil for one that was not.
    let refusal: String?

    init(_ arrived: ArrivedRequest, _ decoded: DecodedRequest, session: Int64) {
        self.session = session
        self.arrived = arrived
        vendor = decoded.vendor
        refusal = nil
        switch decoded.result {
        case .failure: items = nil
        case .success(let decoding):
            items = decoding.items.map { item in
                guard case .event(let event) = item else { return .rejected }
                return .event(event.id.map { EventKey(vendor: decoded.vendor, id: $0) })
            }
        }
    }

    /// A request that was turned away before it was decoded.
    init(_ arrived: ArrivedRequest, refused reason: String, vendor: String, session: Int64) {
        self.session = session
        self.arrived = arrived
        self.vendor = vendor
        items = nil
        refusal = reason
    }

    /// The events, decoded once more; nil in the place of what was rejected.
    var events: [Event?] {
        guard case .success(let decoding) = DecodedRequest(arrived.wire).result else { return [] }
        return decoding.items.map { if case .event(let recorded) = $0 { recorded.event } else { nil } }
    }
}
