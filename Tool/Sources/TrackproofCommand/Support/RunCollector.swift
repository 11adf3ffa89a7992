internal import Foundation
internal import Logging
internal import NIOConcurrencyHelpers
@_spi(Tooling) internal import TrackproofBridgeReader
internal import TrackproofCollector
@_spi(Tooling) internal import TrackproofCollectorClient
@_spi(Tooling) internal import TrackproofFiles
@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofWire

/// The collector that receives the requests of SDKs while a command runs. Its store is temporary.
struct RunCollector {
    private let collector: Collector
    private let folder: PrivateFolder
    /// The token that the control API requires, so that other users of this machine cannot use the API.
    private let token: String

    init() throws {
        folder = try PrivateFolder()
        var options = Collector.Options(store: folder.path + "/wire.sqlite")
        options.port = 0
        let token = Collector.Options.makeToken()
        options.token = token
        options.requiresTokenFromSDKs = false
        self.token = token
        // After the command, `trackproof run` itself reports what the collector rejected or could not store. The log of
        // the collector's server would repeat these messages.
        var logger = Console.logger
        logger.logLevel = .critical
        collector = try Collector(options, logger: logger)
    }

    /// What the collector received, or the error that made the collector fail.
    typealias Taken = Result<Collector.Received, any Error>

    /// Serves requests while `body` runs.
    ///
    /// If the collector fails, the method still returns the result of `body`, with the collector's error.
    ///
    /// - Parameter body: A closure that gets the environment variables with the addresses for SDKs.
    /// - Returns: The result of `body`, and what the collector received.
    /// - Throws: The error of `body`, or the error of a collector that failed before `body` started.
    func serve(
        while body: @escaping @Sendable ([String: String]) async throws -> ChildCommand.Outcome
    ) async throws -> (ChildCommand.Outcome, Taken) {
        let ended = NIOLockedValueBox<ChildCommand.Outcome?>(nil)
        do {
            let outcome = try await collector.serve { address in
                let outcome = try await body(variables(for: address))
                ended.withLockedValue { $0 = outcome }
                return outcome
            }
            // The optimizer damages a returned tuple if one of its elements contains `await`, because it stores the
            // other elements too early: https://github.com/swiftlang/swift/pull/91911
            let received = try await collector.received()
            return (outcome, .success(received))
        } catch {
            guard let outcome = ended.withLockedValue({ $0 }) else { throw error }
            return (outcome, .failure(error))
        }
    }

    /// Closes the collector's store and removes its files.
    func remove() {
        do {
            try collector.close()
        } catch {
            Console.note("\(folder.path): cannot close: \(error.localizedDescription)")
        }
        folder.remove()
    }

    /// Returns the environment variables by which an app and its SDKs find the collector.
    ///
    /// The variables contain the address of the collector, an address for each vendor, an address for OpenTelemetry,
    /// and the token of the control API. `TRACKPROOF_RUN_COLLECTOR` tells UI tests not to forward the events of this
    /// collector, because `trackproof run` reads these events itself.
    private func variables(for address: String) -> [String: String] {
        var variables = [
            "TRACKPROOF_COLLECTOR": address, "TRACKPROOF_RUN_COLLECTOR": address, CollectorToken.variable: token,
            "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT": address + "/v1/logs",
        ]
        for decoder in WireDecoders.all {
            variables["TRACKPROOF_COLLECTOR_" + decoder.vendor.uppercased()] = address + "/" + decoder.vendor
        }
        return variables
    }
}
