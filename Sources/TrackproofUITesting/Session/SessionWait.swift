internal import Trackproof
internal import TrackproofAssertions
internal import TrackproofCollectorClient

/// Waits for events that come from the app, and no longer than it runs. It has no hint: the thread that it blocks is
/// none of the app's.
struct SessionWait: EventWait {
    let session: UITestSession
    /// Where on their way the events are recorded.
    let source: EventSource

    func wait(
        in recorder: EventRecorder, _ count: Int, after sequence: Int64, until deadline: ContinuousClock.Instant,
        where matches: @escaping @Sendable (RecordedEvent) -> Bool
    ) -> String? {
        var (found, looked) = (0, sequence)
        while true {
            let seen = session.news.now
            // Asked before the look: what the app tracked before its end is found by it.
            let end = session.app.end
            let bridge = session.look(isLast: end != nil)
            let collector = session.lookAtCollector(for: source, isLast: end != nil)
            // Outside of the recorder's lock: matchers may be the test's own code.
            let news = recorder.events(after: looked)
            looked = news.last?.sequence ?? looked
            found += news.count(where: matches)
            if found >= count { return nil }
            if let end { return "the app \(end)" + (collector.map { "; \($0)" } ?? "") }
            let isOver = ContinuousClock.now >= deadline
            for problem in [collector, bridge] {
                if let problem, problem.isFinal || isOver { return problem.description }
            }
            if isOver { return nil }
            session.news.wait(past: seen, until: deadline, interval: session.interval)
        }
    }
}

extension UITestSession {
    /// Why nothing could be taken in.
    struct LookProblem: CustomStringConvertible {
        let description: String
        /// Whether it is of no use to look again.
        let isFinal: Bool
    }

    /// How long a wait lasts at most before the next look: also a driver that tells of nothing must be asked whether
    /// the app still runs.
    var interval: Duration? { channel.lookInterval ?? (isObserved ? nil : UITestBridge.driverInterval) }

    /// Takes in what is there.
    ///
    /// - Parameter isLast: whether the app has ended, and all that it left behind is wanted.
    func look(isLast: Bool = false) -> LookProblem? {
        do {
            if isLast { _ = try channel.barrier(until: .now + channel.arrivalLimit) } else { try channel.takeIn() }
            return nil
        } catch {
            return LookProblem(
                description: "the bridge cannot be read: \(error)", isFinal: error is UnsupportedByDriver)
        }
    }

    /// Takes in what SDKs have sent, where that is waited for; it comes by itself as long as the app runs.
    fileprivate func lookAtCollector(for source: EventSource, isLast: Bool) -> LookProblem? {
        guard let collector, source.isOfWire else { return nil }
        do throws(CollectorError) {
            if isLast { try collector.takeIn() }
            if let problem = collector.problem { throw problem }
            return nil
        } catch {
            return LookProblem(description: error.description, isFinal: error.isFinal)
        }
    }

    /// Waits for the first line of a bridge in the app.
    ///
    /// - Parameter count: How many bridges had connected before the app was launched.
    func waitForConnection(past count: Int) throws {
        let deadline = ContinuousClock.now + patience
        while true {
            let seen = news.now
            let end = app.end
            let problem = look(isLast: end != nil)
            if channel.connectionCount > count { return }
            if let problem, problem.isFinal { throw UITestSessionError(problem.description) }
            if let end { throw UITestSessionError("the app \(end) before its bridge has connected") }
            if ContinuousClock.now >= deadline {
                let problem = problem?.description ?? channel.losses.first
                throw UITestSessionError(
                    """
                    no bridge has connected within \(patience) (\(channel.name))\(problem.map { ": \($0)" } ?? "")
                    Does the app add the provider EventBridge.fromEnvironment() when it starts? In a build with DEBUG? \
                    What kept it from it stands in its standard error
                    """)
            }
            news.wait(past: seen, until: deadline, interval: interval)
        }
    }
}
