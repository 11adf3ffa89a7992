public import Foundation
public import Trackproof
internal import TrackproofSnapshots

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
    /// The session's key, for SDKs that take an address without a path: it stands for their API key.
    public let key: String

    private let connection: CollectorConnection
    private let feed: Lock<Feed>

    private struct Feed: Sendable {
        /// The last request that was taken in.
        var last: Int64 = 0
        var sink: (@Sendable (RecordedEvent) -> Void)?
        var problem: String?
        var isClosed = false
    }

    private init(_ connection: CollectorConnection, url: URL, key: String) {
        self.connection = connection
        self.url = url
        self.key = key
        feed = Lock(Feed())
    }

    /// Opens a session of a collector that runs.
    ///
    /// - Parameters:
    ///   - collector: its address; that in the environment's `TRACKPROOF_COLLECTOR`, else `http://127.0.0.1:9090`,
    ///     where it is left out.
    ///   - name: what the collector's page calls the session.
    ///   - token: what the collector was started with, where it was: `--token`.
    /// - Throws: ``CollectorError`` where there is no collector.
    public static func open(
        _ collector: URL? = nil, named name: String = "", token: String? = nil
    ) throws(CollectorError) -> CollectorSession {
        let text = ProcessInfo.processInfo.environment["TRACKPROOF_COLLECTOR"] ?? "http://127.0.0.1:9090"
        guard let address = collector ?? URL(string: text) else { throw CollectorError("\(text): no address") }
        let connection = CollectorConnection(address, token: token)
        let opened = try connection.object("POST", "sessions", ["name": name])
        guard let url = opened["url"]?.string.flatMap({ URL(string: $0) }), let key = opened["session"]?.string else {
            throw CollectorError("\(address): the answer is none of a collector's")
        }
        return CollectorSession(connection, url: url, key: key)
    }

    private static let vendors = [
        "amplitude", "appmetrica", "countly", "ga4", "matomo", "mixpanel", "otlp", "posthog", "rudderstack", "segment",
        "snowplow", "trackproof",
    ]

    /// The variables by which an app finds the session, as `trackproof run --collect` sets them:
    /// `TRACKPROOF_COLLECTOR`, and the same for each vendor, as `TRACKPROOF_COLLECTOR_SEGMENT`.
    public var environment: [String: String] {
        var variables = ["TRACKPROOF_COLLECTOR": url.absoluteString]
        for vendor in Self.vendors {
            variables["TRACKPROOF_COLLECTOR_" + vendor.uppercased()] = url.appendingPathComponent(vendor).absoluteString
        }
        return variables
    }

    /// Records what arrives, from now on and as it arrives.
    ///
    /// - Parameter recorder: the test's.
    public func record(into recorder: any EventRecording) {
        start { event in recorder.record(event.event, source: event.source) }
    }

    /// What could not be understood, each in a sentence.
    ///
    /// - Throws: ``CollectorError`` where the collector cannot be asked.
    public func rejected() throws(CollectorError) -> [String] {
        try all("rejected").compactMap(\.object).map { rejected in
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
        let events = EventParameters([EventParameter("events", .array(try all("retries")))])
        return try Recording(Array(events.json.utf8), name: "retries").events
    }

    /// All of a list, page by page.
    private func all(_ list: String) throws(CollectorError) -> [EventValue] {
        var values: [EventValue] = []
        var last: Int64 = 0
        while true {
            let page = try connection.object("GET", list, query: ["session": key, "after": String(last)])
            values += page[list]?.array ?? []
            guard page["whole"]?.bool == false, let next = page["next"]?.integer, next > last else { return values }
            last = next
        }
    }
}

// Failures, to see what an SDK makes of them.
extension CollectorSession {
    /// What becomes of a request instead of the vendor's answer.
    public enum Failure: Sendable, Hashable {
        /// It is answered with this status.
        case status(Int)
        /// The connection is closed without an answer.
        case drop
    }

    /// Has the next requests that carry events fail.
    ///
    /// - Parameters:
    ///   - count: how many.
    ///   - failure: how.
    ///   - isStored: whether they are taken all the same, as where only the answer gets lost.
    /// - Throws: ``CollectorError`` where the collector cannot be asked.
    public func failNext(_ count: Int = 1, with failure: Failure, stored isStored: Bool = false) throws(CollectorError)
    {
        var members: EventParameters = ["session": key, "count": count, "stored": isStored]
        switch failure {
        case .status(let status): members["status"] = .integer(Int64(status))
        case .drop: members["drop"] = .bool(true)
        }
        _ = try connection.send("POST", "failures", members)
    }
}

// Taking in.
extension CollectorSession {
    /// Hands on what arrives until the session is closed.
    func start(_ sink: @escaping @Sendable (RecordedEvent) -> Void) {
        let isFirst = feed.withLock { feed in
            defer { feed.sink = sink }
            return feed.sink == nil
        }
        guard isFirst else { return }
        // A thread of its own: tests may block all those on which tasks run.
        Thread.detachNewThread { [weak self] in
            while let session = self, session.waitForMore() {}
        }
    }

    /// Why no more can come; nil as long as it can.
    var problem: String? { feed.withLock(\.problem) }

    /// Takes in what has arrived by now.
    func takeIn() throws(CollectorError) {
        let failure: CollectorError? = feed.withLock { feed in
            // The lock is held meanwhile: each event is taken once, and in its order.
            do throws(CollectorError) {
                while try !takePage(&feed) {}
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Takes nothing more; the collector keeps what it received.
    public func close() {
        feed.withLock { $0.isClosed = true }
    }

    /// Returns whether that was all.
    private func takePage(_ feed: inout Feed) throws(CollectorError) -> Bool {
        let bytes = try connection.send("GET", "events", query: ["session": key, "after": String(feed.last)])
        guard let page = CollectorConnection.object(bytes), let next = page["next"]?.integer else {
            throw CollectorError("the answer is none of a collector's")
        }
        do {
            for event in try Recording(bytes, name: "events").events { feed.sink?(event) }
        } catch {
            throw CollectorError("\(error)")
        }
        feed.last = next
        return page["whole"]?.bool ?? true
    }

    /// Waits until something arrives, and takes it in; returns whether there is a point in going on.
    private func waitForMore() -> Bool {
        let last = feed.withLock(\.last)
        do throws(CollectorError) {
            // No longer: a session that is closed is noticed only then.
            _ = try connection.send("POST", "wait", ["session": key, "after": last, "within": 2])
            if feed.withLock(\.isClosed) { return false }
            try takeIn()
            return true
        } catch {
            feed.withLock { feed in
                if !feed.isClosed { feed.problem = error.description }
            }
            return false
        }
    }
}
