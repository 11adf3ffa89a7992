internal import Trackproof
internal import TrackproofWire

/// A request as the store has it: as it arrived, and what of it counts. Its events are decoded again when they are asked
/// for: what was received is the one truth.
struct StoredRequest: Sendable {
    /// Grows with each request, in the order of arrival; of one that was removed it is not given again.
    let id: Int64
    /// The session's row.
    let session: Int64
    /// The vendor's name; empty for a request that is nobody's.
    let vendor: String
    let arrived: ArrivedRequest
    let ledger: LedgerLine
    /// Why it was turned away before it was decoded; nil for one that was not.
    let refusal: String?
}

/// What of a request counts.
struct LedgerLine: Sendable, Hashable {
    /// The place of its first event in the session, from 1.
    var firstSequence: Int64 = 1
    /// How many of its items are events; retries are not.
    var events = 0
    /// How many of its items were rejected; 1 where it was rejected as a whole.
    var rejected = 0
    /// The items that had arrived before.
    var retries: [Int] = []
    /// The items whose id had been given to another event before.
    var reused: [Int] = []

    /// How many items it has; 1 where it has none that is known.
    var items: Int { max(events + rejected + retries.count, 1) }
}

extension StoredRequest {
    /// What the request said.
    func decoded() -> ReceivedRequest {
        if let refusal {
            return ReceivedRequest(stored: self, items: [.rejected(WireRejection(refusal))])
        }
        let items: [WireDecoding.Item]
        switch DecodedRequest(arrived.wire).result {
        case .success(let decoding): items = decoding.items
        case .failure(let rejection): items = [.rejected(rejection)]
        }
        let retries = Set(ledger.retries)
        let reused = Set(ledger.reused)
        var sequence = ledger.firstSequence
        return ReceivedRequest(
            stored: self,
            items: items.enumerated().map { index, item in
                switch item {
                case .rejected(let rejection): return .rejected(rejection)
                case .event(let event) where retries.contains(index): return .retry(event)
                case .event(let event) where reused.contains(index): return .rejected(.reused(event, item: index))
                case .event(var event):
                    event.sequence = sequence
                    sequence += 1
                    return .event(event)
                }
            })
    }
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
