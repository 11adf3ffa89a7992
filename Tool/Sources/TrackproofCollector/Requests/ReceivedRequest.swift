internal import Trackproof
internal import TrackproofWire

/// A stored request, decoded: its items, by what became of them.
struct ReceivedRequest: Sendable {
    let stored: StoredRequest
    /// Events; the sequence of each is its place in the session, from 1.
    private(set) var events: [RecordedEvent] = []
    /// Events that had arrived before.
    private(set) var retries: [RecordedEvent] = []
    private(set) var rejections: [WireRejection] = []
    private(set) var ignored: [WireIgnored] = []

    /// Decodes a request.
    ///
    /// - Throws: ``ItemsDoNotFit`` if the store knows of more items than there are, or of fewer.
    init(_ stored: StoredRequest) throws(ItemsDoNotFit) {
        self.stored = stored
        if let rejection = stored.rejection {
            rejections = [rejection]
            return
        }
        guard !stored.items.isEmpty, case .success(let decoding) = DecodedRequest(stored.arrived.wire).result else {
            return
        }
        guard decoding.items.count == stored.items.count else { throw ItemsDoNotFit(request: stored.id) }
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

/// A request whose items in the store are not those that decoders find in it.
struct ItemsDoNotFit: Error, CustomStringConvertible {
    let request: Int64

    var description: String { "the items of request \(request) do not fit its body" }
}

extension WireRejection {
    /// An id that was given to two events.
    fileprivate static func reused(_ event: RecordedEvent, item: Int) -> WireRejection {
        WireRejection(
            field: "item \(item)",
            "the id \(EventValue.string(event.id ?? "")) was given to another event before; "
                + "the vendor would take this one for a retry and drop it")
    }
}
