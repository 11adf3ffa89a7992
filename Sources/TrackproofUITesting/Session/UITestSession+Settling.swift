import TrackproofAssertions
import TrackproofBridgeReader
import TrackproofCollectorClient

// Functions that receive events before an assertion checks the events. Call these functions inside `assert(at:_:)`,
// which reports the failures.
extension UITestSession {
    /// Receives all events that were tracked so far. Fails the test if events may be missing.
    func settle(at site: CallSite) {
        recorder.prepareAssertion(at: site)
        let limit =
            if app.exitDescription != nil { min(timeout, channel.arrivalLimit) } else {
                isSilent ? min(timeout, .seconds(1)) : timeout
            }
        var problem: String?
        do {
            switch try channel.barrier(until: .now + limit) {
            case .passed, .unsupported:
                isSilent = false
                problem = problemOfCutStreams()
            case .silent:
                problem = problemOfSilence(
                    """
                    the app did not answer within \(limit): its main queue may be blocked or not running; \
                    events may be missing
                    """)
                // If the app has ended, this line sets `isSilent` to `false`. If the test launches the app again, the
                // next barrier then waits for the full time.
                isSilent = app.exitDescription == nil
            }
        } catch {
            problem = problemOfSilence("cannot ask the app whether all events have arrived: \(error)")
        }
        if let problem, channel.isConnected { recorder.fail(problem, showing: recorder.table, at: site) }
        if let collector { settle(collector, at: site) }
        collectLosses(at: site)
    }

    /// Returns the problem that the app ended without closing its bridge, if the session has not reported this yet.
    private func problemOfCutStreams() -> String? {
        let isNew = channel.cutCount > knownCuts && !isEndKnown
        knownCuts = channel.cutCount
        if !isNew { return nil }
        // The driver may notice the end a moment later than the bridge.
        let end = waitForExit(until: .now + .seconds(1))
        isEndKnown = end != nil
        return "the app \(end ?? "ended") and did not close its bridge: events that it had not sent are lost"
    }

    /// Returns the problem that the app does not answer, if the session has not reported this yet.
    ///
    /// - Parameter problem: The problem if the app still runs.
    private func problemOfSilence(_ problem: String) -> String? {
        guard let end = app.exitDescription else { return reportedLosses.insert(problem).inserted ? problem : nil }
        defer { isEndKnown = true }
        return isEndKnown ? nil : "the app \(end): its last events can no longer be read"
    }

    /// Receives the events that SDKs have sent to the collector.
    ///
    /// Fails the test if the collector cannot be read, rejected an item, or lost something that an SDK sent.
    func settle(_ collector: CollectorSession, at site: CallSite) {
        var problems: [String] = []
        do throws(CollectorError) {
            try collector.poll()
            problems = try collector.newRejections().map { "the collector rejected what an SDK sent: \($0)" }
            problems += try collector.newLosses().map { "the collector lost what an SDK sent: \($0)" }
            collectorProblem = nil
        } catch {
            if error != collectorProblem { problems = [error.description] }
            collectorProblem = error
        }
        if !problems.isEmpty {
            recorder.fail(problems.joined(separator: "\n"), showing: recorder.table, at: site)
        }
    }

    /// Fails the test for events that the bridge has lost since the last call.
    func collectLosses(at site: CallSite) {
        let losses = channel.losses.filter { reportedLosses.insert($0).inserted }
        if !losses.isEmpty { recorder.fail(losses.joined(separator: "\n"), showing: recorder.table, at: site) }
    }
}
