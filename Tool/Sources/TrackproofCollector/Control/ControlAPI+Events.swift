import HTTPTypes
import Hummingbird
import Trackproof
import TrackproofJSON
import TrackproofPlanning
import TrackproofSnapshots

// Lists of stored events, items and requests.
extension ControlAPI {
    /// The maximum number of events that a client may ask for in one answer.
    ///
    /// An answer with the newest events never exceeds this limit. Any other answer can exceed this limit, because the
    /// answer contains either all or none of the matching events of an SDK request.
    static let maxEvents = 10_000
    /// The size in bytes at which an answer is full. The SDK request that reaches this size is the last in the answer.
    static let maxBytes = 16 << 20
    /// The maximum duration of a search for the newest events.
    private static let searchTime = Duration.seconds(5)

    func events(_ request: Request) async throws -> Response {
        var input = ControlInput(query: request)
        let session = try sessionOrAll(&input)
        var query = RequestQuery(session: session?.id)
        var filter = try filter(&input, parameters: { $0.prefixed("parameter.") })
        let text = try input.string("text") ?? ""
        guard text.utf8.count <= 1_000 else { throw ControlError(field: "text", "is longer than 1,000 bytes") }
        filter.words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        if let status = try input.choice("plan", PlanStatus.self) {
            filter.plan = (status, try requiredPlan())
        }
        query.vendor = filter.vendor
        let items = { [filter, plan] (received: ReceivedRequest) in
            received.events.lazy.filter { filter.matches($0, from: received.stored.vendor) }.map { event in
                (session == nil ? event.withoutSequence : event).value(of: received.stored.id, plan)
            }
        }
        guard let newest = try input.integer("newest", in: 1...Int64(Self.maxEvents)) else {
            return try await page(of: query, "events", &input) { Array(items($0)) }
        }
        try input.end()
        return try await newestEvents(Int(newest), of: query) { items($0).reversed() }
    }

    func rejected(_ request: Request) async throws -> Response {
        try await list("rejected", request, holding: .rejected, \.rejectionsAsJSON)
    }

    func ignored(_ request: Request) async throws -> Response {
        try await list("ignored", request, holding: .ignored, \.ignoredAsJSON)
    }

    func retries(_ request: Request) async throws -> Response {
        try await list("retries", request, holding: .retries, \.retriesAsJSON)
    }

    /// Lists the requests of a session with their times and answers, including requests that got a planned failure.
    func requests(_ request: Request) async throws -> Response {
        try await list("requests", request) { [.object(members(of: $0.stored).merging($0.stored.counts))] }
    }

    private func list(
        _ name: String, _ request: Request, holding: RequestQuery.Holding? = nil,
        _ items: (ReceivedRequest) -> [EventValue]
    ) async throws -> Response {
        var input = ControlInput(query: request)
        var query = RequestQuery(session: try sessionOrAll(&input)?.id, holding: holding)
        query.vendor = try input.vendor()
        return try await page(of: query, name, &input, items)
    }

    /// Returns the items of stored requests as JSON: `{"events":[…],"next":7,"whole":true}`.
    ///
    /// The input may contain `after`, the id of a request, and `limit`, a number of items. The answer begins with the
    /// request that follows the request `after`. It ends with the request whose items reach the limit, and contains all
    /// items of this request. The member `next` is the id of the last request in the answer. A client passes `next` as
    /// `after` to get the items that follow. The member `whole` is `false` if there may be more items.
    private func page(
        of query: RequestQuery, _ name: String, _ input: inout ControlInput,
        _ read: (ReceivedRequest) -> [EventValue]
    ) async throws -> Response {
        var query = query
        let limit = try input.integer("limit", in: 1...Int64(Self.maxEvents)) ?? 1_000
        query.after = try await after(&input)
        try input.end()
        var items = ItemsJSON(admission.answer())
        var next = query.after
        var isWhole = true
        try await store.forEach(query) { received in
            isWhole = items.count < limit && items.bytes < Self.maxBytes
            guard isWhole else { return false }
            for item in read(received) { try items.append(item) }
            next = received.stored.id
            return true
        }
        return items.response(name, next: next, isWhole: isWhole)
    }

    /// Returns the newest `count` events as JSON: `{"events":[…],"next":7,"whole":true}`.
    ///
    /// The closure `read` returns the matching events of a request, the newest first. The answer lists the events in the
    /// order of arrival. The member `next` is the id of the newest request in the store. The member `whole` is
    /// `false` if the store may contain more matching events.
    private func newestEvents<Items: Sequence<EventValue>>(
        _ count: Int, of query: RequestQuery, _ read: (ReceivedRequest) -> Items
    ) async throws -> Response {
        let newest = store.arrivals.newest
        var query = query
        query.before = newest + 1
        let end = ContinuousClock.now + Self.searchTime
        var items = ItemsJSON(admission.answer())
        var isWhole = true
        func isFull() -> Bool { items.count >= count || items.bytes >= Self.maxBytes || .now >= end }
        try await store.forEach(query) { received in
            // A request without matching events also takes time.
            isWhole = !isFull()
            for item in read(received) {
                isWhole = !isFull()
                guard isWhole else { return false }
                try items.append(item)
            }
            return isWhole
        }
        items.reverse()
        return items.response("events", next: newest, isWhole: isWhole)
    }

    /// Returns the stored request whose id is in the path, with its headers, its body and its items.
    func showRequest(_ context: CollectorContext) async throws -> Response {
        let text = context.parameters.get("id") ?? ""
        let memory = admission.answer()
        let shown = try await store.request(Int64(text) ?? 0, holding: memory) { received in
            members(of: received.stored).merging(received.stored.content).merging(received.items(plan)).json
        }
        guard let shown else {
            throw ControlError(.notFound, field: "id", "no request has the id \(EventValue.string(text))")
        }
        return .json(shown, holding: memory)
    }

    /// Returns the members that each JSON form of a request has.
    func members(of request: StoredRequest) -> EventParameters {
        request.members(in: store.sessions.session(row: request.session))
    }

    // MARK: Input

    /// Returns the value `after` of the input, the id of a request. The default is 0.
    ///
    /// - Throws: ``ControlError`` if this store has not used the id. The client got such an id from another store, and
    ///   would miss the events of this store.
    func after(_ input: inout ControlInput) async throws -> Int64 {
        let after = try input.integer("after", in: 0...Int64.max) ?? 0
        // `newest` may be a moment behind the store.
        if after > store.arrivals.newest {
            let newest = try await store.read { db in try WireStore.newest(in: db) }
            guard after <= newest else {
                throw ControlError(
                    field: "after",
                    "\(after) is beyond the newest request of this store, \(newest); the position may be from another "
                        + "store")
            }
        }
        return after
    }

    func filter(
        _ input: inout ControlInput, parameters: (inout ControlInput) throws -> EventParameters
    ) throws -> EventFilter {
        EventFilter(
            vendor: try input.vendor(), kind: try input.choice("kind", EventKind.self),
            name: try input.string("name"), user: try input.string("user"), parameters: try parameters(&input))
    }
}
