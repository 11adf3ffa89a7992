import NIOCore

/// The limits for requests, connections and answers of a collector. ``Admission`` applies these limits.
package struct CollectorLimits: Sendable, Hashable {
    /// The maximum size of a request's body before decompression, in bytes.
    package var bodyBytes = 16 << 20
    /// The maximum size of a request's body after decompression, in bytes.
    package var inflatedBytes = 32 << 20
    /// The maximum memory for the bodies and decoded values of all requests at the same time, in bytes.
    ///
    /// The collector refuses requests that would exceed this limit.
    package var bytesInFlight = 128 << 20
    /// The part of each request's memory that does not count against ``bytesInFlight``, in bytes.
    ///
    /// The collector always accepts a request that needs no more memory than this, even if other requests are large.
    package var freeBytesPerRequest = 64 << 10
    /// The maximum number of connections at the same time.
    ///
    /// If a client opens one more connection, the collector closes the connection that has waited longest for a
    /// request.
    package var connections = 1_000
    /// The number of connections above ``connections`` that a server accepts while it closes other connections.
    static let connectionsInClosing = 16
    /// The maximum number of waits, streams and delayed answers at the same time.
    ///
    /// At least half of the connections stay free for other requests.
    var longAnswers: Int { connections / 2 }
    /// The maximum number of readers that decode stored requests at the same time.
    ///
    /// A reader needs much time and memory, and all tasks of the collector share a thread for each processor core. Half
    /// of these threads stay free for arriving requests.
    var readers = max(System.coreCount / 2, 1)
    /// The maximum number of comparisons with snapshots at the same time.
    var comparisons = 2
    /// The time in which a request must arrive completely, in seconds.
    ///
    /// The time begins when the server is ready for the request.
    package var requestSeconds = 30
    /// How long a client may continue to send a request that the server has answered already, in seconds.
    static let restSeconds = 1
    /// The time in which a client must receive each part of an answer, in seconds.
    package var replySeconds = 30
    /// The time in which the events of a session must be checked against the plan, in seconds.
    package var checkSeconds = 20
    /// The time in which the events of a session must be compared with a snapshot, in seconds.
    var comparisonSeconds = 30

    /// Creates the default limits, which `trackproof collect` uses.
    package init() {}

    /// Reduces the number of connections if the system's limit on open files is too low for this number.
    ///
    /// Each connection needs an open file. The store and the system's libraries need some open files too.
    ///
    /// - Parameters:
    ///   - files: The number of files that the process may open.
    ///   - servers: The number of servers that share the connections.
    package mutating func fit(openFiles files: Int, servers: Int) {
        connections = min(connections, max(files - Self.otherFiles - servers * Self.connectionsInClosing, 4))
    }

    private static let otherFiles = 40
}
