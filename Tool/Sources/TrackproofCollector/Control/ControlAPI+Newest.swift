import Hummingbird
import Trackproof
import TrackproofJSON

extension ControlAPI {
    /// The maximum duration of the search in ``newestEvents(_:of:_:)``.
    private static let searchTime = Duration.seconds(5)

    /// Returns the newest `count` events as JSON: `{"events":[…],"next":7,"whole":true}`.
    ///
    /// The closure `item` returns an event as JSON if it matches the client's filter. The answer lists the events in the
    /// order of arrival. The member `next` is the id of the newest request in the store. The member `whole` is
    /// `false` if the store may contain more matching events.
    func newestEvents(
        _ count: Int, of query: RequestQuery, _ item: (RecordedEvent, StoredRequest) -> EventValue?
    ) async throws -> Response {
        let newest = store.arrivals.newest
        var query = query
        query.before = newest + 1
        let end = ContinuousClock.now + Self.searchTime
        // The events as JSON, the newest event first.
        var found: [String] = []
        var bytes = 0
        var isWhole = true
        let reservation = reading.budget.reservation()
        func isOver() -> Bool { found.count >= count || bytes >= Self.maxBytes || .now >= end }
        try await store.forEach(query) { received in
            // The time is also tested here, because a request may contain no events.
            isWhole = !isOver()
            for event in received.events.reversed() {
                isWhole = !isOver()
                guard isWhole else { return false }
                guard let text = item(event, received.stored)?.json else { continue }
                found.append(text)
                bytes += text.utf8.count
                try reservation.grow(to: 3 * bytes)
            }
            return isWhole
        }
        let events = found.reversed().joined(separator: ",")
        return .json(#"{"events":[\#(events)],"next":\#(newest),"whole":\#(isWhole)}"#, holding: reservation)
    }
}
