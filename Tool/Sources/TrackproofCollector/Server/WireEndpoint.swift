import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Trackproof
import TrackproofSnapshots
import TrackproofWire

/// The endpoint for SDKs. It decodes and stores the requests of SDKs, and answers them as the vendors would.
struct WireEndpoint: Sendable {
    let store: WireStore
    let admission: Admission
    let failures: PlannedFailures
    let metrics: CollectorMetrics
    let refusals: RefusalNotes
    /// The token that a request must contain if the request names no session, or `nil` if requests need no token.
    let token: String?
    let logger: Logger

    func respond(to request: Request, _ context: CollectorContext) async throws -> Response {
        if isCrossSiteWithoutSession(request) {
            // Any web page can make a browser send this request. If the collector stored the request, the page could
            // fill the store.
            metrics.count(.refused)
            return RefusedRequest(status: .forbidden, message: "this path does not belong to any vendor").response([
                .connection: "close"
            ])
        }
        do {
            if let refusal = request.head.refusal { throw refusal }
            if request.method == .options { return Response(status: .noContent, headers: preflight(request)) }
            // A planned failure may delay `answer`. The memory of the request becomes free before this delay.
            let outcome = try await admission.read(request) { try await take($0) }
            var response = try await answer(outcome, context)
            response.headers.append(contentsOf: origin(request))
            return response
        } catch let refusal as RefusedRequest {
            metrics.count(.refused)
            await note(refusal, of: request)
            return refusal.response(origin(request))
        }
    }

    /// Returns whether a page of another site made a browser send the request to a path that belongs to no vendor.
    private func isCrossSiteWithoutSession(_ request: Request) -> Bool {
        request.isCrossSite && !WireDecoders.mayBelongToVendor(ArrivedRequest(request, body: []).wire)
    }

    /// Logs a refused request. Also stores the request, unless its client may send the request again.
    ///
    /// If the store does not contain the request, or lists it in a session to which it perhaps does not belong, the
    /// request counts as lost.
    private func note(_ refusal: RefusedRequest, of request: Request) async {
        let arrived = ArrivedRequest(request, body: refusal.body)
        refusals.note(refusal, of: arrived)
        let owner = refusal.owner == .anySession ? owner(of: arrived) : refusal.owner
        guard !refusal.isRepeatable, let session = sessionOfRefused(arrived) else {
            return metrics.lost.add(refusal.losses, to: owner)
        }
        let vendor = WireDecoders.decoder(for: arrived.wire)?.decoder.vendor ?? ""
        let stored = StoredRequest(
            arrived, refused: refusal.message, vendor: vendor, session: session.id,
            answer: .init(status: refusal.status.code))
        do {
            metrics.count(try await store.append(stored))
            if owner == .anySession { metrics.lost.add(refusal.losses, toAllExcept: session.id) }
        } catch {
            metrics.lost.add(Losses(unstored: 1), to: owner)
            logger.error("a refused request could not be stored: \(error)")
        }
    }

    /// Returns the owner of a request whose body was not read completely.
    private func owner(of arrived: ArrivedRequest) -> LostRequests.Owner {
        switch named(in: arrived) {
        case .key(let key) where key != token: store.sessions[key].map { .session($0.id) } ?? .noSession
        // A session's key in the rest of the body would have priority over the token.
        case .key, .none: .anySession
        }
    }

    private func named(in arrived: ArrivedRequest) -> SessionKeys.Named {
        SessionKeys.named(in: arrived, token: token)
    }

    /// Returns the session for a refused request, or `nil` if the collector must not store the request.
    ///
    /// If SDKs need a token, the collector does not store requests that have neither the token nor a session's key.
    /// Otherwise, any client could displace stored requests, because the size of the store is limited.
    private func sessionOfRefused(_ arrived: ArrivedRequest) -> Session? {
        do throws(RefusedRequest) {
            return try session(of: arrived)
        } catch {
            return token == nil ? store.sessions.session(row: Session.main) : nil
        }
    }

    /// Returns the session that a request belongs to.
    ///
    /// - Throws: ``RefusedRequest`` if the session is unknown, or if the request needs the token or a session's key but
    ///   has neither.
    private func session(of arrived: ArrivedRequest) throws(RefusedRequest) -> Session {
        let session: Session?
        switch named(in: arrived) {
        // The key of the default session does not replace the token, because that key is not a secret.
        case .none where token != nil, .key(Session.mainKey) where token != nil:
            var refusal = RefusedRequest(
                status: .unauthorized,
                message: "the request needs the collector's token or a session's key: as the API key, or in the path "
                    + "(/s/KEY)")
            refusal.owner = .session(Session.main)
            throw refusal
        case .none: session = store.sessions.session(row: Session.main)
        case .key(let key): session = store.sessions[key]
        }
        if let session { return session }
        throw unknownSession(arrived)
    }

    private func unknownSession(_ arrived: ArrivedRequest) -> RefusedRequest {
        var refusal = RefusedRequest(
            status: .notFound, message: "no session has this key; the session may have been removed",
            body: arrived.body)
        refusal.owner = .noSession
        return refusal
    }

    /// The answer to a request that was decoded, and the planned failure that may replace the answer.
    private struct Outcome: Sendable {
        /// The answer that the vendor would give.
        let reply: WireReply
        /// The planned failure for the request, or `nil` if no failure was planned for it.
        var failure: PlannedFailure?
        /// The permission for a long answer, or `nil` if the failure does not delay the answer.
        var place: Quota.Share?
    }

    private func take(_ arrived: ArrivedRequest) async throws -> Outcome {
        if arrived.target.isControlUnderSession {
            throw RefusedRequest(
                status: .notFound,
                message: "the control API is at \(RequestTarget.control), not below a session's path; "
                    + "name the session in the query or the body")
        }
        let session = try session(of: arrived)
        let (request, planned, reply) = decode(arrived, for: session)
        guard let request else { return Outcome(reply: reply) }
        do {
            let place = (planned?.failure.delay ?? 0) > 0 ? try admission.longAnswer() : nil
            try await keep(request)
            if let planned { failures.finish(planned, isMet: true) }
            return Outcome(reply: reply, failure: planned?.failure, place: place)
        } catch {
            if let planned { failures.finish(planned, isMet: false) }
            guard var refusal = error as? RefusedRequest, refusal.owner == .anySession else { throw error }
            refusal.owner = .session(session.id)
            throw refusal
        }
    }

    /// Decodes a request. Returns the request for the store, the planned failure for it, and the vendor's answer.
    ///
    /// The decoded values are local to this method, so that their memory is free when the store writes the request.
    private func decode(
        _ arrived: ArrivedRequest, for session: Session
    ) -> (StoredRequest?, PlannedFailures.Taken?, WireReply) {
        let decoded = DecodedRequest(arrived.wire)
        let reply = decoded.reply
        guard decoded.isWorthKeeping else { return (nil, nil, reply) }
        let request = StoredRequest(arrived.deflated, decoded, session: session.id, answer: .init(status: reply.status))
        // Planned failures do not apply to requests without events, such as requests for settings.
        guard request.carriesEvents, let planned = failures.next(for: request) else { return (request, nil, reply) }
        if case .rejecting(let count) = planned.failure.reply {
            let reply = decoded.reply(rejecting: count)
            return (request.rejectingByPlan(count, status: reply.status), planned, reply)
        }
        return (request.meeting(planned.failure), planned, reply)
    }

    private func keep(_ request: StoredRequest) async throws {
        do {
            metrics.count(try await store.append(request))
        } catch is WireStore.RemovedSession {
            throw unknownSession(request.arrived)
        } catch {
            // With the status 503, the SDK keeps the events and sends them again. The message does not contain the path
            // of the store's file. Clients must not see this path.
            metrics.count(.unstored)
            let reason = (error as? StoreError)?.message ?? "\(error)"
            var refusal = RefusedRequest(
                status: .serviceUnavailable, message: "the request could not be stored: \(reason)")
            refusal.isUnstored = true
            throw refusal
        }
    }

    /// Returns the answer of the planned failure, or the vendor's answer if there is no planned failure.
    private func answer(_ outcome: Outcome, _ context: CollectorContext) async throws -> Response {
        guard let failure = outcome.failure else { return Response(outcome.reply) }
        metrics.count(.failed)
        if failure.delay > 0 {
            defer { withExtendedLifetime(outcome.place) {} }
            // The delay also ends when the server stops or the client leaves.
            do {
                try await admission.connections.whileClientStays(context.channel) {
                    try await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(failure.delay)) }
                }
            } catch is OpenConnections.ClientLeft {
                throw try await dropping(context)
            }
        }
        switch failure.reply {
        case .vendors, .rejecting: return Response(outcome.reply)
        case .status(let status):
            var headers = HTTPFields()
            if let seconds = failure.retryAfter { headers[.retryAfter] = String(seconds) }
            return Response(status: HTTPResponse.Status(code: status), headers: headers)
        case .drop: throw try await dropping(context)
        }
    }

    /// Closes the connection, and returns the error with which the request ends without an answer.
    private func dropping(_ context: CollectorContext) async throws -> CancellationError {
        try await context.channel.close()
        return CancellationError()
    }

    // SDKs in browsers send requests from pages of any origin, and some of these SDKs send cookies. A browser lets the
    // SDK read the answer to such a request only if the answer has these headers.
    private func origin(_ request: Request) -> HTTPFields {
        guard let origin = request.headers[.origin] else { return [:] }
        return [
            .accessControlAllowOrigin: origin, .accessControlAllowCredentials: "true", .vary: "Origin",
        ]
    }

    private func preflight(_ request: Request) -> HTTPFields {
        var fields = origin(request)
        fields[.accessControlAllowMethods] = "GET, POST, PUT, OPTIONS"
        fields[.accessControlAllowHeaders] = request.headers[.accessControlRequestHeaders] ?? "*"
        fields[.accessControlMaxAge] = "600"
        return fields
    }
}

extension Response {
    /// Creates an HTTP response from a vendor's answer.
    init(_ reply: WireReply) {
        var headers = HTTPFields()
        if let type = reply.contentType { headers[.contentType] = type }
        self.init(
            status: HTTPResponse.Status(code: reply.status), headers: headers,
            body: reply.body.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: reply.body)))
    }
}
