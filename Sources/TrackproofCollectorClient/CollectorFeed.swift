internal import Foundation
internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots
internal import TrackproofPlatform

/// A feed of the events that arrive at a collector's session. It reads each event once and in order.
final class CollectorFeed: Sendable {
    private let connection: CollectorConnection
    private let key: String
    /// The id of the last request whose events the feed has read.
    ///
    /// The feed holds the lock while it asks the collector and passes the events on, so that the events stay in order.
    private let last = Lock<Int64>(0)
    /// The feed never holds this lock during a request, so closing the feed does not wait for the collector.
    private let state = Lock(State())

    private struct State: Sendable {
        var sink: (@Sendable (RecordedEvent) -> Void)?
        var onProblem: (@Sendable () -> Void)?
        var problem: CollectorError?
        var isClosed = false
    }

    /// The shortest and the longest pause between attempts, in nanoseconds. Each pause is twice as long as the last.
    private static let pauses: (first: UInt64, longest: UInt64) = (100_000_000, 2_000_000_000)

    init(_ connection: CollectorConnection, key: String) {
        self.connection = connection
        self.key = key
    }

    /// Passes arriving events to `sink` until the feed is closed.
    ///
    /// A second call replaces both closures.
    ///
    /// - Parameter onProblem: A closure that the feed calls, from any thread, whenever ``problem`` has changed.
    func start(_ sink: @escaping @Sendable (RecordedEvent) -> Void, onProblem: @escaping @Sendable () -> Void) {
        let isFirst = state.withLock { state in
            defer { (state.sink, state.onProblem) = (sink, onProblem) }
            return state.sink == nil
        }
        guard isFirst else { return }
        // A thread of its own, because tests may block all threads on which tasks run.
        Thread.detachNewThread { [weak self] in
            var pause = Self.pauses.first
            while let feed = self, feed.waitForMore(pause: &pause) {}
        }
    }

    /// Why the feed cannot read events at present, or `nil` if it can.
    var problem: CollectorError? { state.withLock(\.problem) }

    /// Reads the events that have arrived so far.
    ///
    /// If the collector did not answer the last request, this method throws that problem at once and does not wait for
    /// the collector again. The thread of the feed finds out when the collector answers again.
    func poll() throws(CollectorError) {
        if let silence { throw silence }
        try last.withLock { last throws(CollectorError) in
            // The thread that held the lock may have found that the collector does not answer.
            if let silence { throw silence }
            try takeAll(&last)
        }
    }

    /// Stops reading events.
    func close() {
        state.withLock { $0.isClosed = true }
        state.wakeAll()
    }

    private var isClosed: Bool { state.withLock(\.isClosed) }

    /// The current problem, if the collector does not answer. `nil` for a closed feed, which sends no requests.
    private var silence: CollectorError? {
        state.withLock { state in
            guard let problem = state.problem, problem.isSilent, !state.isClosed else { return nil }
            return problem
        }
    }

    private func note(_ problem: CollectorError?) {
        let onProblem = state.withLock { state in
            defer { state.problem = problem }
            return state.problem == problem ? nil : state.onProblem
        }
        onProblem?()
    }

    private func takeAll(_ last: inout Int64) throws(CollectorError) {
        do throws(CollectorError) {
            while !isClosed, try !takePage(&last) {}
        } catch {
            note(error)
            throw error
        }
        note(nil)
    }

    /// Reads one page of events, and returns whether it was the last page.
    private func takePage(_ last: inout Int64) throws(CollectorError) -> Bool {
        let bytes = try connection.send("GET", "events", query: ["session": key, "after": String(last)])
        guard let page = CollectorConnection.object(bytes), let next = page["next"]?.integer else {
            throw CollectorError("the server did not answer like a collector")
        }
        do {
            for event in try Recording(bytes, name: "events").events {
                // The feed may have been closed in the meantime.
                let sink = state.withLock { $0.isClosed ? nil : $0.sink }
                sink?(event)
            }
        } catch {
            throw CollectorError("\(error)")
        }
        last = next
        return page["whole"]?.bool ?? true
    }

    /// Reads the events that have arrived, and then waits for more. If a request fails, waits for `pause` instead.
    ///
    /// - Returns: Whether to continue.
    private func waitForMore(pause: inout UInt64) -> Bool {
        do throws(CollectorError) {
            try last.withLock { last throws(CollectorError) in try takeAll(&last) }
            if isClosed { return false }
            // Waits for 2 seconds at most, because the thread checks only afterwards whether the feed was closed.
            let body: EventParameters = ["session": key, "after": .integer(last.withLock { $0 }), "within": 2]
            _ = try connection.send("POST", "wait", body)
            pause = Self.pauses.first
            return !isClosed
        } catch {
            note(error)
            if error.isFinal { return false }
            let end = Platform.monotonicNanoseconds() + pause
            pause = min(2 * pause, Self.pauses.longest)
            return state.wait(until: end) { $0.isClosed ? () : nil } == nil
        }
    }
}
