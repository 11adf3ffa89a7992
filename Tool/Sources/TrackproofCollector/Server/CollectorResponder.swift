import HTTPTypes
import Hummingbird
import NIOCore

/// A responder that passes each request to the page, to the control API or to the endpoint for SDKs.
struct CollectorResponder: HTTPResponder {
    let wire: WireEndpoint
    /// The responder of the page and the control API.
    let control: RouterResponder<CollectorContext>
    let methods: ControlMethods
    let gate: ControlGuard

    func respond(to request: Request, context: CollectorContext) async throws -> Response {
        let response = try await answer(to: request, context)
        // An answer to HEAD has no body, because the client would read a body as the beginning of the next answer.
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(to request: Request, _ context: CollectorContext) async throws -> Response {
        guard Self.isControl(request) else { return try await wire.respond(to: request, context) }
        if let refusal = request.head.refusal { return refusal.response() }
        let refusal =
            Page.paths.contains(request.uri.path) ? gate.refusalOfPlace(of: request) : gate.refusal(of: request)
        if let refusal { return refusal.response }
        let response = try await control.respond(to: request, context: context)
        // If a handler answers with 404, the body says what was not found. If the router answers with 404, there is no
        // body, and the code below creates a better answer.
        guard response.status == .notFound, response.headers[.contentType] == nil else { return response }
        guard let allowed = methods.allowed(at: request.uri.path) else {
            return ControlError(.notFound, "there is no \(request.method) \(request.uri.path)").response
        }
        return ControlError(.methodNotAllowed, "\(request.uri.path) accepts only \(allowed)", allowed: allowed).response
    }

    /// Returns whether a request is for the page or the control API.
    ///
    /// The path ``RequestTarget/events`` is an exception: the collector handles a recording that a client posts to this
    /// path like a request of an SDK.
    static func isControl(_ request: Request) -> Bool {
        let path = request.uri.path
        if path == RequestTarget.events { return ![.post, .options].contains(request.method) }
        // If the address in an SDK's configuration has no path, the SDK posts to `/`. The page needs only GET and HEAD.
        if path == "/" { return [.get, .head].contains(request.method) }
        return path.hasPrefix("/trackproof/")
    }
}

/// A responder that passes requests to the endpoint for SDKs. It refuses requests to the page and to the control API.
struct SecureResponder: HTTPResponder {
    let wire: WireEndpoint

    func respond(to request: Request, context: CollectorContext) async throws -> Response {
        guard !CollectorResponder.isControl(request) else {
            return ControlError(.notFound, "https is for SDKs; the page and the control API are at the http address")
                .response
        }
        return try await wire.respond(to: request, context)
    }
}

/// The context that a handler gets with each request.
struct CollectorContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection on which the request arrived.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
