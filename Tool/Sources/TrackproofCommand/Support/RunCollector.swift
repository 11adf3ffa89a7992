internal import Foundation
internal import Logging
internal import TrackproofCollector
@_spi(Tooling) internal import TrackproofCollectorClient
internal import TrackproofWire

/// The collector beside a command that is run: its store ends with the run.
struct RunCollector {
    private let collector: Collector
    private let folder: URL
    /// What the control API asks for: other users of the machine do not have it.
    private let token: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("trackproof-\(UUID())")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var options = Collector.Options(store: folder.appendingPathComponent("wire.sqlite").path)
        options.port = 0
        let token = Collector.Options.makeToken()
        options.token = token
        options.asksSDKs = false
        self.token = token
        do {
            // What it turns away or cannot store is told at the end of the run; how its server ends is no news.
            var logger = Console.logger
            logger.logLevel = .critical
            collector = try Collector(options, logger: logger)
        } catch {
            Self.remove(folder)
            throw error
        }
    }

    /// What a collector took, or why that cannot be said.
    typealias Taken = Result<Collector.Received, any Error>

    /// Serves while `body` runs; returns its result and what arrived. A collector that fails meanwhile costs what
    /// arrived, and not the result.
    ///
    /// - Parameter body: it is given the variables that say where to send.
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

    /// A result that is there before what else may fail.
    private actor Kept<Value: Sendable> {
        private(set) var value: Value?

        func keep(_ value: Value) { self.value = value }
    }

    /// Closes the store and removes it.
    func remove() {
        do {
            try collector.close()
        } catch {
            Console.note("\(folder.path): cannot be closed: \(error.localizedDescription)")
        }
        Self.remove(folder)
    }

    private static func remove(_ folder: URL) {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            Console.note("\(folder.path): cannot be removed: \(error.localizedDescription)")
        }
    }

    /// Where an app and its SDKs find the collector: `TRACKPROOF_COLLECTOR`, the same with each vendor's prefix, the
    /// variable that OpenTelemetry has for it, and the token of the control API. By `TRACKPROOF_RUN_COLLECTOR` the session of a UI test knows that this
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
