import Trackproof
import TrackproofWire

/// A stored request with its decoded items, grouped by outcome.
struct ReceivedRequest: Sendable {
    let stored: StoredRequest
    /// The new events. The `sequence` of an event is its position in the session, starting at 1.
    private(set) var events: [RecordedEvent] = []
    /// The retries: events that arrived again, with the same id and content.
    private(set) var retries: [RecordedEvent] = []
    private(set) var rejections: [WireRejection] = []
    private(set) var ignored: [WireIgnored] = []

    /// Decodes a stored request and groups its items by outcome.
    ///
    /// - Throws: ``ItemsDoNotFit`` if the decoder does not find as many items as `stored.items` contains.
    init(_ stored: StoredRequest) throws(ItemsDoNotFit) {
        self.stored = stored
        if let rejection = stored.rejection {
            rejections = [rejection]
            return
        }
        if stored.items.isEmpty { return }
        guard case .success(let decoding) = DecodedRequest(stored.arrived.wire).result,
            decoding.items.count == stored.items.count
        else { throw ItemsDoNotFit(request: stored.id) }
        var sequence = stored.firstSequence
        for (index, (item, known)) in zip(decoding.items, stored.items).enumerated() {
            switch (item, known.outcome) {
            case (.rejected(let rejection), _): rejections.append(rejection)
            case (.ignored(let what), _): ignored.append(what)
            case (.event, .refused): continue
            case (.event(let event), .retry): retries.append(event)
            case (.event(let event), .reused): rejections.append(.reused(event, item: index))
            case (.event(var event), _):
                event.sequence = sequence
                sequence += 1
                events.append(event)
            }
        }
    }
}

/// An error for a stored request whose body has more or fewer items than the store recorded.
struct ItemsDoNotFit: Error, CustomStringConvertible {
    let request: Int64

    var description: String { "the items of request \(request) do not match its body" }
}

extension WireRejection {
    /// Returns the rejection of an event that has the id of an earlier event, but other content.
    fileprivate static func reused(_ event: RecordedEvent, item: Int) -> WireRejection {
        WireRejection(
            field: "item \(item)",
            "an earlier event with other content has the id \(EventValue.string(event.id ?? "")); "
                + "the vendor would treat this event as a retry and drop it")
    }
}
