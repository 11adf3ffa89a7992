import Trackproof
import TrackproofAssertions
import TrackproofCollectorClient

extension UITestSession {
    /// Waits for events of a source. The wait also ends when the app ends.
    ///
    /// - Returns: The reason why no more events can arrive; `nil` if no reason is known.
    func wait(for events: AwaitedEvents, from source: EventSource) -> String? {
        var (found, looked) = (0, events.sequence)
        while true {
            let seen = changeSignal.now
            // First asks whether the app has ended, and then polls. In the opposite order, the app could track an event
            // and end between the poll and the question, and the wait would miss this event.
            let end = app.exitDescription
            let bridge = look(isLast: end != nil)
            let collector = pollCollector(for: source, isLast: end != nil)
            // Calls `matches` while the recorder's lock is not locked, because `matches` may call code of the test.
            let newEvents = events.recorder.events(after: looked)
            looked = newEvents.last?.sequence ?? looked
            found += newEvents.count(where: events.matches)
            if found >= events.count { return nil }
            if let end { return "the app \(end)" + (collector.map { "; \($0)" } ?? "") }
            let isOver = ContinuousClock.now >= events.deadline
            for problem in [collector, bridge] {
                if let problem, problem.isFinal || isOver { return problem.description }
            }
            if isOver { return nil }
            changeSignal.wait(past: seen, until: events.deadline, interval: interval)
        }
    }

    /// A problem that prevents the session from receiving events.
    struct LookProblem: CustomStringConvertible {
        let description: String
        /// Whether every further attempt to receive events would fail too.
        let isFinal: Bool
    }

    /// The longest time between two polls, or `nil` if the session polls only when `changeSignal` rings.
    ///
    /// If the driver reports no changes, the session must regularly ask the driver whether the app still runs.
    var interval: Duration? { channel.lookInterval ?? (isObserved ? nil : UITestBridge.driverInterval) }

    /// Receives the events that have arrived.
    ///
    /// - Parameter isLast: Whether the app has ended. If the app has ended, the method receives all events that the app
    ///   sent before the end.
    /// - Returns: The problem, or `nil` if there is no problem.
    func look(isLast: Bool = false) -> LookProblem? {
        do {
            if isLast { _ = try channel.barrier(until: .now + channel.arrivalLimit) } else { try channel.poll() }
            return nil
        } catch {
            return LookProblem(
                description: "the bridge cannot be read: \(error)", isFinal: error is UnsupportedByDriver)
        }
    }

    /// Looks for a problem with the collector if `source` is an SDK. After the app's end, receives the last events.
    ///
    /// While the app runs, the collector's session receives events on its own thread.
    ///
    /// - Returns: The problem, or `nil` if there is no problem.
    fileprivate func pollCollector(for source: EventSource, isLast: Bool) -> LookProblem? {
        guard let collector, source.vendor != nil else { return nil }
        do throws(CollectorError) {
            if isLast { try collector.poll() }
            if let problem = collector.problem { throw problem }
            return nil
        } catch {
            return LookProblem(description: error.description, isFinal: error.isFinal)
        }
    }

    /// Waits until the app has ended, and receives the events that it sent before its end.
    ///
    /// - Returns: How the app ended, or `nil` if the app still runs at the deadline.
    func waitForExit(until deadline: ContinuousClock.Instant) -> String? {
        while true {
            let seen = changeSignal.now
            let end = app.exitDescription
            _ = look(isLast: end != nil)
            if end != nil || ContinuousClock.now >= deadline { return end }
            changeSignal.wait(past: seen, until: deadline, interval: interval)
        }
    }

    /// Waits until a bridge in the app has connected.
    ///
    /// - Parameter count: The number of connections before the app was launched.
    /// - Throws: ``UITestSessionError`` if no bridge connects in time.
    func waitForConnection(past count: Int) throws {
        let deadline = ContinuousClock.now + timeout
        while true {
            let seen = changeSignal.now
            let end = app.exitDescription
            let problem = look(isLast: end != nil)
            if channel.connectionCount > count { return }
            if let problem, problem.isFinal { throw UITestSessionError(problem.description) }
            if let end { throw UITestSessionError("the app \(end), and its bridge did not connect") }
            if ContinuousClock.now >= deadline {
                let problem = problem?.description ?? channel.losses.first
                throw UITestSessionError(
                    """
                    no bridge connected within \(timeout) (\(channel.name))\(problem.map { ": \($0)" } ?? "")
                    Check that the app is built with DEBUG and adds the provider EventBridge.fromEnvironment() when it \
                    starts. If the app cannot open the bridge, its standard error says why
                    """)
            }
            changeSignal.wait(past: seen, until: deadline, interval: interval)
        }
    }
}
