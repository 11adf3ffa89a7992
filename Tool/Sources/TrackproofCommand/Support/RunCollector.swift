internal import Foundation
internal import Logging
internal import TrackproofCollector
internal import TrackproofWire

/// The collector beside a command that is run: its store ends with the run.
struct RunCollector {
    private let collector: Collector
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("trackproof-\(UUID())")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var options = Collector.Options(store: folder.appendingPathComponent("wire.sqlite").path)
        options.port = 0
        do {
            collector = try Collector(options, logger: Console.logger)
        } catch {
            Self.remove(folder)
            throw error
        }
    }

    /// Serves while `body` runs; returns its result and what arrived.
    ///
    /// - Parameter body: it is given the variables that say where to send.
    func serve<Value: Sendable>(
        while body: @escaping @Sendable ([String: String]) async throws -> Value
    ) async throws -> (Value, Collector.Received) {
        let value = try await collector.serve { try await body(Self.variables(for: $0)) }
        return (value, try await collector.received())
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

    /// Where an app and its SDKs find the collector: `TRACKPROOF_COLLECTOR`, the same with each vendor's prefix, and
    /// the variable that OpenTelemetry has for it.
    private static func variables(for address: String) -> [String: String] {
        var variables = [
            "TRACKPROOF_COLLECTOR": address, "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT": address + "/v1/logs",
        ]
        for decoder in WireDecoders.all {
            variables["TRACKPROOF_COLLECTOR_" + decoder.vendor.uppercased()] = address + "/" + decoder.vendor
        }
        return variables
    }
}
