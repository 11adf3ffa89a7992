package import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// A check that exactly `times` recorded events match `expectation`. Events that an earlier assertion has checked do
/// not count.
package struct TrackedCheck: Sendable {
    let expectation: EventExpectation
    let times: Int
    let source: EventSource
    /// How long the check waits for the events; zero if it does not wait.
    let limit: Duration

    package init(expectation: EventExpectation, times: Int, source: EventSource, within limit: Duration) {
        (self.expectation, self.times, self.source, self.limit) = (expectation, times, source, limit)
    }

    /// Returns the check as a recorder makes it, with the parameters that the recorder's test ignores.
    func adapted(to recorder: TestRecorder) -> TrackedCheck {
        TrackedCheck(
            expectation: expectation.ignoring(recorder.ignored), times: times, source: source,
            within: recorder.limitUnderMutation(limit, of: times))
    }

    /// The message if the check expects no event, but the recorder may have missed an event.
    var question: String {
        "cannot tell whether the event would have been tracked: \(expectation.description.shortened)"
    }

    /// Returns whether an event has the expected source, kind and name. The matchers of the expected parameters do not
    /// count here, because a matcher may run the test's own code, and this method runs while the recorder's lock is
    /// locked.
    func isCandidate(_ recorded: RecordedEvent) -> Bool {
        recorded.source == source && recorded.event.isNamed(like: expectation.event)
    }
}

extension TestRecorder {
    /// Returns the message of a failed check that found these events in a log, with the reason why the wait ended early,
    /// and a hint if too few events arrived during the wait.
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
    /// The part of a message that says how long an assertion waited, such as ` within 1.0 seconds`. Empty if the
    /// assertion did not wait.
    var waited: String { self > .zero ? " within \(self)" : "" }
}

extension Int {
    /// The number in a message: `once`, or for example `2 times`.
    var times: String { self == 1 ? "once" : "\(self) times" }
}

/// The result of an assertion that later events may contradict.
struct Judgement: Sendable {
    let expected: [EventExpectation]
    let source: EventSource
    /// The sequence number of the newest event when the assertion ended.
    let sequence: Int64
    let site: CallSite
    /// The number of events that the assertion has waited for and found; `nil` if it did not wait and failed, because an
    /// event was missing.
    var times: Int?
    /// The maximum number of judgements of each kind that a recorder keeps.
    fileprivate static let limit = 100
}

extension TestRecorder {
    /// Whether one more event of an assertion that waited would fail the test.
    package var countsEvents: Bool { state.withLock { $0.judgements.contains { $0.times != nil } } }

    func note(_ judgement: Judgement) {
        state.withLock { state in
            let count = state.judgements.count { ($0.times == nil) == (judgement.times == nil) }
            if count < Judgement.limit { state.judgements.append(judgement) }
        }
    }

    /// Adds a warning for each assertion that was too early: its event came after the assertion had failed.
    func warnAboutEarlyAssertions() {
        guard let test else { return }
        for unmet in state.withLock(\.judgements) where unmet.times == nil {
            let expected = unmet.expected.map(\.compiled)
            let late = log(of: unmet.source, after: unmet.sequence).first { logged in
                expected.contains { $0.matches(logged.event) }
            }
            guard let late else { continue }
            reporter.warn(
                """
                \(late.event.description.shortened) (number \(late.number)) came after the assertion in line \
                \(unmet.site.line) had failed: if a task, a queue or a thread tracks it, pass within: to the assertion, \
                such as within: .seconds(1)
                """, of: test, at: unmet.site)
        }
    }

    /// Returns a message about events that came after an assertion had found as many as it expects; `nil` if there are no
    /// such events. Whether the assertion itself sees such an event would depend on the speed of the machine.
    func excessEvents() -> String? {
        for counted in state.withLock(\.judgements) {
            guard let times = counted.times, let expectation = counted.expected.first else { continue }
            let log = log(of: counted.source)
            let more = log.unchecked(expectation.compiled).filter { $0.sequence > counted.sequence }
            if more.isEmpty { continue }
            return table(log, of: counted.source).message([
                """
                tracked \((times + more.count).times) instead of \(times.times): \
                \(expectation.description.shortened) (\(more.numbers) came after the assertion in line \
                \(counted.site.line))
                """
            ])
        }
        return nil
    }
}
