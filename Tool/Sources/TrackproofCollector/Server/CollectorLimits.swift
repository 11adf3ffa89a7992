internal import NIOCore

/// The limits for requests and connections of a collector.
package struct CollectorLimits: Sendable, Hashable {
    /// The maximum size of a request's body as it is sent, in bytes.
    package var bodyBytes = 16 << 20
    /// The maximum size of a request's body after decompression, in bytes.
    package var inflatedBytes = 32 << 20
    /// The maximum number of connections at the same time.
    ///
    /// If there are more, the collector closes the connection that has waited longest for its client.
    package var connections = 1_000
    /// The number of connections above the maximum that a server accepts while it closes others.
    static let connectionsInClosing = 16
    /// The memory that all requests together may use at the same time, in bytes, for their bodies and decoded values.
    ///
    /// The collector turns away requests beyond it.
    package var bytesInFlight = 128 << 20
    /// The additional memory for each request, in bytes, so that large requests never block small ones.
    package var freeBytesPerRequest = 64 << 10
    /// The time in which a request must arrive completely, in seconds, from when the server is ready for it.
    package var requestSeconds = 30
    /// The time in which the client must receive what the server writes, in seconds.
    package var replySeconds = 30

    /// Creates the limits of `trackproof collect`.
    package init() {}

    /// Reduces the number of connections to what the number of open files allows.
    ///
    /// The store and the system's libraries need some files too.
    ///
    /// - Parameters:
    ///   - files: The number of files that the process may open.
    ///   - servers: The number of servers that share the connections.
    package mutating func fit(openFiles files: Int, servers: Int) {
        connections = min(connections, max(files - Self.otherFiles - servers * Self.connectionsInClosing, 4))
    }

    private static let otherFiles = 40
}
