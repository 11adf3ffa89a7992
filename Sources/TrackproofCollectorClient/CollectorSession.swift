public import Foundation
public import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// A session of a collector (`trackproof collect`) that belongs to one test.
///
/// If an SDK sends events to the session, the test's recorder records these events with the source `wire:VENDOR`.
///
/// ```swift
/// let wire = try CollectorSession.open(named: "checkout")
/// let session = try UITestSession.launch(XCUIApplication(), collector: wire, test: self)
/// // In the app: Segment's SDK sends to the address in TRACKPROOF_COLLECTOR_SEGMENT.
/// app.buttons["buy"].tap()
/// session.expectTracked("purchase", including: ["price": 19.99])
/// session.expectTracked("purchase", including: ["price": 19.99], source: .wire("segment"))
/// ```
///
/// A unit test calls ``record(into:)`` with its recorder, because it has no `UITestSession`. An event that arrives late
/// still belongs to this session, even if another test is already running.
public final class CollectorSession: Sendable {
    /// The address to which SDKs send their requests: `http://127.0.0.1:9090/s/tps_…`.
    ///
    /// If the paths of an SDK's requests do not identify its vendor, append the vendor's name to the address:
    /// `…/mixpanel`.
    public let url: URL
    /// The address for SDKs that require HTTPS; `nil` if the collector was started without `--tls`.
    public let secureURL: URL?
    /// The key of the session.
    ///
    /// If an SDK accepts only an address without a path, pass the SDK this key in place of its API key.
    public let key: String

    private let connection: CollectorConnection
    private let feed: CollectorFeed
    /// The id of the last request whose rejected items ``newRejections()`` has returned.
    private let lastReported = Lock<Int64>(0)
    /// The sentences that ``newLosses()`` has returned.
    private let reportedLosses = Lock<Set<String>>([])

    private init(_ connection: CollectorConnection, url: URL, secureURL: URL?, key: String) {
        self.connection = connection
        self.url = url
        self.secureURL = secureURL
        self.key = key
        feed = CollectorFeed(connection, key: key)
    }

    /// Opens a session of a running collector.
    ///
    /// - Parameters:
    ///   - collector: The address of the collector. Defaults to the value of the environment variable
    ///     `TRACKPROOF_COLLECTOR`, or to `http://127.0.0.1:9090` if the variable is not set.
    ///   - name: The name that the collector's page shows for the session.
    ///   - token: The token of the collector. Defaults to the value of the environment variable
    ///     `TRACKPROOF_COLLECTOR_TOKEN`, or to the token that a collector of the same user on this machine left in
    ///     `~/.trackproof`.
    /// - Returns: The session.
    /// - Throws: ``CollectorError`` if the collector cannot be reached, or refuses the request.
    public static func open(
        _ collector: URL? = nil, named name: String = "", token: String? = nil
    ) throws(CollectorError) -> CollectorSession {
        let text = Platform.environment(EnvironmentVariable.collector) ?? "http://127.0.0.1:9090"
        guard let address = (collector ?? URL(string: text)).map(CollectorURL.lowercased) else {
            throw CollectorError("\(text): expected the address of a collector, such as http://127.0.0.1:9090")
        }
        let connection = CollectorConnection(address, token: token ?? CollectorToken.find(for: address))
        let opened = try connection.object("POST", "sessions", ["name": name])
        guard let url = opened["url"]?.string.flatMap({ URL(string: $0) }), let key = opened["session"]?.string else {
            throw CollectorError("\(address): the server did not answer like a collector")
        }
        let secureURL = opened["secureURL"]?.string.flatMap { URL(string: $0) }
        return CollectorSession(connection, url: url, secureURL: secureURL, key: key)
    }

    /// The variables that tell an app the addresses of the session, as `trackproof run --collect` sets them.
    ///
    /// The variables are `TRACKPROOF_COLLECTOR`, a variable for each vendor, such as `TRACKPROOF_COLLECTOR_SEGMENT`,
    /// and `OTEL_EXPORTER_OTLP_LOGS_ENDPOINT`, from which OpenTelemetry reads the address for logs.
    public var environment: [String: String] { CollectorURL.variables(url) }

    /// Records each event when it arrives at the session. Events that arrived before the call are recorded first.
    ///
    /// - Parameter recorder: The recorder of the test.
    public func record(into recorder: any AnalyticsRecorder) {
        start { event in recorder.record(event) }
    }

    /// Returns one sentence about each item that the collector rejected.
    ///
    /// - Throws: ``CollectorError`` if the collector does not answer.
    public func rejected() throws(CollectorError) -> [String] {
        try connection.all("rejected", query: ["session": key]).values.compactMap { Rejection($0)?.description }
    }

    /// Returns one sentence about each rejected item that no earlier call has returned.
    package func newRejections() throws(CollectorError) -> [String] {
        try lastReported.withLock { last throws(CollectorError) in
            let rejected = try connection.all("rejected", query: ["session": key], after: last)
            last = rejected.last
            return rejected.values.compactMap { Rejection($0)?.description }
        }
    }

    /// Returns one sentence about each kind of loss of what SDKs sent.
    ///
    /// - Returns: The sentences with the numbers of lost items, without those that an earlier call has returned.
    package func newLosses() throws(CollectorError) -> [String] {
        let losses = try connection.object("GET", "sessions/\(key)")["losses"]?.array ?? []
        return reportedLosses.withLock { reported in
            losses.compactMap(\.string).filter { reported.insert($0).inserted }
        }
    }

    /// Returns the retries: events that arrived again, with the same id and content.
    ///
    /// The recorder contains each event only once, even if the event arrived several times.
    ///
    /// - Throws: ``CollectorError`` if the collector does not answer.
    public func retries() throws -> [RecordedEvent] { try connection.allEvents("retries", query: ["session": key]) }
}

// Planned failures, with which a test checks how an SDK reacts to failures.
extension CollectorSession {
    /// A planned failure: what the collector does in place of its normal answer to a request of an SDK.
    public enum Failure: Sendable, Hashable {
        /// The collector answers with this status.
        ///
        /// `retryAfter` is the value of the answer's header `Retry-After`, in seconds.
        case status(Int, retryAfter: Int? = nil)
        /// The collector closes the connection without an answer.
        case drop
        /// The collector sends the vendor's usual answer after the delay that the test passes to `failNext`.
        case late
        /// The collector answers as the vendor's server does when the server refuses the first events of a request.
        ///
        /// The value is the number of refused events. The collector accepts the other events of the request.
        case rejecting(Int)
    }

    /// Plans a failure for the next requests that contain events.
    ///
    /// ```swift
    /// try wire.failNext(2, with: .status(429, retryAfter: 3), vendor: "segment")
    /// try wire.failNext(with: .late, after: .seconds(5), path: "/batch")
    /// ```
    ///
    /// - Parameters:
    ///   - count: How many requests fail.
    ///   - failure: How these requests fail.
    ///   - isStored: Whether the collector stores the events of these requests anyway, as if only its answer were lost.
    ///   - delay: How long the collector waits before it answers, up to 60 seconds.
    ///   - vendor: The vendor whose requests fail, such as `segment`. By default, requests of any vendor fail.
    ///   - path: The end of the path of the requests that fail, such as `/batch`. By default, requests with any path
    ///     fail.
    /// - Throws: ``CollectorError`` if the collector does not answer, or refuses the request.
    public func failNext(
        _ count: Int = 1, with failure: Failure, stored isStored: Bool = false, after delay: Duration = .zero,
        vendor: String? = nil, path: String? = nil
    ) throws(CollectorError) {
        var members: EventParameters = ["session": key, "count": count, "stored": isStored]
        switch failure {
        case .status(let status, let retryAfter):
            members["status"] = .integer(Int64(status))
            members["retryAfter"] = retryAfter.map { .integer(Int64($0)) }
        case .drop: members["drop"] = .bool(true)
        case .late: members["delay"] = .number(0)
        case .rejecting(let count): members["reject"] = .integer(Int64(count))
        }
        let (seconds, attoseconds) = delay.components
        if delay != .zero { members["delay"] = .number(Double(seconds) + Double(attoseconds) / 1e18) }
        members["vendor"] = vendor.map { .string($0) }
        members["path"] = path.map { .string($0) }
        _ = try connection.send("POST", "failures", members)
    }
}

// Functions with which a test receives the events of the session.
extension CollectorSession {
    /// Passes each event that arrives to `sink` until the session is closed. Calls `onProblem` if ``problem`` changes.
    package func start(
        _ sink: @escaping @Sendable (RecordedEvent) -> Void, onProblem: @escaping @Sendable () -> Void = {}
    ) {
        feed.start(sink, onProblem: onProblem)
    }

    /// Reads the events that have arrived so far.
    package func poll() throws(CollectorError) { try feed.poll() }

    /// The reason why the session cannot receive events at the moment; `nil` if the session can receive events.
    ///
    /// For example, the collector has ended. The session tries again until the test calls ``close()``, or until the
    /// collector has deleted the session. The assertions of a `UITestSession` report the problem. In a unit test, check
    /// this property if an expected event does not arrive: `XCTAssertNil(wire.problem)`.
    public var problem: CollectorError? { feed.problem }

    /// Stops receiving events. The collector keeps the events that it has received.
    public func close() { feed.close() }
}
