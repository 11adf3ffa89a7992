internal import Foundation
internal import Hummingbird
package import Logging
internal import NIOConcurrencyHelpers
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
        var tokenOfSDKs: String? { asksSDKs ? token : nil }
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
                // If it cannot start, it ends this server too.
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
    /// - Parameter isUnused: whether nothing came of it: a store that was made for it is removed.
    /// - Throws: ``StoreError`` where it cannot be closed.
    package func close(isUnused: Bool = false) throws { try store.close(isUnused: isUnused) }
}

extension Collector.Options {
    var isAtAllAddresses: Bool { ["0.0.0.0", "::", ""].contains(host) }

    fileprivate func url(_ scheme: String, _ port: Int) -> String { "\(scheme)://\(host.inURL):\(port)" }

    /// The addresses that a certificate is for, besides `localhost`.
    var addressesOfCertificate: [PrivateAddress] {
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
