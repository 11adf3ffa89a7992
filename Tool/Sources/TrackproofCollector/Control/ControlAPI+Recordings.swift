import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Trackproof
import TrackproofJSON
import TrackproofSnapshots

extension ControlAPI {
    /// The maximum number of events that one call of ``verify(_:_:)`` compares.
    ///
    /// To compare more events, a client exports them and runs the command `trackproof verify`.
    private static let maxCompared = 200_000
    /// The maximum total size of the stored request bodies that one call of ``verify(_:_:)`` decodes, in bytes.
    private static let maxBytesCompared = 64 << 20

    /// Returns the events of a session, or of all sessions, as a recording with one event on each line.
    func export(_ request: Request) async throws -> Response {
        var input = ControlInput(query: request)
        let session = try sessionOrAll(&input)
        let vendor = try input.vendor()
        try input.end()
        let header = Recording.header(app: vendor, test: session?.name ?? "", started: session?.started)
        let reservation = reading.budget.reservation()
        try reservation.grow(to: 4 * RequestQuery.pageBytes)
        let body = ResponseBody { [store] writer in
            defer { withExtendedLifetime(reservation) {} }
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
                try reservation.grow(to: 2 * lines.count)
                try await writer.write(ByteBuffer(bytes: lines))
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok, headers: [.contentType: "application/x-ndjson", .cacheControl: "no-store"], body: body)
    }

    /// Compares the events of a session with the snapshot in the body of the request.
    func verify(_ request: Request, _ context: CollectorContext) async throws -> Response {
        var input = ControlInput(query: request)
        let session = try session(&input)
        let order = try input.string("order")
        let named = try input.source()
        try input.end()
        var options = ComparisonOptions()
        if let order {
            options.order = SnapshotSettings.Order(rawValue: order)
            guard options.order != nil else {
                throw ControlError(field: "order", "expected any or strict, found \(EventValue.string(order))")
            }
        }
        let snapshot = try await reading.read(request) { try Self.snapshot($0.body, of: named) }
        // A recording needs much memory. Therefore, this method gets the permission for the comparison before it reads
        // the recording.
        let turn = try work.turn()
        let recording = try await recording(of: session)
        options.source = try named ?? snapshot.settings.source ?? source(of: recording)
        try Self.checkWork(of: recording, with: snapshot)
        let comparison = try await connections.whileClientStays(context.channel) { [work, options] in
            try await work.run(turn) { Comparison(of: recording, with: snapshot, options: options) }
        }
        // The comparison cannot find these, because the recording does not contain them.
        let obstacles = try await obstacles(of: session)
        var text = comparison.text()
        if !comparison.hasCompared { text += "nothing was compared: the snapshot expects no event, and none arrived\n" }
        text += obstacles.text
        return .json([
            "passed": comparison.isEmpty && comparison.hasCompared && obstacles.isEmpty,
            "rejected": obstacles.rejected, "lost": obstacles.losses.json, "text": text,
            "comparison": EventValue.object(comparison.members),
        ])
    }

    /// Throws an error if a comparison would take minutes.
    ///
    /// `Comparison` tests each event name against each rule that contains a wildcard (`*`).
    private static func checkWork(of recording: Recording, with snapshot: Snapshot) throws(ControlError) {
        let settings = snapshot.settings
        let wildcards = (settings.ignore + settings.volatile.map(\.event)).count { $0.utf8.contains(UInt8(ascii: "*")) }
        guard wildcards > 0 else { return }
        let names = Set((recording.events + snapshot.events).map(\.event.name))
        let work = names.reduce(0) { $0 + $1.utf8.count + 10 } * wildcards
        guard work <= maxWork else {
            throw ControlError(
                .unprocessableContent,
                "\(names.count) event names and \(wildcards) wildcard rules are too many; compare an export with "
                    + "`trackproof verify` instead")
        }
    }

    private static let maxWork = 200_000_000

    private func recording(of session: Session) async throws -> Recording {
        var recording = Recording()
        var bytes = 0
        try await store.forEach(RequestQuery(session: session.id)) { received in
            recording.events += received.events
            bytes += received.stored.arrived.body.count
            guard recording.events.count <= Self.maxCompared, bytes <= Self.maxBytesCompared else {
                throw ControlError(
                    .contentTooLarge,
                    "the session has more than \(Self.maxCompared) events or \(Self.maxBytesCompared) bytes; "
                        + "compare an export with `trackproof verify` instead")
            }
            return true
        }
        return recording
    }

    private static func snapshot(_ bytes: [UInt8], of source: EventSource?) throws -> Snapshot {
        do {
            return try Snapshot(bytes, name: "snapshot", source: source)
        } catch let error as EventFormatError {
            throw ControlError(.unprocessableContent, field: error.field, error.description)
        }
    }

    /// Returns the common source of all events in a recording, or `nil` if the recording has no events.
    ///
    /// - Throws: ``ControlError`` if the events have several sources.
    private func source(of recording: Recording) throws(ControlError) -> EventSource? {
        let sources = Set(recording.events.map(\.source))
        guard sources.count > 1 else { return sources.first }
        let names = sources.map(\.rawValue).sorted().joined(separator: ", ")
        throw ControlError(field: "source", "choose a source: events came from \(names)")
    }

    /// Returns the stored request whose id is in the path, with its headers, its body and its items.
    func showRequest(_ context: CollectorContext) async throws -> Response {
        let text = context.parameters.get("id") ?? ""
        let reservation = reading.budget.reservation()
        guard let id = Int64(text), let shown = try await store.request(id, holding: reservation, json) else {
            throw ControlError(.notFound, field: "id", "no request has the id \(EventValue.string(text))")
        }
        return .json(shown, holding: reservation)
    }

    private func json(_ received: ReceivedRequest) -> String {
        let stored = received.stored
        let arrived = stored.arrived
        let session = store.sessions.session(row: stored.session)
        var members: EventParameters = [
            "request": stored.id, "session": session?.key, "vendor": stored.vendor, "method": arrived.method,
            "received": arrived.received.description, "target": arrived.target.text,
        ]
        members["answer"] = stored.answer.members
        if let size = stored.wholeSize { members["bodyBytes"] = .integer(Int64(size)) }
        members["headers"] = .array(
            arrived.headers.map { .object(["name": $0.name, "value": $0.value]) })
        if let body = String(validating: arrived.body, as: UTF8.self) {
            members["body"] = .string(body)
        } else {
            members["bodyBase64"] = .string(Data(arrived.body).base64EncodedString())
        }
        return received.members(besides: members, plan).json
    }
}

extension Session {
    /// The time when a test opened the session, or `nil` for the default session, which always exists.
    fileprivate var started: EventTime? { id == Session.main ? nil : opened }
}
