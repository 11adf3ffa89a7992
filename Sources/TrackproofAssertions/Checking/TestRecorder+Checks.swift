package import Trackproof
import TrackproofPlatform
import TrackproofSnapshots
import TrackproofText

// The code of `expectTracked` and `expectEvents`. Each assertion has a variant that waits asynchronously and a variant
// that blocks the calling thread.
extension TestRecorder {
    /// Expects that the event of `check` is tracked `check.times` times within `limit`. Blocks the calling thread.
    ///
    /// - Returns: The matching events; empty if the check fails.
    @discardableResult
    package func expect(
        _ check: TrackedCheck, within limit: Duration, by wait: any EventWait, at site: CallSite
    ) -> [RecordedEvent] {
        begin(at: site)
        guard isValid(check, at: site) else { return [] }
        let number = beginAssertion(at: site)
        defer { endAssertion(number) }
        let deadline = ContinuousClock.now + limit
        var seen = lastSequence
        var reason: String?
        while true {
            let step = settle(
                check, isLast: reason != nil || ContinuousClock.now >= deadline, within: limit, reason: reason,
                hint: wait.hint(for: reporter), at: site)
            guard case .wait(let missing) = step else { return step.found }
            reason = wait.wait(
                in: recorder, missing, after: seen, until: deadline, where: check.candidates(after: seen))
            seen = lastSequence
        }
    }

    /// Expects that the event of `check` is tracked `check.times` times within `limit`.
    ///
    /// - Returns: The matching events; empty if the check fails.
    @discardableResult
    package func expect(_ check: TrackedCheck, within limit: Duration, at site: CallSite) async -> [RecordedEvent] {
        begin(at: site)
        guard isValid(check, at: site) else { return [] }
        let number = beginAssertion(at: site)
        defer { endAssertion(number) }
        let deadline = ContinuousClock.now + limit
        var seen = lastSequence
        while true {
            let isCutShort = Task.isCancelled && ContinuousClock.now < deadline
            // If the cancellation ends the wait early, the event could still have come before the deadline. So a check
            // that expects no event fails.
            let reason = isCutShort && check.times == 0 ? "the test was cancelled" : nil
            let step = settle(
                check, isLast: isCutShort || ContinuousClock.now >= deadline, within: limit, reason: reason, at: site)
            guard case .wait(let missing) = step else { return step.found }
            let left = max(.zero, deadline - .now)
            _ = await recorder.waitForEvents(
                missing, after: seen, within: left, where: check.candidates(after: seen))
            seen = lastSequence
        }
    }

    private enum Step {
        /// The assertion has ended and found these events. If the assertion has failed, the array is empty.
        case done([RecordedEvent])
        /// The assertion waits until this number of further events has arrived, and then checks again.
        case wait(Int)

        var found: [RecordedEvent] { if case .done(let found) = self { found } else { [] } }
    }

    /// Marks the events as checked if `check` succeeds, fails the test if `check` has failed, or asks for a wait.
    ///
    /// - Parameter isLast: Whether the wait is over, so that `check` fails if events are still missing.
    private func settle(
        _ check: TrackedCheck, isLast: Bool, within limit: Duration, reason: String? = nil, hint: String? = nil,
        at site: CallSite
    ) -> Step {
        let answer = check.answer(in: self)
        var message: String {
            check.failure(
                answer, in: log(of: check.source),
                known: self.hint(about: check.source, where: check.expectation.isSameName),
                ofEarlierTests: doubts.earlierTestsHint, within: limit,
                reason: reason, hint: hint)
        }
        switch answer {
        case .satisfied where check.times == 0 && reason != nil:
            // The wait ended early, and the event could have come later. So a check that expects no event fails.
            fail(message, at: site)
            return .done([])
        case .satisfied where check.times == 0 && isLast:
            failForUncertainty(
                check.question, about: check.source, with: check.expectation.parameters, at: site,
                where: check.expectation.isSameName)
            return .done([])
        case .satisfied(let found) where check.times > 0:
            // Another assertion may have checked one of these events in the meantime. In that case, `.wait(0)` makes
            // the caller repeat the check with the remaining events.
            return self.check(found) ? .done(found.map(\.recorded)) : .wait(0)
        case .satisfied: return .wait(1)
        case .tooFew(let found) where !isLast: return .wait(check.times - found.count)
        case .tooFew, .tooMany:
            fail(message, at: site)
            return .done([])
        }
    }

    /// Expects that exactly these events, in this order, follow event number `start`. Blocks the calling thread.
    ///
    /// Waits until the expected number of events has arrived, but no longer than `limit`.
    package func expect(
        _ expected: [EventExpectation], after start: Int64, source: EventSource, within limit: Duration,
        by wait: any EventWait, at site: CallSite
    ) {
        let deadline = ContinuousClock.now + limit
        // If no event is expected, the assertion waits for one event, because any event makes it fail.
        let reason = wait.wait(in: recorder, max(1, expected.count), after: start, until: deadline) {
            $0.isAfter(start, source)
        }
        settle(
            expected, after: start, source: source, within: limit, reason: reason, hint: wait.hint(for: reporter),
            at: site)
    }

    /// Expects that exactly these events, in this order, follow event number `start`.
    ///
    /// Waits until the expected number of events has arrived, but no longer than `limit`.
    package func expect(
        _ expected: [EventExpectation], after start: Int64, source: EventSource, within limit: Duration,
        at site: CallSite
    ) async {
        let deadline = ContinuousClock.now + limit
        if limit > .zero {
            _ = await recorder.waitForEvents(max(1, expected.count), after: start, within: limit) {
                $0.isAfter(start, source)
            }
        }
        let isCutShort = Task.isCancelled && ContinuousClock.now < deadline
        if isCutShort, expected.isEmpty, log(of: source, after: start).isEmpty {
            begin(at: site)
            return fail(
                "cannot tell whether anything would have been tracked\nthe test was cancelled\n\(table.text)", at: site
            )
        }
        settle(expected, after: start, source: source, within: limit, at: site)
    }

    private func settle(
        _ expected: [EventExpectation], after start: Int64, source: EventSource, within limit: Duration,
        reason: String? = nil, hint: String? = nil, at site: CallSite
    ) {
        begin(at: site)
        guard isValid(expected, at: site) else { return }
        // Numbers the events from 1, as `comparison` does. Otherwise, the text of the comparison and the table of
        // events would show different numbers for the same event.
        let log = log(of: source, after: start).enumerated().map { index, logged in
            LoggedEvent(number: index + 1, recorded: logged.recorded, isChecked: logged.isChecked)
        }
        let comparison = Comparison(of: log.map(\.event), with: expected.map(\.compiled))
        check(all: log)
        if comparison.isEmpty {
            return failForUncertainty("cannot tell whether anything else was tracked", about: source, at: site)
        }
        let waited = reason == nil ? limit.waited : ""
        var lines = [
            log.isEmpty ? "tracked nothing\(waited)" : "tracked something other than expected\(waited)",
            comparison.text(limit: 50),
        ]
        if let reason { lines.append(reason) }
        if log.count < expected.count, let known = self.hint(about: source, where: { _ in true }) {
            lines.append(known)
        }
        if let hint, limit > .zero, log.count < expected.count { lines.append(hint) }
        if log.count > expected.count, let hint = doubts.earlierTestsHint(log) { lines.append(hint) }
        if !log.isEmpty { lines.append(EventTable(log: log).text) }
        fail(lines.joined(separator: "\n"), at: site)
    }

    /// Returns the message for the end of a test, or `nil` if there is nothing to report.
    ///
    /// The message is about invalid events, violations of the tracking plan, assertions that have not ended, and events
    /// that no assertion has checked.
    ///
    /// - Parameter isExhaustive: Whether the message reports unchecked events.
    package func unchecked(isExhaustive: Bool) -> String? {
        let messages = [
            takeBrokenEvents(), takeViolations(), isTestFailed ? nil : state.withLock(\.open.problem),
            uncheckedEvents(isExhaustive: isExhaustive),
        ].compactMap { $0 }
        return messages.isEmpty ? nil : messages.joined(separator: "\n")
    }

    /// Returns a message about the events that no assertion has checked.
    ///
    /// If all events are checked, the message is about events that may belong to this test or to another test.
    ///
    /// - Returns: `nil` if there are no such events, if the test has failed already, or if `isExhaustive` is `false`.
    private func uncheckedEvents(isExhaustive: Bool) -> String? {
        guard isExhaustive, !isTestFailed else { return nil }
        let log = log(of: .app)
        let left = log.filter { !$0.isChecked }
        if left.isEmpty { return doubts.doubtAtEnd }
        return """
            \(left.count.counted("event")) that no assertion has checked: \(left.summary)
            \(earlierTestsLine(left))\(EventTable(log: log).text)
            """
    }

    /// The events that the app has tracked so far, as a table.
    package var table: EventTable { EventTable(log: log(of: .app)) }

    /// The sequence number of the newest recorded event.
    package var lastSequence: Int64 { recorder.lastSequence }
}

extension RecordedEvent {
    fileprivate func isAfter(_ start: Int64, _ source: EventSource) -> Bool {
        self.source == source && (sequence ?? 0) > start
    }
}
