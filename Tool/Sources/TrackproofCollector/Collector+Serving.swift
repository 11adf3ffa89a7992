internal import ServiceLifecycle
package import Trackproof
package import TrackproofWire

extension Collector {
    /// Starts the server, runs `body`, and then stops the server.
    ///
    /// Before the server stops, it answers the requests that are in progress.
    ///
    /// - Parameter body: A closure that gets the address of the server, such as `http://127.0.0.1:9090`.
    /// - Returns: The value that `body` returns.
    /// - Throws: ``AddressError`` if the server cannot listen, and any error that `body` throws.
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

    /// The events, retries and rejected items that a collector received.
    package struct Received: Sendable {
        /// The events, in the order of arrival.
        package var events: [RecordedEvent] = []
        /// The retries: events that arrived again, with the same id and content.
        package var retries: [RecordedEvent] = []
        /// The rejected items, each with the name of its vendor. The name is empty if the vendor is unknown.
        package var rejected: [(vendor: String, rejection: WireRejection)] = []
        /// What arrived, but is not in the store.
        ///
        /// If an SDK sent a lost request again, the store can contain the request after all.
        package var losses = Losses()
    }

    /// Returns the events, retries and rejected items of all requests in the store.
    ///
    /// - Throws: ``StoreError`` if the store cannot be read.
    package func received() async throws -> Received {
        var received = Received()
        received.losses = metrics.lost.total
        for totals in try await store.totals().values { received.losses += Losses(removed: totals.removed) }
        try await store.forEach(RequestQuery()) { request in
            received.events += request.events
            received.retries += request.retries
            received.rejected += request.rejections.map { (request.stored.vendor, $0) }
            return true
        }
        return received
    }
}
