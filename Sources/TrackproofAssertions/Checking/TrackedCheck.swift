package import Trackproof
import TrackproofPlatform
import TrackproofSnapshots
import TrackproofText

/// A check that exactly `times` recorded events match `expectation`.
///
/// Events that an earlier assertion has checked do not count.
package struct TrackedCheck: Sendable {
    let expectation: EventExpectation
    let times: Int
    let source: EventSource

    package init(expectation: EventExpectation, times: Int, source: EventSource) {
        self.expectation = expectation
        self.times = times
        self.source = source
    }

    enum Answer {
        /// The check found exactly the expected number of events.
        case satisfied([LoggedEvent])
        /// So far, the check found fewer events than expected.
        case tooFew([LoggedEvent])
        /// The check found more events than expected.
        case tooMany([LoggedEvent])
    }

    /// The message if the check expects no event, but the recorder may have missed an event.
    var question: String {
        "cannot tell whether the event would have been tracked: \(expectation.description.shortened)"
    }

    /// Returns a closure that finds events with the expected name and kind that came after event number `sequence`.
    ///
    /// The closure does not use the matchers of the expected parameters, because a matcher may run the test's own code,
    /// and the closure runs while the recorder's lock is locked.
    func candidates(after sequence: Int64) -> @Sendable (RecordedEvent) -> Bool {
        { recorded in
            (recorded.sequence ?? 0) > sequence && recorded.source == source
                && recorded.event.isNamed(like: expectation.event)
        }
    }

    func answer(in recorder: TestRecorder) -> Answer {
        let found = recorder.unchecked(expectation.compiled, of: source)
        if found.count == times { return .satisfied(found) }
        return found.count < times ? .tooFew(found) : .tooMany(found)
    }

    /// Returns the message of a failed check.
    ///
    /// - Parameters:
    ///   - known: The reason why the recorder may have missed the event; `nil` if no reason is known.
    ///   - ofEarlierTests: A closure that returns a hint if an earlier test may have tracked some of the events in its
    ///     argument.
    ///   - limit: The limit of the wait; zero if the check did not wait.
    ///   - reason: The reason why the wait ended early; `nil` if the wait did not end early.
    ///   - hint: The hint to add if too few events arrived during the wait; `nil` if there is no hint.
    func failure(
        _ answer: Answer, in log: [LoggedEvent], known: String?, ofEarlierTests: ([LoggedEvent]) -> String?,
        within limit: Duration, reason: String? = nil, hint: String? = nil
    ) -> String {
        let waited = reason == nil ? limit.waited : ""
        let wanted = expectation.description.shortened
        var lines: [String] = []
        switch answer {
        case .satisfied: lines.append(question)
        case .tooMany(let found) where times == 0:
            lines.append("tracked, but should not have been: \(wanted)\(places(found))")
        case .tooMany(let found):
            lines.append("tracked \(found.count.times) instead of \(times.times): \(wanted)\(places(found))")
        case .tooFew(let found) where !found.isEmpty:
            lines.append(
                "tracked \(found.count.times) instead of \(times.times)\(waited): \(wanted)\(places(found))")
        case .tooFew:
            lines.append("not tracked\(waited): \(wanted)")
        }
        if case .tooFew(let found) = answer { lines += hints(found, log, known) }
        if case .tooMany(let found) = answer, let hint = ofEarlierTests(found) { lines.append(hint) }
        if let reason { lines.append(reason) }
        if let hint, limit > .zero, case .tooFew = answer { lines.append(hint) }
        lines.append(EventTable(log: log).text)
        return lines.joined(separator: "\n")
    }

    private func places(_ found: [LoggedEvent]) -> String { found.isEmpty ? "" : " (\(found.numbers))" }

    private func hints(_ found: [LoggedEvent], _ log: [LoggedEvent], _ known: String?) -> [String] {
        var hints: [String] = []
        let expected = expectation.compiled
        let checked = log.filter { $0.isChecked && expected.matches($0.event) }
        if !checked.isEmpty {
            let what = checked.count == 1 ? "such an event" : "such events"
            hints.append("an earlier assertion already checked \(what)\(places(checked))")
        } else {
            let others = log.filter { logged in !found.contains { $0.number == logged.number } }
            if let nearest = NearestMiss(expectation, expected, in: others) { hints.append(nearest.text) }
        }
        if let known {
            hints.append(known)
        } else if let stray = StrayEvents.last(named: expectation.event.displayName) {
            hints.append(
                """
                an event with this name reached no test: \(stray.description.shortened)
                    (tracked in a detached task, a queue or a thread by a facade made outside the test; \
                make the facade in the test: Analytics.recording())
                """)
        }
        return hints
    }
}

extension Duration {
    /// The part of a message that says how long an assertion waited, such as ` within 1.0 seconds`.
    ///
    /// Empty if the assertion did not wait.
    var waited: String {
        guard self > .zero else { return "" }
        return Task.isCancelled ? " before the test was cancelled" : " within \(self)"
    }
}

extension Int {
    /// The number in a message: `once`, or for example `2 times`.
    fileprivate var times: String { self == 1 ? "once" : "\(self) times" }
}
