public import Foundation
public import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots
internal import TrackproofPlatform

/// A test's own session of a collector (`trackproof collect`): what real SDKs send to it are events of the test's
/// recorder, with the source `wire:VENDOR`.
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
/// In a test without an app under test, ``record(into:)`` a recorder of the test's. What comes late belongs to this
/// session still, whatever test runs by then.
public final class CollectorSession: Sendable {
    /// Where SDKs send: `http://127.0.0.1:9090/s/tps_…`. A vendor's prefix behind it says whose requests they are
    /// where their paths do not: `…/mixpanel`.
    public let url: URL
    /// The same address by https, for SDKs that insist on it; nil unless the collector was started with `--tls`.
    public let secureURL: URL?
    /// The session's key, for SDKs that take an address without a path: it stands for their API key.
    public let key: String

    private let connection: CollectorConnection
    private let feed: CollectorFeed
    /// The last request of which ``newRejections()`` told.
    private let lastTold = Lock<Int64>(0)

    private init(_ connection: CollectorConnection, url: URL, secureURL: URL?, key: String) {
        self.connection = connection
        self.url = url
        self.secureURL = secureURL
        self.key = key
        feed = CollectorFeed(connection, key: key)
    }

    /// Opens a session of a collector that runs.
    ///
    /// - Parameters:
    ///   - collector: its address; that in the environment's `TRACKPROOF_COLLECTOR`, else `http://127.0.0.1:9090`,
    ///     where it is left out.
    ///   - name: what the collector's page calls the session.
    ///   - token: the collector's token. By default it is that in the environment's `TRACKPROOF_COLLECTOR_TOKEN`, or
    ///     that which a collector of the same user on this machine left in `~/.trackproof`.
    /// - Throws: ``CollectorError`` where there is no collector.
    public static func open(
        _ collector: URL? = nil, named name: String = "", token: String? = nil
    ) throws(CollectorError) -> CollectorSession {
        let text = ProcessInfo.processInfo.environment["TRACKPROOF_COLLECTOR"] ?? "http://127.0.0.1:9090"
        guard let address = collector ?? URL(string: text) else { throw CollectorError("\(text): no address") }
        let connection = CollectorConnection(address, token: token ?? CollectorToken.find(for: address))
        let opened = try connection.object("POST", "sessions", ["name": name])
        guard let url = opened["url"]?.string.flatMap({ URL(string: $0) }), let key = opened["session"]?.string else {
            throw CollectorError("\(address): the answer is none of a collector's")
        }
        let secureURL = opened["secureURL"]?.string.flatMap { URL(string: $0) }
        return CollectorSession(connection, url: url, secureURL: secureURL, key: key)
    }

    private static let vendors = [
        "amplitude", "appmetrica", "countly", "ga4", "matomo", "mixpanel", "otlp", "posthog", "rudderstack", "segment",
        "snowplow", "trackproof",
    ]

    /// The variables by which an app finds the session, as `trackproof run --collect` sets them:
    /// `TRACKPROOF_COLLECTOR`, the same for each vendor, as `TRACKPROOF_COLLECTOR_SEGMENT`, and the variable that
    /// OpenTelemetry has for it.
    public var environment: [String: String] {
        var variables = [
            "TRACKPROOF_COLLECTOR": url.absoluteString,
            "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT": url.appendingPathComponent("v1/logs").absoluteString,
        ]
        for vendor in Self.vendors {
            variables["TRACKPROOF_COLLECTOR_" + vendor.uppercased()] = url.appendingPathComponent(vendor).absoluteString
        }
        return variables
    }

    /// Records what arrives, from now on and as it arrives.
    ///
    /// - Parameter recorder: the test's.
    public func record(into recorder: any EventRecording) {
        start { event in recorder.record(event) }
    }

    /// What could not be understood, each in a sentence.
    ///
    /// - Throws: ``CollectorError`` where the collector cannot be asked.
    public func rejected() throws(CollectorError) -> [String] { Self.sentences(try all("rejected").values) }

    /// What of that no earlier call has returned.
    package func newRejections() throws(CollectorError) -> [String] {
        try lastTold.withLock { last throws(CollectorError) in
            let rejected = try all("rejected", after: last)
            last = rejected.last
            return Self.sentences(rejected.values)
        }
    }

    private static func sentences(_ rejections: [EventValue]) -> [String] {
        rejections.compactMap(\.object).map { rejected in
            let vendor = rejected["vendor"]?.string ?? ""
            let field = rejected["field"]?.string ?? ""
            return (vendor.isEmpty ? "" : "wire:\(vendor): ") + (field.isEmpty ? "" : "\(field): ")
                + (rejected["reason"]?.string ?? "")
        }
    }

    /// Events that arrived again, with the same id and the same content; among the recorded each stands once.
    ///
    /// - Throws: ``CollectorError`` where the collector cannot be asked.
    public func retries() throws -> [RecordedEvent] {
        let events = EventParameters([EventParameter("events", .array(try all("retries").values))])
        return try Recording(Array(events.json.utf8), name: "retries").events
    }

    /// All of a list behind a request, page by page, and the last request of which it is.
    private func all(
        _ list: String, after first: Int64 = 0
    ) throws(CollectorError) -> (values: [EventValue], last: Int64) {
        var values: [EventValue] = []
        var last = first
        while true {
            let page = try connection.object("GET", list, query: ["session": key, "after": String(last)])
            values += page[list]?.array ?? []
            let next = page["next"]?.integer ?? last
            guard page["whole"]?.bool == false, next > last else { return (values, next) }
            last = next
        }
    }
}

// Failures, to see what an SDK makes of them.
extension CollectorSession {
    /// What becomes of a request instead of the vendor's answer.
    public enum Failure: Sendable, Hashable {
        /// It is answered with this status.
        /// The value of `Retry-After` is in seconds.
        case status(Int, retryAfter: Int? = nil)
        /// The connection is closed without an answer.
        case drop
        /// The vendor's own answer, after a delay.
        case late
        /// The vendor's own answer, as if it would not take so many of the request's first events. The others are taken.
        case rejecting(Int)
    }

    /// Has the next requests that carry events fail.
    ///
    /// ```swift
    /// try wire.failNext(2, with: .status(429, retryAfter: 3), vendor: "segment")
    /// try wire.failNext(with: .late, after: .seconds(5), path: "/batch")
    /// ```
    ///
    /// - Parameters:
    ///   - count: How many requests fail.
    ///   - failure: How they fail.
    ///   - isStored: Whether the collector keeps their events all the same, as if only the answer got lost.
    ///   - delay: How long the collector waits before it answers, up to 60 seconds.
    ///   - vendor: The vendor whose requests fail, such as `segment`. By default it is any.
    ///   - path: The end of the paths to which requests fail, such as `/batch`. By default it is any.
    /// - Throws: ``CollectorError`` if the collector cannot be asked, or refuses.
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

// Taking in.
extension CollectorSession {
    /// Hands on what arrives until the session is closed, and tells when ``problem`` has changed.
    package func start(
        _ sink: @escaping @Sendable (RecordedEvent) -> Void, onProblem: @escaping @Sendable () -> Void = {}
    ) {
        feed.start(sink, onProblem: onProblem)
    }

    /// Takes in what has arrived by now.
    package func takeIn() throws(CollectorError) { try feed.takeIn() }

    /// Why nothing can be taken in at present, as where the collector has ended; nil where all is well.
    ///
    /// It is tried again until the session is removed or closed. The assertions of a `UITestSession` tell it by
    /// themselves. A test that records into a recorder of its own asks where what it awaits does not come:
    /// `XCTAssertNil(wire.problem)`.
    public var problem: CollectorError? { feed.problem }

    /// Takes nothing more; the collector keeps what it received.
    public func close() { feed.close() }
}
