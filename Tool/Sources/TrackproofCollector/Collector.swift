internal import Foundation
internal import Hummingbird
package import Logging
internal import NIOConcurrencyHelpers
internal import ServiceLifecycle
internal import Trackproof

/// A local server for real analytics SDKs. It decodes their requests and keeps them in a store.
package struct Collector: Sendable {
    /// The options of a collector.
    package struct Options: Sendable {
        /// The address to listen at.
        package var host = "127.0.0.1"
        /// The port to listen at. With 0, the system chooses a free port.
        package var port = 9090
        /// The path of the store's file. The collector creates the file if it does not exist.
        package var store: String
        /// The token that clients of the page and the control API must send, or `nil` if they need no token.
        package var token: String?
        /// Whether an SDK's request must contain the token or the key of a session.
        ///
        /// Without a token, this option has no effect. It must be `true` if programs on other machines can reach the
        /// collector.
        package var requiresTokenFromSDKs = true
        /// The options for HTTPS, or `nil` if the collector answers HTTP only.
        package var secure: Secure?
        /// The tracking plan that arriving events are checked against, or `nil` if there is no plan.
        package var plan: CollectorPlan?
        /// The limits for the data that the store keeps.
        package var retention = Retention()
        /// The limits for requests and connections.
        package var limits = CollectorLimits()

        /// The options for HTTPS.
        package struct Secure: Sendable {
            /// The port to listen at. With 0, the system chooses a free port.
            package var port: Int
            /// The authority that signs the certificate of the server.
            package var authority: CertificateAuthority

            /// Creates the options from a port and the authority that signs the certificate.
            package init(port: Int, authority: CertificateAuthority) {
                self.port = port
                self.authority = authority
            }
        }

        /// Creates the options of a collector that only programs on this machine can reach.
        ///
        /// - Parameter store: The path of the store's file.
        package init(store: String) { self.store = store }

        /// Returns whether a text can be a token.
        ///
        /// A token has at least 16 characters, so that it is hard to guess. Its characters need no escape in any place
        /// where an SDK may put the token.
        package static func isValidToken(_ text: String) -> Bool {
            text.utf8.count >= 16 && text.utf8.allSatisfy(\.isTokenCharacter)
        }

        /// Returns a random token of 160 bits.
        package static func makeToken() -> String { .random(letters: 32) }

        /// Whether programs on other machines can reach the address.
        package var isReachableByOtherMachines: Bool { !host.isLoopbackHost }

        /// The token that SDK requests must contain if they name no session, or `nil` if no token is required.
        var sdkToken: String? { requiresTokenFromSDKs ? token : nil }
    }

    private let options: Options
    let logger: Logger
    let store: WireStore
    let metrics = CollectorMetrics()

    /// Creates a collector and opens its store.
    ///
    /// - Throws: ``StoreError`` if the store cannot be opened.
    package init(_ options: Options, logger: Logger) throws {
        self.options = options
        self.logger = logger
        store = try WireStore(
            file: options.store, retention: options.retention, mainKey: options.sdkToken, logger: logger)
    }

    /// The number of requests that the store held when it was opened.
    package var requestsFromBefore: Int64 { store.requestsFromBefore }

    /// Serves until the task is cancelled or shut down gracefully.
    ///
    /// - Parameter onStart: A closure that gets the addresses of the servers as soon as the servers answer requests.
    /// - Throws: ``AddressError`` if a server cannot listen at its address.
    package func run(onStart: @escaping @Sendable (CollectorAddresses) async -> Void) async throws {
        let servers = CollectorServers(options, store: store, metrics: metrics, logger: logger)
        let addresses = NIOLockedValueBox(CollectorAddresses(http: ""))
        let (securePorts, securePort) = AsyncStream.makeStream(of: Int.self)
        var services: [any Service] = [Housekeeping(store: store, retention: options.retention, logger: logger)]
        if let secure = options.secure {
            services.append(try servers.secureServer(secure) { securePort.yield($0) })
        }
        let application = servers.application(services, addresses: { addresses.withLockedValue { $0 } }) { port in
            var own = CollectorAddresses(http: options.url("http", port))
            if options.secure != nil {
                // If the HTTPS server cannot start, there is no port, and the error also ends the HTTP server.
                guard let port = await securePorts.first(where: { _ in true }) else { return }
                own.https = options.url("https", port)
            }
            addresses.withLockedValue { [own] in $0 = own }
            await onStart(own)
        }
        try await AddressError.naming("\(options.host.inURL):\(options.port)") { try await application.run() }
    }

    /// Ends all waits and closes the store.
    ///
    /// - Parameter isUnused: Whether the collector was not used. If `true` and the collector created the store's file,
    ///   this method removes that file.
    /// - Throws: ``StoreError`` if the store cannot be closed.
    package func close(isUnused: Bool = false) throws { try store.close(isUnused: isUnused) }
}

extension Collector.Options {
    var isAtAllAddresses: Bool { ["0.0.0.0", "::", ""].contains(host) }

    fileprivate func url(_ scheme: String, _ port: Int) -> String { "\(scheme)://\(host.inURL):\(port)" }

    /// The IP addresses in the certificate of the HTTPS server. The certificate also contains the name `localhost`.
    var addressesOfCertificate: [PrivateAddress] {
        get throws {
            let own = isAtAllAddresses ? try PrivateAddress.ofNetworks() : [PrivateAddress(host)].compactMap { $0 }
            return Array(Set(PrivateAddress.ofThisMachine + own))
        }
    }

    /// Whether the collector can answer HTTPS at ``host``.
    ///
    /// The certificate can name only `localhost` and private addresses, see ``PrivateAddress``. If the collector
    /// listens at all addresses, the certificate names the private addresses of this machine.
    package var canBeSecure: Bool {
        isAtAllAddresses || host.lowercased() == "localhost" || PrivateAddress(host) != nil
    }
}
