import Hummingbird
import Trackproof
import TrackproofJSON
import TrackproofSnapshots
import TrackproofWire

extension ControlAPI {
    /// The maximum number of events that a client may ask for in one answer.
    ///
    /// An answer with the newest events never exceeds this limit. Any other answer can exceed this limit, because the
    /// answer contains either all or none of the matching events of an SDK request.
    static let maxEvents = 10_000
    /// The size in bytes at which an answer is full. The SDK request that reaches this size is the last in the answer.
    static let maxBytes = 16 << 20

    func events(_ request: Request) async throws -> Response {
        var input = ControlInput(query: request)
        let session = try sessionOrAll(&input)
        var query = RequestQuery(session: session?.id)
        var filter = try filter(&input, parameters: { $0.prefixed("parameter.") })
        let text = try input.string("text") ?? ""
        guard text.utf8.count <= 1_000 else { throw ControlError(field: "text", "is longer than 1,000 bytes") }
        filter.words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        if let status = try input.planStatus() { filter.plan = (status, try requiredPlan()) }
        query.vendor = filter.vendor
        let item = { [filter, plan] (event: RecordedEvent, request: StoredRequest) -> EventValue? in
            guard filter.matches(event, from: request.vendor) else { return nil }
            return (session == nil ? event.withoutSequence : event).value(of: request.id, plan)
        }
        guard let newest = try input.integer("newest", in: 1...Int64(Self.maxEvents)) else {
            return try await page(of: query, "events", &input) { received in
                received.events.compactMap { item($0, received.stored) }
            }
        }
        try input.end()
        return try await newestEvents(Int(newest), of: query, item)
    }

    func rejected(_ request: Request) async throws -> Response {
        try await list("rejected", request, holding: .rejected) { $0.rejectionsAsJSON }
    }

    func ignored(_ request: Request) async throws -> Response {
        try await list("ignored", request, holding: .ignored) { $0.ignoredAsJSON }
    }

    func retries(_ request: Request) async throws -> Response {
        try await list("retries", request, holding: .retries) { received in
            received.retries.map { $0.value(of: received.stored.id) }
        }
    }

    /// Lists the requests of a session with their times and answers, including requests that got a planned failure.
    func requests(_ request: Request) async throws -> Response {
        try await list("requests", request) { [.object($0.stored.members)] }
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
        _ items: (ReceivedRequest) -> [EventValue]
    ) async throws -> Response {
        var query = query
        let limit = try input.integer("limit", in: 1...Int64(Self.maxEvents)) ?? 1_000
        query.after = try await after(&input)
        try input.end()
        // `found` contains JSON text, because an array of `EventValue` would use several times as much memory.
        var found = ""
        var count = 0
        var next = query.after
        var isWhole = true
        let reservation = reading.budget.reservation()
        try await store.forEach(query) { received in
            guard count < limit, found.utf8.count < Self.maxBytes else {
                isWhole = false
                return false
            }
            for item in items(received) {
                found += (count == 0 ? "" : ",") + item.json
                count += 1
            }
            // The text is in memory twice: in `found` and in the answer.
            try reservation.grow(to: 2 * found.utf8.count)
            next = received.stored.id
            return true
        }
        return .json(#"{"\#(name)":[\#(found)],"next":\#(next),"whole":\#(isWhole)}"#, holding: reservation)
    }

    /// Waits for the events that the body of the request describes, and returns the result of the wait.
    ///
    /// The wait ends when further events cannot change the result, when the time `within` or the time `quiet` is over,
    /// or when the client closes the connection.
    func wait(_ request: Request, _ context: CollectorContext) async throws -> Response {
        var input = try await body(request)
        let session = try session(&input)
        let filter = try filter(&input, parameters: { try $0.object("parameters") ?? [:] })
        let count = try input.integer("count", in: 1...Int64(Self.maxEvents))
        let most = try input.integer("atMost", in: 0...Int64(Self.maxEvents))
        let quiet = try input.seconds("quiet", upTo: 600)
        let seconds = try input.seconds("within", upTo: 600) ?? 10
        let after = try await after(&input)
        try input.end()
        let reservation = reading.budget.reservation()
        // If the client sends none of `count`, `quiet` and `atMost`, the wait needs one event. If it sends `quiet` or
        // `atMost` but no `count`, the wait needs no event.
        let goal = EventWait.Goal(
            count: Int(count ?? (most == nil && quiet == nil ? 1 : 0)), most: most.map { Int($0) },
            quiet: quiet.map { .seconds($0) })
        let wait = EventWait(filter: filter, goal: goal)
        let place = try connections.takeLongAnswer(context.channel)
        defer { withExtendedLifetime(place) {} }
        let text = try await connections.whileClientStays(context.channel) {
            try await outcome(
                of: wait, in: session, after: after, until: ContinuousClock.now + .seconds(seconds), reservation)
        }
        return .json(text, holding: reservation)
    }

    private func outcome(
        of wait: EventWait, in session: Session, after: Int64, until deadline: ContinuousClock.Instant,
        _ reservation: MemoryBudget.Reservation
    ) async throws -> String {
        var wait = wait
        // The query covers all vendors, because the result of a failed wait also lists similar events of other vendors.
        var query = RequestQuery(session: session.id, after: after)
        var lastMatch = ContinuousClock.now
        while true {
            // The loop reads these values before the search. If it read `newest` after the search, `arrivals.wait`
            // below would miss a request that arrives during the search. If it read `now` after the search, the last
            // search could begin before the deadline and miss an event that arrives before the deadline.
            let (newest, now, matched) = (store.arrivals.newest, ContinuousClock.now, wait.matchedCount)
            try await store.forEach(query) { received in
                query.after = received.stored.id
                wait.look(at: received)
                try reservation.grow(to: 2 * wait.bytes)
                guard wait.isDecided || wait.bytes < Self.maxBytes else {
                    throw ControlError(
                        .contentTooLarge, field: "count",
                        "\(wait.matchedCount) events take more than \(Self.maxBytes) bytes; wait for fewer events at a time"
                    )
                }
                return !wait.isDecided
            }
            if wait.isDecided { break }
            if wait.matchedCount > matched { lastMatch = .now }
            // When enough events have arrived, the wait ends if no further event matches for the time `quiet`.
            let quiet = wait.goal.quiet.flatMap { wait.hasEnough ? lastMatch + $0 : nil }
            let end = min(quiet ?? deadline, deadline)
            if now >= end {
                wait.isQuiet = quiet.map { $0 <= now } ?? false
                break
            }
            // If `arrivals.wait` returns `false` before `end`, the collector is about to stop.
            if await !store.arrivals.wait(beyond: newest, until: end), .now < end {
                wait.isCut = true
                break
            }
        }
        return wait.json(next: query.after)
    }

    /// Returns the value `after` of the input, the id of a request. The default is 0.
    ///
    /// - Throws: ``ControlError`` if this store has not used the id. The client got such an id from another store, and
    ///   would miss the events of this store.
    private func after(_ input: inout ControlInput) async throws -> Int64 {
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

    private func filter(
        _ input: inout ControlInput, parameters: (inout ControlInput) throws -> EventParameters
    ) throws -> EventFilter {
        EventFilter(
            vendor: try input.vendor(), kind: try input.kind(), name: try input.string("name"),
            user: try input.string("user"), parameters: try parameters(&input))
    }
}

extension RecordedEvent {
    /// A copy of the event without its position in its session.
    ///
    /// In a list of events from several sessions, different events would have the same position.
    var withoutSequence: RecordedEvent {
        var event = self
        event.sequence = nil
        return event
    }

    /// Returns the event as a JSON object in the format of recordings. The member `request` is the id of the SDK
    /// request.
    ///
    /// - Parameter plan: The plan to check the event against, or `nil` to leave out the result of such a check.
    func value(of request: Int64, _ plan: CollectorPlan? = nil) -> EventValue {
        var event = self
        event.unknown["request"] = .integer(request)
        if let plan { event.unknown["plan"] = plan.mark(self) }
        return .object(event.members)
    }
}

extension ReceivedRequest {
    /// Returns `members` with four more members, the items by outcome: `rejected`, `ignored`, `events` and `retries`.
    func members(besides members: EventParameters, _ plan: CollectorPlan?) -> EventParameters {
        var members = members
        members["rejected"] = .array(rejectionsAsJSON)
        members["ignored"] = .array(ignoredAsJSON)
        members["events"] = .array(events.map { $0.value(of: stored.id, plan) })
        members["retries"] = .array(retries.map { $0.value(of: stored.id) })
        return members
    }

    var rejectionsAsJSON: [EventValue] { rejections.map { json(field: $0.field, reason: $0.reason) } }

    var ignoredAsJSON: [EventValue] { ignored.map { json(field: $0.field, reason: $0.reason) } }

    private func json(field: String, reason: String) -> EventValue {
        .object([
            "request": stored.id, "vendor": stored.vendor, "received": stored.arrived.received.description,
            "field": field, "reason": reason,
        ])
    }
}

extension StoredRequest {
    /// The request as JSON members: its time, its target, its answer, and the number of items with each outcome.
    fileprivate var members: EventParameters {
        var members: EventParameters = [
            "request": id, "vendor": vendor, "received": arrived.received.description, "method": arrived.method,
            "target": arrived.target.text,
        ]
        members["answer"] = answer.members
        for (name, count) in [
            ("events", count(.event)), ("retries", count(.retry)), ("rejected", count(.rejected, .reused)),
            ("ignored", count(.ignored)), ("refused", count(.rejectedByPlan)),
        ] {
            members[name] = .integer(Int64(count))
        }
        return members
    }
}

extension StoredRequest.Answer {
    /// The answer as JSON: `{"status":503,"planned":true}`.
    ///
    /// The status is null if the collector sent no answer.
    var members: EventValue {
        .object(["status": status.map { .integer(Int64($0)) } ?? EventValue.null, "planned": isPlanned])
    }
}
