internal import ServiceLifecycle
package import Trackproof
package import TrackproofWire

extension Collector {
    /// Serves while `body` runs, and for what has not been answered by its end.
    ///
    /// - Parameter body: it is given the server's address.
    /// - Throws: ``AddressError``, and what `body` throws.
    package func serve<Value: Sendable>(
        while body: @escaping @Sendable (String) async throws -> Value
    ) async throws -> Value {
        let (starts, started) = AsyncStream.makeStream(of: String.self)
        let server = ServiceGroup(
            services: [Server(collector: self, started: started)], logger: logger)
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

    /// What arrived.
    package struct Received: Sendable {
        /// Events, in the order of arrival.
        package var events: [RecordedEvent] = []
        /// Events that had arrived before, with the same id and the same content.
        package var retries: [RecordedEvent] = []
        /// What was not understood, and the vendor whose it was; empty for nobody's.
        package var rejected: [(vendor: String, rejection: WireRejection)] = []
        /// How many requests the store would not take; an SDK may have sent them again.
        package var unstored = 0
    }

    /// All that the store has.
    ///
    /// - Throws: ``StoreError`` where it cannot be read.
    package func received() async throws -> Received {
        var received = Received()
        received.unstored = metrics[.unstored]
        try await store.forEach(RequestQuery()) { request in
            received.events += request.events
            received.retries += request.retries
            received.rejected += request.rejections.map { (request.stored.vendor, $0) }
            return true
        }
        return received
    }
}
