internal import Hummingbird
internal import HummingbirdTLS
internal import ServiceLifecycle

/// The server that answers https, for SDKs that insist on it. The page and the control API have no use for it.
struct SecureServer: Service {
    let application: Application<SecureResponder>
    /// Host and port.
    let address: String

    func run() async throws { try await AddressError.naming(address) { try await application.run() } }
}

/// Sends each request to the decoders.
struct SecureResponder: HTTPResponder {
    let wire: WireEndpoint

    func respond(to request: Request, context: CollectorContext) async throws -> Response {
        guard !CollectorResponder.isControl(request) else {
            return ControlError(.notFound, "https is for SDKs; the page and the control API are at the address of http")
                .response
        }
        return try await wire.respond(to: request, context)
    }
}
