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
    /// How long the check waits for the events; zero if it does not wait.
    let limit: Duration

    package init(expectation: EventExpectation, times: Int, source: EventSource, within limit: Duration) {
        self.expectation = expectation
        self.times = times
        self.source = source
        self.limit = limit
    }

    /// Returns the check as a recorder makes it, with the parameters that the recorder's test ignores.
    func check(in recorder: TestRecorder) -> TrackedCheck {
        TrackedCheck(
            expectation: expectation.ignoring(recorder.ignored), times: times, source: source,
            within: recorder.limit(limit, of: times))
    }

    /// The message if the check expects no event, but the recorder may have missed an event.
    var question: String {
        "cannot tell whether the event would have been tracked: \(expectation.description.shortened)"
    }

    /// Returns whether an event has the expected source, kind and name.
    ///
    /// The matchers of the expected parameters do not count here, because a matcher may run the test's own code, and
    /// this method runs while the recorder's lock is locked.
    func isCandidate(_ recorded: RecordedEvent) -> Bool {
        recorded.source == source && recorded.event.isNamed(like: expectation.event)
    }
}

extension TestRecorder {
    /// Returns the message of a failed check that found these events.
    ///
    /// - Parameters:
    ///   - log: The events of the check's source, among which the check has found these events.
    ///   - reason: The reason why the wait ended early; `nil` if the wait did not end early.
    ///   - hint: The hint to add if too few events arrived during the wait; `nil` if there is no hint.
    func message(
        of check: TrackedCheck, _ found: [LoggedEvent], in log: [LoggedEvent], _ reason: String?, _ hint: String?
    ) -> String {
        if found.count == check.times { return table(log, of: check.source).message([check.question, reason]) }
        let isShort = found.count < check.times
        let others = log.filter { logged in !found.contains { $0.number == logged.number } }
        let nearest = NearestMiss(check.expectation, check.expectation.compiled, in: others)
        let what =
            found.isEmpty
            ? nearest?.differsInParameters == true ? "not tracked with these parameters" : "not tracked"
            : check.times == 0
                ? "tracked, but should not have been" : "tracked \(found.count.times) instead of \(check.times.times)"
        let waited = isShort && reason == nil ? check.limit.waited : ""
        let hints = isShort ? hints(about: check, log, nearest) : [doubts.otherTestsHint(found)]
        return table(log, of: check.source).message(
            ["\(what)\(waited): \(check.expectation.description.shortened)\(found.places)"] + hints
                + [reason, isShort && check.limit > .zero ? hint : nil])
    }

    /// Returns hints about the reason why a check found too few events.
    private func hints(about check: TrackedCheck, _ log: [LoggedEvent], _ nearest: NearestMiss?) -> [String?] {
        let expected = check.expectation.compiled
        let checked = log.filter { $0.isChecked && expected.matches($0.event) }
        let what = checked.count == 1 ? "such an event" : "such events"
        let stray = StrayEvents.last(named: check.expectation.event.displayName, after: begun).map {
            """
            an event with this name reached no test: \($0.description.shortened)
                (a shared facade tracked it while no test with a recorder was running, or in a test without a recorder)
            """
        }
        return [
            checked.isEmpty
                ? nearest?.text
                : "an earlier assertion already checked \(what)\(checked.places)",
            self.hint(about: check.source, where: check.expectation.event.isNamed(like:)) ?? stray,
        ]
    }
}

extension [LoggedEvent] {
    /// The numbers of the events in parentheses, with a space before them; empty if there are no events.
    fileprivate var places: String { isEmpty ? "" : " (\(numbers))" }
}

extension Duration {
    /// The part of a message that says how long an assertion waited, such as ` within 1.0 seconds`.
    ///
    /// Empty if the assertion did not wait.
    var waited: String { self > .zero ? " within \(self)" : "" }
}

extension Int {
    /// The number in a message: `once`, or for example `2 times`.
    var times: String { self == 1 ? "once" : "\(self) times" }
}
