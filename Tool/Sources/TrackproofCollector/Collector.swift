import Foundation
import Hummingbird
package import Logging
import NIOConcurrencyHelpers
import NIOCore
import ServiceLifecycle
import Trackproof
import TrackproofCollectorClient
package import TrackproofPlanning

/// A local server to which analytics SDKs send their requests. The server decodes and stores the requests.
package struct Collector: Sendable {
    /// The options of a collector.
    package struct Options: Sendable {
        /// The host name or the IP address at which the servers listen.
        package var host = "127.0.0.1"
        /// The port at which the HTTP server listens. If the value is 0, the system chooses a free port.
        package var port = 9090
        /// The path of the store's file. The collector creates the file if it does not exist.
        package var store: String
        /// The token that a client needs for the web page and the control API, or `nil` if clients need no token.
        package var token: String?
        /// Whether an SDK's request must contain the token or the key of a session.
        ///
        /// If ``token`` is `nil`, this option has no effect. The option must be `true` if programs on other machines
        /// can reach the collector.
        package var requiresTokenFromSDKs = true
        /// The options for HTTPS, or `nil` if the collector answers HTTP only.
        package var secure: Secure?
        /// The tracking plan that arriving events are checked against, or `nil` if there is no plan.
        package var plan: LoadedPlan?
        /// The limits for the data that the store keeps.
        package var retention = Retention()
        /// The limits for requests and connections.
        package var limits = CollectorLimits()

        /// The options for HTTPS.
        package struct Secure: Sendable {
            /// The port at which the HTTPS server listens. If the value is 0, the system chooses a free port.
            package var port: Int
            /// The certificate authority that signs the certificate of the HTTPS server.
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

        /// Returns whether a text has the format of a token.
        ///
        /// A token has at least 16 characters, so that it is hard to guess. An SDK may put the token into a URL, into
        /// JSON or into a form. Therefore, a token contains only characters that need no escape there.
        package static func isValidToken(_ text: String) -> Bool {
            text.utf8.count >= 16 && text.utf8.allSatisfy(\.isTokenCharacter)
        }

        /// Returns a random token of 160 bits.
        package static func makeToken() -> String { .random(letters: 32) }

        /// Whether programs on other machines can connect to ``host``.
        package var isReachableByOtherMachines: Bool { !CollectorURL.isLoopback(host) }

        /// The token that an SDK's request needs if the request names no session, or `nil` if SDKs need no token.
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
            file: options.store, retention: options.retention, readers: options.limits.readers,
            mainKey: options.sdkToken, logger: logger)
    }

    /// The number of requests that the store contained when the collector opened it.
    package var requestsFromBefore: Int64 { store.requestsFromBefore }

    /// Runs the servers until the task is cancelled or shut down gracefully.
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
                // If the HTTPS server cannot start, `securePorts` yields no port. The error of the HTTPS server also
                // ends the HTTP server.
                guard let port = await securePorts.first(where: { _ in true }) else { return }
                own.https = options.url("https", port)
            }
            addresses.withLockedValue { [own] in $0 = own }
            await onStart(own)
        }
        try await AddressError.naming("\(options.host.inURL):\(options.port)") { try await application.run() }
    }

    /// Ends the requests that wait for events, and closes the store.
    ///
    /// - Parameter isUnused: `true` if the collector never started to listen. In that case, this method removes the
    ///   store's file, unless the file existed before the collector opened the store.
    /// - Throws: ``StoreError`` if the store cannot be closed.
    package func close(isUnused: Bool = false) throws { try store.close(isUnused: isUnused) }
}

extension Collector.Options {
    var isAtAllAddresses: Bool { ["0.0.0.0", "::", ""].contains(host) }

    fileprivate func url(_ scheme: String, _ port: Int) -> String { "\(scheme)://\(host.inURL):\(port)" }

    /// The IP addresses in the HTTPS server's certificate. The certificate also contains the name `localhost`.
    var addressesOfCertificate: [PrivateAddress] {
        get throws {
            let own = isAtAllAddresses ? try PrivateAddress.ofNetworks() : [PrivateAddress(host)].compactMap { $0 }
            return Array(Set(PrivateAddress.ofThisMachine + own))
        }
    }

    /// Whether the HTTPS server can have a certificate for ``host``.
    ///
    /// The certificate can name only `localhost` and private addresses, see ``PrivateAddress``. If the collector
    /// listens at all addresses, the certificate names the private addresses of this machine.
    package var canBeSecure: Bool {
        isAtAllAddresses || host.lowercased() == "localhost" || PrivateAddress(host) != nil
    }
}

/// An error for an address that a collector cannot listen at.
package struct AddressError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The address in the format `HOST:PORT`, such as `127.0.0.1:9090`.
    package let address: String
    /// The reason why the collector cannot listen at the address, such as `Address already in use`.
    package let message: String

    /// The message for users, such as `127.0.0.1:9090: cannot listen: Address already in use`.
    package var description: String { "\(address): cannot listen: \(message)" }

    /// Runs `serve`, which starts a server, and throws an ``AddressError`` if the server cannot listen at `address`.
    static func naming(_ address: String, _ serve: () async throws -> Void) async throws {
        do {
            try await serve()
        } catch let error as IOError {
            throw AddressError(address: address, message: String(cString: strerror(error.errnoCode)))
        } catch let error as SocketAddressError {
            throw AddressError(address: address, message: "\(error)")
        } catch is SocketAddressError.UnknownHost {
            throw AddressError(address: address, message: "unknown host")
        }
    }
}
