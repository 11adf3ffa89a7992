import Hummingbird
import HummingbirdTLS
import ServiceLifecycle

/// The HTTPS server, for SDKs that require HTTPS. It does not serve the page or the control API.
struct SecureServer: Service {
    let application: Application<SecureResponder>
    /// The host and the port.
    let address: String

    func run() async throws { try await AddressError.naming(address) { try await application.run() } }
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
