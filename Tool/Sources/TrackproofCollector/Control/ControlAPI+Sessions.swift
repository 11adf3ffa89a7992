import Hummingbird
import Trackproof

extension ControlAPI {
    func openSession(_ request: Request) async throws -> Response {
        var input = try await body(request)
        let name = try input.string("name") ?? ""
        try input.end()
        guard name.utf8.count <= 1_000 else { throw ControlError(field: "name", "is longer than 1,000 bytes") }
        // SQLite would cut off the name at this character.
        guard !name.utf8.contains(0) else { throw ControlError(field: "name", "contains the character U+0000") }
        let session = try await store.openSession(named: name)
        metrics.lost.begin(session.id)
        return .json(json(session, SessionTotals(), request), status: .created)
    }

    func listSessions(_ request: Request) async throws -> Response {
        let totals = try await store.totals()
        let sessions = store.sessions.all.map { json($0, totals[$0.id] ?? SessionTotals(), request) }
        return .json(["sessions": EventValue.array(sessions.map { .object($0) })])
    }

    func showSession(_ request: Request, _ context: CollectorContext) async throws -> Response {
        let session = try session(key: context.parameters.get("key") ?? "")
        return .json(json(session, try await store.totals(of: session), request))
    }

    func removeSession(_ context: CollectorContext) async throws -> Response {
        let session = try session(key: context.parameters.get("key") ?? "")
        guard session.id != Session.main else {
            throw ControlError(.conflict, "the default session cannot be removed; POST /trackproof/v1/reset empties it")
        }
        failures.removeAll(for: session.id)
        try await forget(store.remove(session))
        metrics.lost.end(session.id)
        return Response(status: .noContent)
    }

    func reset(_ request: Request) async throws -> Response {
        var input = try await body(request)
        let session = try session(&input)
        try input.end()
        failures.removeAll(for: session.id)
        try await forget(store.reset(session))
        metrics.lost.begin(session.id)
        return Response(status: .noContent)
    }

    /// Notes that a client removed events and rejected items. The session itself begins anew, without losses.
    private func forget(_ count: Int64) { metrics.lost.add(Losses(deleted: count), to: .noSession) }

    func planFailure(_ request: Request) async throws -> Response {
        var input = try await body(request)
        let session = try session(&input)
        let count = try input.integer("count", in: 1...1_000_000) ?? 1
        let status = try input.integer("status", in: 400...599)
        let drops = try input.bool("drop") ?? false
        let isStored = try input.bool("stored") ?? false
        let delay = try input.seconds("delay", upTo: 60)
        let retryAfter = try input.integer("retryAfter", in: 0...86_400)
        let rejects = try input.integer("reject", in: 1...10_000)
        let vendor = try input.vendor()
        let path = try input.string("path")
        try input.end()
        let answers = [status != nil, drops, rejects != nil].count { $0 }
        guard answers == 1 || (answers == 0 && delay != nil) else {
            throw ControlError("expected one of \"status\", \"drop\": true, \"reject\", or only \"delay\"")
        }
        guard retryAfter == nil || status != nil else {
            throw ControlError(field: "retryAfter", "is allowed only with `status`")
        }
        guard path?.hasPrefix("/") != false else { throw ControlError(field: "path", "must begin with /") }
        let reply: PlannedFailure.Reply =
            status.map { .status(Int($0)) } ?? rejects.map { .rejecting(Int($0)) } ?? (drops ? .drop : .vendors)
        let failure = PlannedFailure(
            reply: reply, isStored: isStored || (!drops && status == nil), vendor: vendor, path: path,
            delay: delay ?? 0,
            retryAfter: retryAfter, count: Int(count))
        guard failures.add(failure, for: session.id) else {
            throw ControlError("\(PlannedFailures.most) failures are planned already, which is the maximum")
        }
        return Response(status: .noContent)
    }

    func forgetFailures(_ request: Request) async throws -> Response {
        var input = ControlInput(query: request)
        let session = try session(&input)
        try input.end()
        return .json(["unmet": failures.removeAll(for: session.id)])
    }

    private func json(_ session: Session, _ totals: SessionTotals, _ request: Request) -> EventParameters {
        let addresses = addresses(request)
        let path = session.id == Session.main ? "" : "/s/\(session.key)"
        let losses = losses(of: session, totals)
        var members: EventParameters = [
            "session": session.key, "name": session.name, "opened": session.opened.description,
            "url": addresses.http + path,
            "requests": totals.requests, "events": totals.events, "retries": totals.retries,
            "rejected": totals.rejected, "ignored": totals.ignored,
            "lost": EventValue.object(losses.members), "losses": EventValue.array(losses.sentences.map { .string($0) }),
        ]
        if let https = addresses.https { members["secureURL"] = .string(https + path) }
        return members
    }
}
