internal import Foundation
internal import Logging
internal import TrackproofCollector
@_spi(Tooling) internal import TrackproofCollectorClient
internal import TrackproofWire

/// The collector that runs beside a command. Its store is removed after the run.
struct RunCollector {
    private let collector: Collector
    private let folder: URL
    /// The token of the control API. Other users of the machine do not have it.
    private let token: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("trackproof-\(UUID())")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var options = Collector.Options(store: folder.appendingPathComponent("wire.sqlite").path)
        options.port = 0
        let token = Collector.Options.makeToken()
        options.token = token
        options.requiresTokenFromSDKs = false
        self.token = token
        do {
            // The end of the run reports what the collector rejects or cannot store. How its server ends is of no
            // interest.
            var logger = Console.logger
            logger.logLevel = .critical
            collector = try Collector(options, logger: logger)
        } catch {
            Self.remove(folder)
            throw error
        }
    }

    /// What a collector received, or the error that leaves it unknown.
    typealias Taken = Result<Collector.Received, any Error>

    /// Serves requests while `body` runs.
    ///
    /// If the collector fails meanwhile, what arrived is unknown, but the result of `body` is not lost.
    ///
    /// - Parameter body: The work. It gets the environment variables that say where to send.
    /// - Returns: The result of `body`, and what arrived.
    /// - Throws: The error that left `body` without a result.
    func serve<Value: Sendable>(
        while body: @escaping @Sendable ([String: String]) async throws -> Value
    ) async throws -> (Value, Taken) {
        let result = Kept<Value>()
        do {
            let value = try await collector.serve { address in
                let value = try await body(variables(for: address))
                await result.keep(value)
                return value
            }
            return (value, .success(try await collector.received()))
        } catch {
            guard let value = await result.value else { throw error }
            return (value, .failure(error))
        }
    }

    /// A result that is kept in case a later step fails.
    private actor Kept<Value: Sendable> {
        private(set) var value: Value?

        func keep(_ value: Value) { self.value = value }
    }

    /// Closes the store and removes it.
    func remove() {
        do {
            try collector.close()
        } catch {
            Console.note("\(folder.path): cannot close: \(error.localizedDescription)")
        }
        Self.remove(folder)
    }

    private static func remove(_ folder: URL) {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            Console.note("\(folder.path): cannot remove: \(error.localizedDescription)")
        }
    }

    /// Returns the environment variables by which an app and its SDKs find the collector.
    ///
    /// They are `TRACKPROOF_COLLECTOR`, the same with each vendor's prefix, the variable that OpenTelemetry has for the
    /// address, and the token of the control API. `TRACKPROOF_RUN_COLLECTOR` tells the session of a UI test that this
    /// command takes what arrives there.
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
