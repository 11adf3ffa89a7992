import Foundation
import Logging
import ServiceLifecycle
import Testing
import TrackproofCollector

extension Collector {
    /// Runs a collector in the test's process at a free port, while `body` runs. Then closes its store.
    ///
    /// - Parameter change: A closure that sets the options of the collector.
    static func serve(
        store: String, _ change: (inout Options) throws -> Void,
        _ body: @escaping @Sendable (ControlClient) async throws -> Void
    ) async throws {
        var options = Options(store: store)
        options.port = 0
        try change(&options)
        let collector = try Collector(options, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await collector.serve { address in
            try await body(ControlClient(port: try #require(URL(string: address)?.port)))
        }
        try collector.close()
    }

    /// Starts the server, runs `body`, and then stops the server.
    ///
    /// Before the server stops, it answers the requests that are in progress.
    ///
    /// - Parameter body: A closure that gets the address of the server, such as `http://127.0.0.1:9090`.
    /// - Returns: The value that `body` returns.
    /// - Throws: ``AddressError`` if the server cannot listen, and any error that `body` throws.
    private func serve<Value: Sendable>(
        while body: @escaping @Sendable (String) async throws -> Value
    ) async throws -> Value {
        let (starts, started) = AsyncStream.makeStream(of: String.self)
        let server = ServiceGroup(
            services: [Server(collector: self, started: started)],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { started.finish() }
                try await server.run()
            }
            var address: String?
            for await start in starts {
                address = start
                break
            }
            guard let address else {
                try await tasks.waitForAll()
                throw CancellationError()
            }
            let value = try await body(address)
            await server.triggerGracefulShutdown()
            try await tasks.waitForAll()
            return value
        }
    }

    private struct Server: Service {
        let collector: Collector
        let started: AsyncStream<String>.Continuation

        func run() async throws { try await collector.run { started.yield($0.http) } }
    }
}
