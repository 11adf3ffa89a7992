internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdTLS
package import Logging
internal import NIOConcurrencyHelpers
internal import NIOCore
internal import NIOSSL
internal import ServiceLifecycle
internal import Trackproof

/// A local server that real analytics SDKs are pointed at: what they send is decoded and kept in a store.
package struct Collector: Sendable {
    /// How a collector is set up.
    package struct Options: Sendable {
        /// The address to listen at.
        package var host = "127.0.0.1"
        /// The port; 0 takes a free one.
        package var port = 9090
        /// The store's file; it is made where it is not there.
        package var store: String
        /// What the page and the control API ask for, if anything.
        package var token: String?
        /// Whether requests of SDKs must name the token too, or a session. If others can reach us they must.
        package var asksSDKs = true
        /// How https is answered too; nil if it is not.
        package var secure: Secure?
        /// How much is kept.
        package var retention = Retention()
        /// What one client may ask.
        package var limits = CollectorLimits()

        /// How https is answered.
        package struct Secure: Sendable {
            /// The port; 0 takes a free one.
            package var port: Int
            /// Who signs the certificate.
            package var authority: CertificateAuthority

            /// A port, and who signs its certificate.
            package init(port: Int, authority: CertificateAuthority) {
                self.port = port
                self.authority = authority
            }
        }

        /// The options of a collector on this machine alone.
        package init(store: String) { self.store = store }

        /// Whether a text may be the token: long enough that nobody guesses it, and of what stands for itself wherever
        /// an SDK may put it.
        package static func mayBeToken(_ text: String) -> Bool {
            text.utf8.count >= 16 && text.utf8.allSatisfy(\.isOfToken)
        }

        /// A token of 160 bits.
        package static func makeToken() -> String { .random(letters: 32) }

        /// Whether others than this machine's processes can reach the address.
        package var isOpenToOthers: Bool { !host.isLoopbackHost }

        /// What requests of SDKs must name, if anything.
        fileprivate var tokenOfSDKs: String? { asksSDKs ? token : nil }
    }

    private let options: Options
    let logger: Logger
    let store: WireStore
    let metrics = CollectorMetrics()

    /// A collector over a store, which it opens.
    ///
    /// - Throws: ``StoreError`` where the store cannot be had.
    package init(_ options: Options, logger: Logger) throws {
        self.options = options
        self.logger = logger
        store = try WireStore(
            file: options.store, retention: options.retention, mainKey: options.tokenOfSDKs, logger: logger)
    }

    /// How many requests the store held when it was opened.
    package var requestsFromBefore: Int64 { store.requestsFromBefore }

    /// Serves until the task is cancelled or shut down gracefully.
    ///
    /// - Parameter onStart: called with the server's addresses once it answers.
    /// - Throws: ``AddressError`` if an address cannot be had.
    package func run(onStart: @escaping @Sendable (CollectorAddresses) async -> Void) async throws {
        let addresses = NIOLockedValueBox(CollectorAddresses(http: ""))
        let parts = Parts(options, store: store, metrics: metrics, logger: logger)
        var services: [any Service] = [Housekeeping(store: store, retention: options.retention, logger: logger)]
        let (securePorts, securePort) = AsyncStream.makeStream(of: Int.self)
        if let secure = options.secure {
            services.append(try secureServer(secure, parts) { securePort.yield($0) })
        }
        let responder = responder(parts) { addresses.withLockedValue { $0 } }
        let application = Application(
            responder: responder, server: server(parts), configuration: configuration(port: options.port),
            services: services,
            onServerRunning: { channel in
                var own = CollectorAddresses(http: options.url("http", channel.localAddress?.port ?? options.port))
                if options.secure != nil {
                    // If it cannot start, it ends this server too.
                    guard let port = await securePorts.first(where: { _ in true }) else { return }
                    own.https = options.url("https", port)
                }
                addresses.withLockedValue { [own] in $0 = own }
                await onStart(own)
            }, logger: logger)
        try await AddressError.naming("\(options.host.inURL):\(options.port)") { try await application.run() }
    }

    /// Ends all waits and closes the store.
    ///
    /// - Parameter isUnused: whether nothing came of it: a store that was made for it is removed.
    /// - Throws: ``StoreError`` where it cannot be closed.
    package func close(isUnused: Bool = false) throws { try store.close(isUnused: isUnused) }

    /// What both servers share.
    private struct Parts {
        let wire: WireEndpoint
        let connections: OpenConnections
        let reading: RequestReading
        let failures = PlannedFailures()

        init(_ options: Options, store: WireStore, metrics: CollectorMetrics, logger: Logger) {
            connections = OpenConnections(most: options.limits.connections)
            reading = RequestReading(options.limits)
            wire = WireEndpoint(
                store: store, reading: reading, failures: failures, metrics: metrics,
                refusals: RefusalNotes(logger, token: options.tokenOfSDKs), connections: connections,
                token: options.tokenOfSDKs, logger: logger)
        }
    }

    private func responder(
        _ parts: Parts, addresses: @escaping @Sendable () -> CollectorAddresses
    ) -> CollectorResponder {
        let gate = ControlGuard(
            token: options.token, host: options.host, answersToAnyHost: options.tokenOfSDKs != nil)
        let router = Router(context: CollectorContext.self, options: .autoGenerateHeadEndpoints)
        let api = ControlAPI(
            store: store, failures: parts.failures, metrics: metrics, reading: parts.reading,
            connections: parts.connections
        ) { request in
            // All addresses are none that one can send to: the one that was just used is.
            guard options.isAtAllAddresses, let used = request.head.authority else { return addresses() }
            return addresses().reached(at: used)
        }
        let methods = api.addRoutes(to: router)
        let page = Page(gate: gate)
        page.addRoutes(to: router)
        return CollectorResponder(
            wire: parts.wire, control: router.buildResponder(), methods: methods, gate: gate, page: page)
    }

    private func secureServer(
        _ secure: Options.Secure, _ parts: Parts, onStart: @escaping @Sendable (Int) -> Void
    ) throws -> SecureServer {
        let tls = try secure.authority.serverConfiguration(for: try options.addressesOfCertificate)
        let application = Application(
            responder: SecureResponder(wire: parts.wire), server: try .tls(server(parts), tlsConfiguration: tls),
            configuration: configuration(port: secure.port),
            onServerRunning: { channel in onStart(channel.localAddress?.port ?? secure.port) }, logger: logger)
        return SecureServer(application: application, address: "\(options.host.inURL):\(secure.port)")
    }

    private func server(_ parts: Parts) -> HTTPServerBuilder {
        let (limits, connections) = (options.limits, parts.connections)
        return .http1(
            configuration: .init(
                additionalChannelHandlers: [ContinueHandler(limits), ConnectionDeadlines(limits, connections)]))
    }

    private func configuration(port: Int) -> ApplicationConfiguration {
        ApplicationConfiguration(
            address: .hostname(options.host, port: port),
            // What is beyond these waits in the system's queue; without a limit, a server that has no descriptors
            // left tries to accept without end.
            availableConnectionsDelegate: MaximumAvailableConnections(
                options.limits.connections + CollectorLimits.connectionsInClosing))
    }
}

extension Collector.Options {
    fileprivate var isAtAllAddresses: Bool { ["0.0.0.0", "::", ""].contains(host) }

    fileprivate func url(_ scheme: String, _ port: Int) -> String { "\(scheme)://\(host.inURL):\(port)" }

    /// The addresses that a certificate is for, besides `localhost`.
    fileprivate var addressesOfCertificate: [PrivateAddress] {
        get throws {
            let own = isAtAllAddresses ? try PrivateAddress.ofNetworks() : [PrivateAddress(host)].compactMap { $0 }
            return Array(Set(PrivateAddress.ofThisMachine + own))
        }
    }

    /// Whether a certificate can be for the host: `localhost`, or an address of this machine or of a private network.
    package var canBeSecure: Bool {
        isAtAllAddresses || host.lowercased() == "localhost" || PrivateAddress(host) != nil
    }
}
