import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle

/// A factory for the servers of a collector: the HTTP server, and the HTTPS server if there is one.
struct CollectorServers {
    private let options: Collector.Options
    private let store: WireStore
    private let metrics: CollectorMetrics
    private let logger: Logger
    private let failures = PlannedFailures()
    private let refusals: RefusalNotes
    private let http: Admission
    private let https: Admission

    init(_ options: Collector.Options, store: WireStore, metrics: CollectorMetrics, logger: Logger) {
        self.options = options
        self.store = store
        self.metrics = metrics
        self.logger = logger
        refusals = RefusalNotes(logger, token: options.sdkToken)
        var limits = options.limits
        // If there are two servers, each server gets half of the connections.
        if options.secure != nil { limits.connections /= 2 }
        http = Admission(limits)
        https = Admission(sharing: http)
    }

    /// Returns the HTTP server, with the page and the control API.
    ///
    /// - Parameters:
    ///   - services: The services that run while the server runs.
    ///   - addresses: A closure that returns the addresses of the servers.
    ///   - onStart: A closure that gets the port when the server listens.
    func application(
        _ services: [any Service], addresses: @escaping @Sendable () -> CollectorAddresses,
        onStart: @escaping @Sendable (Int) async -> Void
    ) -> Application<CollectorResponder> {
        let gate = ControlGuard(
            token: options.token, host: options.host, allowsAnyHost: options.sdkToken != nil)
        let router = Router(context: CollectorContext.self, options: .autoGenerateHeadEndpoints)
        let api = ControlAPI(
            store: store, failures: failures, metrics: metrics, admission: http,
            connections: [http.connections, https.connections], plan: options.plan
        ) { [isAtAllAddresses = options.isAtAllAddresses] request in
            // A client cannot connect to a wildcard address such as `0.0.0.0`. Therefore, the client gets the address
            // to which it sent this request.
            guard isAtAllAddresses, let used = request.head.authority else { return addresses() }
            return addresses().reached(at: used)
        }
        let methods = api.addRoutes(to: router)
        Page.addRoutes(to: router)
        return Application(
            responder: CollectorResponder(
                wire: endpoint(http), control: router.buildResponder(), methods: methods, gate: gate),
            server: builder(http), configuration: configuration(port: options.port), services: services,
            onServerRunning: { [port = options.port, connections = http.connections] in
                connections.listens($0)
                await onStart($0.localAddress?.port ?? port)
            },
            logger: logger)
    }

    /// Returns the HTTPS server.
    ///
    /// - Parameter onStart: A closure that gets the port when the server listens.
    func secureServer(
        _ secure: Collector.Options.Secure, onStart: @escaping @Sendable (Int) -> Void
    ) throws -> SecureServer {
        let tls = try secure.authority.serverConfiguration(for: try options.addressesOfCertificate)
        let application = Application(
            responder: SecureResponder(wire: endpoint(https)),
            server: try .tls(builder(https), tlsConfiguration: tls),
            configuration: configuration(port: secure.port),
            onServerRunning: { [connections = https.connections] in
                connections.listens($0)
                onStart($0.localAddress?.port ?? secure.port)
            },
            logger: logger)
        return SecureServer(application: application, address: "\(options.host.inURL):\(secure.port)")
    }

    private func endpoint(_ admission: Admission) -> WireEndpoint {
        WireEndpoint(
            store: store, admission: admission, failures: failures, metrics: metrics, refusals: refusals,
            token: options.sdkToken, logger: logger)
    }

    private func builder(_ admission: Admission) -> HTTPServerBuilder {
        .http1(
            configuration: .init(
                additionalChannelHandlers: [
                    UnreadableRequestHandler(metrics, refusals), ConnectionHandler(admission),
                ]))
    }

    private func configuration(port: Int) -> ApplicationConfiguration {
        ApplicationConfiguration(
            address: .hostname(options.host, port: port),
            // The system's queue of new connections must be long. If the queue is full, a client waits a second before
            // it tries again.
            backlog: 1_024,
            // Connections above this limit wait in the system's queue. Without a limit, a server that has no file
            // descriptors left would try to accept connections in an endless loop.
            availableConnectionsDelegate: MaximumAvailableConnections(
                http.limits.connections + CollectorLimits.connectionsInClosing))
    }
}

/// The HTTPS server, for SDKs that require HTTPS. It does not serve the page or the control API.
struct SecureServer: Service {
    let application: Application<SecureResponder>
    /// The host and the port.
    let address: String

    func run() async throws { try await AddressError.naming(address) { try await application.run() } }
}
