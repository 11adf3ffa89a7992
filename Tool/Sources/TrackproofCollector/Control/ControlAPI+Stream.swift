internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ServiceLifecycle
internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

extension ControlAPI {
    /// The time without a message after which the stream writes a comment. The comment shows that the stream is alive.
    private static let silence = Duration.seconds(15)

    /// Sends each arriving request to the client, as a server-sent event.
    ///
    /// Each message has the id of a request as its `id`, and an object with the events of the request as its `data`.
    ///
    /// Source: <https://html.spec.whatwg.org/multipage/server-sent-events.html>
    func stream(_ request: Request, _ context: CollectorContext) async throws -> Response {
        var input = ControlInput(query: request)
        // If the query names no session, the stream covers all sessions, because the page shows all sessions.
        let named = try input.string("session").map { try session(key: $0) }
        let after = try input.integer("after", in: 0...Int64.max)
        let newest = try input.integer("newest", in: 1...Int64(Self.maxEvents))
        try input.end()
        // A client that reconnects sends the id of the last message that it has received.
        let last = request.headers.first { $0.name.canonicalName == "last-event-id" }.flatMap { Int64($0.value) }
        // The reads are small because many streams may be open. Each stream keeps the requests of a read in memory
        // until its client has received them.
        var query = RequestQuery(session: named?.id, maxBytes: 64 << 10)
        query.after = last ?? after ?? store.arrivals.newest
        if let newest, last == nil, after == nil {
            query.after = try await store.id(beforeNewest: newest, session: named?.id)
        }
        // A store does not use ids again. An id above the newest id comes from another store, so this client has not
        // seen any request of this store.
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

    /// Writes the requests of a query, and advances the query.
    ///
    /// - Returns: `false` if there is not enough memory for the next messages. The caller then ends the stream, and the
    ///   client connects again.
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
        return "id: \(id)\ndata: \(received.members(besides: members, plan).json)\n\n"
    }
}
