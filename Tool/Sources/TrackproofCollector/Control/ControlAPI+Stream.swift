internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ServiceLifecycle
internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

extension ControlAPI {
    /// So long nothing is written before a line that says only that we are there.
    private static let silence = Duration.seconds(15)

    /// Requests as they arrive, as server-sent events: `id` is the request's, `data` an object with its events.
    ///
    /// Source: <https://html.spec.whatwg.org/multipage/server-sent-events.html>
    func stream(_ request: Request, _ context: CollectorContext) async throws -> Response {
        var input = ControlInput(query: request)
        // Of all sessions where none is named: a page shows what comes, wherever.
        let named = try input.string("session").map { try session(key: $0) }
        let after = try input.integer("after", in: 0...Int64.max)
        let newest = try input.integer("newest", in: 1...Int64(Self.mostEvents))
        try input.end()
        // A client that was cut off says where.
        let last = request.headers.first { $0.name.canonicalName == "last-event-id" }.flatMap { Int64($0.value) }
        // Many may be open, and each holds what it read until its client takes it.
        var query = RequestQuery(session: named?.id, mostBytes: 64 << 10)
        query.after = last ?? after ?? store.arrivals.newest
        if let newest, last == nil, after == nil {
            query.after = try await store.id(beforeNewest: newest, session: named?.id)
        }
        // Ids are never given again: one beyond ours is another store's, and of ours the client has seen nothing.
        if query.after > store.arrivals.newest { query.after = 0 }
        let place = try connections.takeLongAnswer()
        let body = ResponseBody { [store, connections, query, channel = context.channel] writer in
            defer { withExtendedLifetime(place) {} }
            var query = query
            try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
            var isGoing = true
            while isGoing {
                let newest = store.arrivals.newest
                guard try await write(&query, to: &writer) else { break }
                isGoing = try await connections.whileClientStays(channel) {
                    await store.arrivals.wait(beyond: newest, until: .now + Self.silence)
                }
                if !isGoing, !Task.isShuttingDownGracefully, !Task.isCancelled, !store.arrivals.isOver {
                    try await writer.write(ByteBuffer(string: ": still here\n\n"))
                    isGoing = true
                }
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
    }

    /// Writes what a query finds, and moves the query behind it.
    ///
    /// - Returns: false if there is no room in memory for the next messages. The client comes back for them.
    private func write(_ query: inout RequestQuery, to writer: inout any ResponseBodyWriter) async throws -> Bool {
        var hasMore = true
        while hasMore {
            var messages = ""
            hasMore = try await store.readNext(&query) { received in
                messages += message(received)
                return true
            }
            let reservation = reading.budget.reservation()
            do {
                try reservation.grow(to: 2 * messages.utf8.count)
            } catch {
                return false
            }
            try await writer.write(ByteBuffer(string: messages))
            withExtendedLifetime(reservation) {}
        }
        return true
    }

    private func message(_ received: ReceivedRequest) -> String {
        let id = received.stored.id
        let members: EventParameters = [
            "request": id, "session": store.sessions.session(row: received.stored.session)?.key,
            "vendor": received.stored.vendor, "received": received.stored.arrived.received.description,
        ]
        return "id: \(id)\ndata: \(received.members(besides: members).json)\n\n"
    }
}
