import Foundation
import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// A reader of the events that arrive at a collector's session. It reads each event once and in order.
final class CollectorFeed: Sendable {
    private let connection: CollectorConnection
    private let key: String
    /// This lock is never locked during a request. Otherwise, ``close()`` would have to wait for the collector.
    private let state = Lock(State())

    private struct State: Sendable {
        var sink: (@Sendable (RecordedEvent) -> Void)?
        var onProblem: (@Sendable () -> Void)?
        var problem: CollectorError?
        var isClosed = false
        /// Whether a thread is asking the collector for events and passing these events to `sink`.
        ///
        /// Only one thread may do this at a time. Otherwise, the events could reach `sink` in the wrong order.
        var isReading = false
        /// The id of the newest request of an SDK whose events the feed has read.
        var last: Int64 = 0

        /// The current problem if the collector did not answer in time; `nil` otherwise.
        var silence: CollectorError? { problem.flatMap { $0.isSilent ? $0 : nil } }
    }

    /// What a thread that wants to read events must do.
    private enum Turn {
        case read
        /// The thread must throw this error, because another thread found that the collector does not answer.
        case fail(CollectorError)
        case closed
    }

    /// The first and the longest pause after a failed request, in nanoseconds. Each pause is twice the previous pause.
    private static let pauses: (first: UInt64, longest: UInt64) = (100_000_000, 2_000_000_000)

    init(_ connection: CollectorConnection, key: String) {
        self.connection = connection
        self.key = key
    }

    /// Passes each event that arrives to `sink`, until the feed is closed.
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
        // Uses a thread in place of a task, because tests may block all threads on which tasks run.
        Thread.detachNewThread { [weak self] in
            var pause = Self.pauses.first
            while let feed = self, feed.waitForMore(pause: &pause) {}
        }
    }

    /// The reason why the feed cannot read events at the moment; `nil` if the feed can read events.
    var problem: CollectorError? { state.withLock(\.problem) }

    /// Reads the events that have arrived so far.
    ///
    /// If the collector did not answer the last request, this method throws an error at once, because a further request
    /// could take just as long. The feed's own thread finds out when the collector answers again.
    func poll() throws(CollectorError) {
        try read(evenIfSilent: false)
    }

    /// Stops reading events.
    func close() {
        state.withLock { $0.isClosed = true }
        state.wakeAll()
    }

    private var isClosed: Bool { state.withLock(\.isClosed) }

    private func note(_ problem: CollectorError?) {
        let onProblem = state.withLock { state in
            defer { state.problem = problem }
            return state.problem == problem ? nil : state.onProblem
        }
        onProblem?()
    }

    /// Waits until no other thread reads events, and then reads all events that have arrived.
    ///
    /// If the collector does not answer the other thread, the wait ends with an error. Without this rule, the other
    /// thread could begin a further request first, and this method would also wait for that request.
    ///
    /// - Parameter evenIfSilent: Whether to send a request if the collector did not answer the last request.
    private func read(evenIfSilent: Bool) throws(CollectorError) {
        let turn: Turn? = state.wait(until: nil) { state in
            if state.isClosed { return .closed }
            if !evenIfSilent, let silence = state.silence { return .fail(silence) }
            if state.isReading { return nil }
            state.isReading = true
            return .read
        }
        switch turn {
        case .fail(let silence): throw silence
        case .closed, nil: return
        case .read: break
        }
        defer {
            state.withLock { $0.isReading = false }
            state.wakeAll()
        }
        do throws(CollectorError) {
            while !isClosed, try !readPage() {}
        } catch {
            note(error)
            throw error
        }
        note(nil)
    }

    /// Reads one page of events, and returns whether this page was the last page.
    private func readPage() throws(CollectorError) -> Bool {
        let last = state.withLock(\.last)
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
        state.withLock { $0.last = next }
        return page["whole"]?.bool ?? true
    }

    /// Reads the events that have arrived, and then waits for further events. If a request fails, waits for `pause`.
    ///
    /// - Returns: Whether the caller must call this method again; `false` if the feed was closed or cannot continue.
    private func waitForMore(pause: inout UInt64) -> Bool {
        do throws(CollectorError) {
            try read(evenIfSilent: true)
            if isClosed { return false }
            // Waits for 2 seconds at most, because the thread cannot notice during the wait that the feed was closed.
            let body: EventParameters = ["session": key, "after": .integer(state.withLock(\.last)), "within": 2]
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
