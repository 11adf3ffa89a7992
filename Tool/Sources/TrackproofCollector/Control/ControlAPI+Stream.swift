import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import Trackproof
import TrackproofJSON
import TrackproofSnapshots

extension ControlAPI {
    /// The maximum time without a message. After this time, the stream sends a line to show that it is alive.
    private static let silence = Duration.seconds(15)

    /// Sends a server-sent event to the client for each SDK request that arrives.
    ///
    /// The `id` of the server-sent event is the id of the SDK request. Its `data` is a JSON object with the request's
    /// items.
    ///
    /// Source: <https://html.spec.whatwg.org/multipage/server-sent-events.html>
    func stream(_ request: Request, _ context: CollectorContext) async throws -> Response {
        var input = ControlInput(query: request)
        // If the query names no session, the stream covers all sessions, because the web page shows all sessions.
        let named = try input.string("session").map { try session(key: $0) }
        let after = try input.integer("after", in: 0...Int64.max)
        let newest = try input.integer("newest", in: 1...Int64(Self.maxEvents))
        try input.end()
        // A client that reconnects sends the id of the last message that it has received, in the header
        // `Last-Event-ID`.
        let last = request.headers.first { $0.name.canonicalName == "last-event-id" }.flatMap { Int64($0.value) }
        // Each read is limited to 64 KiB, because many streams may be open. Each stream keeps the requests of one read
        // in memory until its client has received them.
        var query = RequestQuery(session: named?.id, maxBytes: 64 << 10)
        query.after = last ?? after ?? store.arrivals.newest
        if let newest, last == nil, after == nil {
            query.after = try await store.id(beforeNewest: newest, session: named?.id)
        }
        // A client may send an id that is higher than all ids of this store. The client got such an id from another
        // store, so the stream begins with the first request of this store.
        if query.after > store.arrivals.newest { query.after = 0 }
        let place = try admission.longAnswer()
        return .streamed("text/event-stream") {
            [store, connections = admission.connections, query, channel = context.channel] writer in
            defer { withExtendedLifetime(place) {} }
            var query = query
            try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
            var isGoing = true
            while isGoing {
                let newest = store.arrivals.newest
                guard try await write(&query, to: &writer) else { break }
                isGoing = try await connections.whileClientStays(channel) {
                    try await store.arrivals.wait(beyond: newest, until: .now + Self.silence)
                }
                if !isGoing, !Task.isShuttingDownGracefully, !Task.isCancelled, !store.arrivals.isOver {
                    try await writer.write(ByteBuffer(string: ": still here\n\n"))
                    isGoing = true
                }
            }
        }
    }

    /// Writes a message for each request that the query finds, and moves the query past these requests.
    ///
    /// - Returns: `false` if there is not enough memory for the messages. In that case, the caller ends the stream, and
    ///   the client connects again.
    private func write(_ query: inout RequestQuery, to writer: inout any ResponseBodyWriter) async throws -> Bool {
        var hasMore = true
        while hasMore {
            var messages = ""
            hasMore = try await store.readNext(&query) { received in
                messages += message(received)
                return true
            }
            let memory = admission.answer()
            do {
                try memory.grow(to: 2 * messages.utf8.count)
            } catch {
                return false
            }
            try await writer.write(ByteBuffer(string: messages))
            withExtendedLifetime(memory) {}
        }
        return true
    }

    private func message(_ received: ReceivedRequest) -> String {
        let json = members(of: received.stored).merging(received.items(plan)).json
        return "id: \(received.stored.id)\ndata: \(json)\n\n"
    }

    /// Returns the events of a session, or of all sessions, as a recording with one event on each line.
    func export(_ request: Request) async throws -> Response {
        var input = ControlInput(query: request)
        let session = try sessionOrAll(&input)
        let vendor = try input.vendor()
        try input.end()
        // The default session always exists, so no test has opened it.
        let started = session?.id == Session.main ? nil : session?.opened
        let header = Recording.header(app: vendor, test: session?.name ?? "", started: started)
        let memory = admission.answer()
        try memory.grow(to: 4 * RequestQuery.pageBytes)
        return .streamed("application/x-ndjson") { [store] writer in
            defer { withExtendedLifetime(memory) {} }
            try await writer.write(ByteBuffer(bytes: Recording([], header: header).bytes))
            var query = RequestQuery(session: session?.id, vendor: vendor)
            var hasMore = true
            while hasMore {
                var lines: [UInt8] = []
                hasMore = try await store.readNext(&query) { received in
                    let events = session == nil ? received.events.map(\.withoutSequence) : received.events
                    if !events.isEmpty { lines += Recording(events).bytes }
                    return true
                }
                // If there is not enough memory left, `grow` throws an error. The answer then has no end marker, so
                // that the client notices that the recording is incomplete.
                try memory.grow(to: 2 * lines.count)
                try await writer.write(ByteBuffer(bytes: lines))
            }
        }
    }
}
