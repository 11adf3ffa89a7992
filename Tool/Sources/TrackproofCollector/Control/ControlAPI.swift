import CCollectorResources
import HTTPTypes
import Hummingbird
import NIOCore
import Trackproof
import TrackproofPlanning
import TrackproofSnapshots

/// The control API, `/trackproof/v1/…`, for tests in any language and for the collector's web page.
///
/// The file `openapi.json` describes this API.
struct ControlAPI: Sendable {
    let store: WireStore
    let failures: PlannedFailures
    let metrics: CollectorMetrics
    let admission: Admission
    /// The connections of all servers.
    let connections: [OpenConnections]
    /// The plan that events are checked against, or `nil` if there is no plan.
    let plan: LoadedPlan?
    /// A closure that returns the addresses by which the sender of a request reaches the collector.
    let addresses: @Sendable (Request) -> CollectorAddresses

    /// Adds the routes of the API to a router.
    ///
    /// - Returns: The HTTP methods that each path accepts.
    func addRoutes(to router: Router<CollectorContext>) -> ControlMethods {
        let group = router.group(RouterPath(RequestTarget.control))
        var methods: [String: [HTTPRequest.Method]] = [:]
        func on(
            _ method: HTTPRequest.Method, _ path: String,
            _ answer: @escaping @Sendable (Request, CollectorContext) async throws -> Response
        ) {
            methods[path, default: []].append(method)
            group.on(RouterPath(path), method: method, use: answer)
        }
        on(.get, "health") { _, _ in try await health() }
        on(.get, "metrics") { _, _ in .text(metrics.text, type: "text/plain; version=0.0.4; charset=utf-8") }
        on(.get, "openapi.json") { _, _ in .text(OpenAPI.text, type: "application/json") }
        on(.post, "sessions") { request, _ in try await openSession(request) }
        on(.get, "sessions") { request, _ in try await listSessions(request) }
        on(.get, "sessions/:key") { request, context in try await showSession(request, context) }
        on(.delete, "sessions/:key") { _, context in try await removeSession(context) }
        on(.post, "settle") { request, context in try await settle(request, context) }
        on(.post, "reset") { request, _ in try await reset(request) }
        on(.get, "events") { request, _ in try await events(request) }
        on(.post, "wait") { request, context in try await wait(request, context) }
        on(.post, "verify") { request, context in try await verify(request, context) }
        on(.get, "plan") { request, _ in try await showPlan(request) }
        on(.post, "check") { request, context in try await check(request, context) }
        on(.get, "rejected") { request, _ in try await rejected(request) }
        on(.get, "ignored") { request, _ in try await ignored(request) }
        on(.get, "requests") { request, _ in try await requests(request) }
        on(.get, "retries") { request, _ in try await retries(request) }
        on(.get, "requests/:id") { _, context in try await showRequest(context) }
        on(.get, "export") { request, _ in try await export(request) }
        on(.get, "stream") { request, context in try await stream(request, context) }
        on(.post, "failures") { request, _ in try await planFailure(request) }
        on(.delete, "failures") { request, _ in try await forgetFailures(request) }
        // `WireEndpoint` handles the methods POST and OPTIONS at this path. Clients post recordings there, and a
        // browser may send OPTIONS before it sends a recording.
        methods["events", default: []] += [.post, .options]
        return ControlMethods(methods)
    }

    // MARK: Shared by several handlers

    /// Reads the body of a request as a JSON object, and returns its members.
    func body(_ request: Request) async throws -> ControlInput {
        try await admission.read(request) { arrived in try ControlInput(body: arrived.body) }
    }

    /// Returns the session that the input names, or the default session if the input names no session.
    func session(_ input: inout ControlInput) throws(ControlError) -> Session {
        guard let key = try input.string("session") else { return try session(key: Session.mainKey) }
        return try session(key: key)
    }

    /// Returns the session as ``session(_:)`` does, or `nil` if the input asks for all sessions.
    func sessionOrAll(_ input: inout ControlInput) throws(ControlError) -> Session? {
        guard try input.bool("all") == true else { return try session(&input) }
        guard try input.string("session") == nil else {
            throw ControlError(field: "all", "cannot be combined with `session`")
        }
        return nil
    }

    func session(key: String) throws(ControlError) -> Session {
        guard let session = store.sessions[key] else {
            throw ControlError(.notFound, field: "session", "no session has the key \(EventValue.string(key))")
        }
        return session
    }

    private func health() async throws -> Response {
        let totals = try await store.totals().values.reduce(into: SessionTotals()) { $0 += $1 }
        var losses = metrics.lost.total
        losses += Losses(removed: totals.removed)
        var lost = losses.members
        lost["deleted"] = .integer(losses.deleted)
        return .json([
            "status": "ok", "requests": totals.requests, "events": totals.events, "rejected": totals.rejected,
            "plan": plan?.path, "lost": EventValue.object(lost),
            "losses": EventValue.array(losses.sentences.map { .string($0) }),
        ])
    }

    /// Waits until the requests that are arriving have been answered.
    private func settle(_ request: Request, _ context: CollectorContext) async throws -> Response {
        var input = try await body(request)
        let seconds = try input.seconds("within", upTo: 600) ?? 10
        try input.end()
        let deadline = ContinuousClock.now + .seconds(seconds)
        let isSettled = try await admission.connections.whileClientStays(context.channel) {
            for connections in connections {
                guard try await connections.settle(besides: context.channel, until: deadline) else { return false }
            }
            return true
        }
        return .json(["settled": isSettled])
    }
}

/// The HTTP methods that each path of the control API accepts.
struct ControlMethods: Sendable {
    /// The paths and their methods. A path component that begins with a colon matches any text.
    private let methods: [(path: [Substring], methods: [HTTPRequest.Method])]

    /// Creates the table of methods.
    ///
    /// - Parameter methods: The methods by path. The paths have the format of the router: `sessions/:key`.
    init(_ methods: [String: [HTTPRequest.Method]]) {
        self.methods = methods.map { path, methods in
            // The router also answers HEAD at each path that accepts GET.
            (path.split(separator: "/"), methods.contains(.get) ? methods + [.head] : methods)
        }
    }

    /// Returns the methods that a path accepts, in the format of the header `Allow`, or `nil` if there is no such path.
    func allowed(at path: String) -> String? {
        guard path.hasPrefix(RequestTarget.control) else { return nil }
        let parts = path.dropFirst(RequestTarget.control.count).split(separator: "/")
        let found = methods.first { known in
            known.path.count == parts.count && zip(known.path, parts).allSatisfy { $0.hasPrefix(":") || $0 == $1 }
        }
        return found?.methods.map(\.rawValue).joined(separator: ", ")
    }
}

/// The OpenAPI description of the control API: `openapi.json`.
enum OpenAPI {
    static let text = String(decoding: Array(openapi_json()), as: UTF8.self)
}
