internal import NIOCore

/// What one client may ask of a collector.
package struct CollectorLimits: Sendable, Hashable {
    /// Bytes of a request's body as it is sent.
    package var bodyBytes = 16 << 20
    /// Bytes of a request's body when it is unzipped.
    package var inflatedBytes = 32 << 20
    /// Connections at the same time; where there are more, the one that has waited longest for its client is closed.
    package var connections = 1_000
    /// Connections of a server beyond these that are about to be closed.
    static let connectionsInClosing = 16
    /// Bytes of memory that requests take at the same time, of all clients together, as they are and decoded; beyond them
    /// requests are turned away.
    package var bytesInFlight = 128 << 20
    /// Bytes that each request may take besides, so that large ones never keep small ones out.
    package var bytesOfSmall = 64 << 10
    /// Seconds until a request must have arrived whole, counted from when the server is ready for it.
    package var requestSeconds = 30
    /// Seconds until what the server writes must have been taken.
    package var replySeconds = 30

    /// The limits of `trackproof collect`.
    package init() {}

    /// Has no more connections than there can be open files: the store and the system's libraries have some of their own.
    ///
    /// - Parameters:
    ///   - files: how many files the process may open.
    ///   - servers: how many servers share the connections.
    package mutating func fit(openFiles files: Int, servers: Int) {
        connections = min(connections, max(files - Self.otherFiles - servers * Self.connectionsInClosing, 4))
    }

    private static let otherFiles = 40
}
