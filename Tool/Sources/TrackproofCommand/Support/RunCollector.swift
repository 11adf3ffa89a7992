internal import Foundation
internal import Logging
internal import TrackproofCollector
@_spi(Tooling) internal import TrackproofCollectorClient
@_spi(Tooling) internal import TrackproofFiles
@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofWire

/// The collector that receives the requests of SDKs while a command runs. Its store is temporary.
struct RunCollector {
    private let collector: Collector
    private let folder: URL
    /// The token that the control API requires, so that other users of this machine cannot use the API.
    private let token: String

    init() throws {
        let path = try Folder.temporaryPath("trackproof-\(UUID())")
        guard path.withPath({ mkdir($0, 0o700) }) == 0 else { throw FileAccessError(path, .create, code: errno) }
        folder = URL(fileURLWithPath: path)
        var options = Collector.Options(store: folder.appendingPathComponent("wire.sqlite").path)
        options.port = 0
        let token = Collector.Options.makeToken()
        options.token = token
        options.requiresTokenFromSDKs = false
        self.token = token
        do {
            // After the command, `trackproof run` itself reports what the collector rejected or could not store. The
            // log of the collector's server would repeat these messages.
            var logger = Console.logger
            logger.logLevel = .critical
            collector = try Collector(options, logger: logger)
        } catch {
            Self.remove(folder)
            throw error
        }
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

    /// A holder of the result of `body`, which `serve` returns even if the collector fails later.
    private actor Kept<Value: Sendable> {
        private(set) var value: Value?

        func keep(_ value: Value) { self.value = value }
    }

    /// Closes the collector's store and removes its files.
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
