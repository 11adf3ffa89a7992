internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
package import Logging
internal import NIOConcurrencyHelpers
internal import NIOCore
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
        /// How much is kept.
        package var retention = Retention()
        /// What one client may ask.
        package var limits = CollectorLimits()

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
    /// - Parameter onStart: called with the server's address, `http://127.0.0.1:9090`, once it answers.
    /// - Throws: ``AddressError`` where the address cannot be had.
    package func run(onStart: @escaping @Sendable (String) async -> Void) async throws {
        let address = NIOLockedValueBox("")
        let application = application(address: { address.withLockedValue { $0 } }) { channel in
            let own = "http://\(options.hostInURL):\(channel.localAddress?.port ?? options.port)"
            address.withLockedValue { $0 = own }
            await onStart(own)
        }
        do {
            try await application.run()
        } catch let error as IOError {
            throw AddressError(
                address: "\(options.hostInURL):\(options.port)", message: String(cString: strerror(error.errnoCode)))
        } catch let error as SocketAddressError {
            throw AddressError(address: "\(options.hostInURL):\(options.port)", message: "\(error)")
        } catch is SocketAddressError.UnknownHost {
            throw AddressError(address: "\(options.hostInURL):\(options.port)", message: "unknown host")
        }
    }

    /// Ends all waits and closes the store.
    ///
    /// - Parameter isUnused: whether nothing came of it: a store that was made for it is removed.
    /// - Throws: ``StoreError`` where it cannot be closed.
    package func close(isUnused: Bool = false) throws { try store.close(isUnused: isUnused) }

    private func application(
        address: @escaping @Sendable () -> String, onStart: @escaping @Sendable (any Channel) async -> Void
    ) -> some ApplicationProtocol {
        let limits = options.limits
        let connections = OpenConnections(most: limits.connections)
        let reading = RequestReading(limits)
        let failures = PlannedFailures()
        let gate = ControlGuard(
            token: options.token, host: options.host, answersToAnyHost: options.tokenOfSDKs != nil)
        let router = Router(context: CollectorContext.self, options: .autoGenerateHeadEndpoints)
        let api = ControlAPI(
            store: store, failures: failures, metrics: metrics, reading: reading, connections: connections
        ) { request in
            // All addresses are none that one can send to: the one that was just used is.
            guard options.isAtAllAddresses, let used = request.head.authority else { return address() }
            return "http://\(used)"
        }
        let methods = api.addRoutes(to: router)
        let page = Page(gate: gate)
        page.addRoutes(to: router)
        let wire = WireEndpoint(
            store: store, reading: reading, failures: failures, metrics: metrics,
            refusals: RefusalNotes(logger, token: options.tokenOfSDKs), connections: connections,
            token: options.tokenOfSDKs, logger: logger)
        return Application(
            responder: CollectorResponder(
                wire: wire, control: router.buildResponder(), methods: methods, gate: gate, page: page),
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [ContinueHandler(limits), ConnectionDeadlines(limits, connections)])),
            configuration: ApplicationConfiguration(
                address: .hostname(options.host, port: options.port),
                // What is beyond these waits in the system's queue; without a limit, a server that has no descriptors
                // left tries to accept without end.
                availableConnectionsDelegate: MaximumAvailableConnections(
                    limits.connections + CollectorLimits.connectionsInClosing)),
            services: [Housekeeping(store: store, retention: options.retention, logger: logger)],
            onServerRunning: onStart, logger: logger)
    }
}

/// An address that a collector cannot listen at.
package struct AddressError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Host and port.
    package let address: String
    /// What is wrong, as the system says it.
    package let message: String

    /// Address and message.
    package var description: String { "\(address): cannot listen there: \(message)" }
}

extension Collector.Options {
    fileprivate var isAtAllAddresses: Bool { ["0.0.0.0", "::", ""].contains(host) }

    fileprivate var hostInURL: String { host.contains(":") ? "[\(host)]" : host }
}
