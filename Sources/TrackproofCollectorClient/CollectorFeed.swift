internal import Foundation
internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots
internal import TrackproofPlatform

/// Takes in what arrives at a session of a collector: each event once, and in its order.
final class CollectorFeed: Sendable {
    private let connection: CollectorConnection
    private let key: String
    /// The last request that was taken in. The lock is held while the collector is asked, and its answer handed on: it
    /// keeps the order.
    private let last = Lock<Int64>(0)
    /// Held for moments only, so that no one has to wait for the collector to close the feed.
    private let state = Lock(State())

    private struct State: Sendable {
        var sink: (@Sendable (RecordedEvent) -> Void)?
        var onProblem: (@Sendable () -> Void)?
        var problem: CollectorError?
        var isClosed = false
    }

    /// Between attempts, in nanoseconds: each time twice as long.
    private static let pauses: (first: UInt64, longest: UInt64) = (100_000_000, 2_000_000_000)

    init(_ connection: CollectorConnection, key: String) {
        self.connection = connection
        self.key = key
    }

    /// Hands on what arrives until the feed is closed.
    ///
    /// - Parameter onProblem: called, from any thread, whenever ``problem`` has changed.
    func start(_ sink: @escaping @Sendable (RecordedEvent) -> Void, onProblem: @escaping @Sendable () -> Void) {
        let isFirst = state.withLock { state in
            defer { (state.sink, state.onProblem) = (sink, onProblem) }
            return state.sink == nil
        }
        guard isFirst else { return }
        // A thread of its own: tests may block all those on which tasks run.
        Thread.detachNewThread { [weak self] in
            var pause = Self.pauses.first
            while let feed = self, feed.waitForMore(pause: &pause) {}
        }
    }

    /// Why nothing can be taken in at present.
    var problem: CollectorError? { state.withLock(\.problem) }

    /// Takes in what has arrived by now.
    ///
    /// A collector that did not answer is not waited for again: the feed's own thread finds out when it does.
    func takeIn() throws(CollectorError) {
        if let silence { throw silence }
        try last.withLock { last throws(CollectorError) in
            // Who held the lock may have waited in vain.
            if let silence { throw silence }
            try takeAll(&last)
        }
    }

    /// Takes nothing more.
    func close() {
        state.withLock { $0.isClosed = true }
        state.wakeAll()
    }

    private var isClosed: Bool { state.withLock(\.isClosed) }

    /// The problem, where it is that the collector does not answer. A feed that is closed asks for nothing.
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

    /// Returns whether that was all.
    private func takePage(_ last: inout Int64) throws(CollectorError) -> Bool {
        let bytes = try connection.send("GET", "events", query: ["session": key, "after": String(last)])
        guard let page = CollectorConnection.object(bytes), let next = page["next"]?.integer else {
            throw CollectorError("the answer is none of a collector's")
        }
        do {
            for event in try Recording(bytes, name: "events").events {
                // It may be closed meanwhile.
                let sink = state.withLock { $0.isClosed ? nil : $0.sink }
                sink?(event)
            }
        } catch {
            throw CollectorError("\(error)")
        }
        last = next
        return page["whole"]?.bool ?? true
    }

    /// Takes in what is there, and waits until more arrives, or a pause where that fails; returns whether there is a
    /// point in going on.
    private func waitForMore(pause: inout UInt64) -> Bool {
        do throws(CollectorError) {
            try last.withLock { last throws(CollectorError) in try takeAll(&last) }
            if isClosed { return false }
            // No longer: a feed that is closed is noticed only then.
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
