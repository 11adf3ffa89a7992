package import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

// The code of `expectTracked` and `expectEvents`. Each assertion has a variant that waits asynchronously, and a variant
// that blocks the calling thread.
extension TestRecorder {
    /// A function that waits as ``AwaitedEvents/block()`` does, for events that arrive from another process.
    package typealias EventWait = (AwaitedEvents) -> String?

    private func hint(of wait: EventWait?) -> String? { wait == nil ? reporter.blockingWaitHint : nil }

    /// Expects that the event of `check` is tracked `check.times` times within `check.limit`.
    ///
    /// - Returns: The matching events; empty if the check fails.
    @discardableResult
    package func expect(
        _ check: TrackedCheck, at site: CallSite, by wait: EventWait? = nil
    ) -> [RecordedEvent] {
        let check = check.adapted(to: self)
        guard let number = begin(check, at: site) else { return [] }
        defer { endAssertion(number) }
        let deadline = ContinuousClock.now + check.limit
        var reason: String?
        while true {
            switch settle(check, until: deadline, reason, hint: hint(of: wait), at: site) {
            case .done(let found): return found
            case .wait(let events): reason = wait.map { $0(events) } ?? events.block()
            }
        }
    }

    /// Expects that the event of `check` is tracked `check.times` times within `check.limit`.
    ///
    /// - Returns: The matching events; empty if the check fails.
    @discardableResult
    package func expect(_ check: TrackedCheck, at site: CallSite) async -> [RecordedEvent] {
        let check = check.adapted(to: self)
        guard let number = begin(check, at: site) else { return [] }
        defer { endAssertion(number) }
        let deadline = ContinuousClock.now + check.limit
        var reason: String?
        while true {
            switch settle(check, until: deadline, reason, at: site) {
            case .done(let found): return found
            case .wait(let events): reason = await events.wait()
            }
        }
    }

    private enum Step {
        /// The assertion has ended and found these events. If the assertion has failed, the array is empty.
        case done([RecordedEvent])
        /// The assertion waits for these events, and then checks again.
        case wait(AwaitedEvents)
    }

    /// Begins the assertion, and returns its number for ``endAssertion(_:)``; `nil` if the check is invalid.
    private func begin(_ check: TrackedCheck, at site: CallSite) -> Int? {
        prepareAssertion(at: site)
        guard isValid(check, at: site) else { return nil }
        if check.times > 0 { noteForMutation([check.expectation], at: site) }
        return beginAssertion(at: site)
    }

    /// Marks the events as checked if `check` succeeds, fails the test if `check` has failed, or asks for a wait.
    ///
    /// - Parameter reason: The reason why no more events can arrive; `nil` if no reason is known.
    private func settle(
        _ check: TrackedCheck, until deadline: ContinuousClock.Instant, _ reason: String?, hint: String? = nil,
        at site: CallSite
    ) -> Step {
        let isLast = reason != nil || ContinuousClock.now >= deadline
        let seen = lastSequence
        let log = log(of: check.source)
        let found = log.unchecked(check.expectation.compiled)
        let missing = check.times - found.count
        func judgement(times: Int? = nil) -> Judgement {
            Judgement(
                expected: [check.expectation], source: check.source, sequence: seen, site: site, times: times)
        }
        if missing == 0, check.times > 0 {
            if markChecked(found) {
                // In a UI test, an assertion knows all events so far, and events of a later step are no excess.
                if check.limit > .zero, !isOfUITest { note(judgement(times: check.times)) }
                return .done(found.map(\.recorded))
            }
            // Another assertion has checked one of these events in the meantime, so other events are needed.
            return settle(check, until: deadline, reason, hint: hint, at: site)
        }
        if missing >= 0, !isLast {
            // If no event is expected, the assertion waits for one event, because this event makes it fail.
            return .wait(
                AwaitedEvents(max(1, missing), in: self, after: seen, until: deadline, where: check.isCandidate))
        }
        if missing == 0, reason == nil {
            warnAboutMisspelling(check.expectation.event.displayName, in: log, at: site)
            failForUncertainty(
                check.question, about: check.source, in: log, at: site,
                where: check.expectation.event.isNamed(like:))
        } else {
            if missing > 0, check.limit == .zero { note(judgement()) }
            // If the wait ended early, the event could have come later. So a check that expects no event fails.
            fail(message(of: check, found, in: log, reason, hint), at: site)
        }
        return .done([])
    }

    /// Expects that exactly these events, in this order, follow event number `start`. Waits until the expected number
    /// of events has arrived, but no longer than `limit`.
    package func expect(
        _ expected: [EventExpectation], after start: Int64, source: EventSource, within limit: Duration,
        at site: CallSite, by wait: EventWait? = nil
    ) {
        let limit = self.limitUnderMutation(limit, of: expected.count)
        let events = awaited(expected.count, after: start, source, limit)
        let reason = wait.map { $0(events) } ?? events.block()
        settle(expected, after: start, source, limit, reason, hint: hint(of: wait), at: site)
    }

    /// Expects that exactly these events, in this order, follow event number `start`. Waits until the expected number
    /// of events has arrived, but no longer than `limit`.
    package func expect(
        _ expected: [EventExpectation], after start: Int64, source: EventSource, within limit: Duration,
        at site: CallSite
    ) async {
        let limit = self.limitUnderMutation(limit, of: expected.count)
        let reason = await awaited(expected.count, after: start, source, limit).wait()
        settle(expected, after: start, source, limit, reason, at: site)
    }

    private func awaited(_ count: Int, after start: Int64, _ source: EventSource, _ limit: Duration) -> AwaitedEvents {
        AwaitedEvents(max(1, count), in: self, after: start, until: .now + limit) { $0.source == source }
    }

    private func settle(
        _ expected: [EventExpectation], after start: Int64, _ source: EventSource, _ limit: Duration,
        _ reason: String?, hint: String? = nil, at site: CallSite
    ) {
        prepareAssertion(at: site)
        let expected = expected.map { $0.ignoring(ignored) }
        guard isValid(expected, at: site) else { return }
        noteForMutation(expected, at: site)
        let seen = lastSequence
        // Numbers the events from 1, as `comparison` does. Otherwise, the text of the comparison and the table of
        // events would show different numbers for the same event.
        let log = log(of: source, after: start).enumerated().map { index, logged in
            LoggedEvent(number: index + 1, recorded: logged.recorded, isChecked: logged.isChecked)
        }
        let comparison = Comparison(of: log.map(\.event), with: expected.map(\.compiled))
        markChecked(all: log)
        if comparison.isEmpty {
            if expected.isEmpty, let reason {
                return fail(
                    table(of: source).message(["cannot tell whether anything would have been tracked", reason]),
                    at: site)
            }
            return failForUncertainty(
                "cannot tell whether anything else was tracked", about: source, in: self.log(of: source), at: site)
        }
        let waited = reason == nil ? limit.waited : ""
        let isShort = log.count < expected.count
        if isShort, limit == .zero {
            note(Judgement(expected: expected, source: source, sequence: seen, site: site))
        }
        let lines = [
            log.isEmpty
                ? "tracked nothing\(waited)"
                : "tracked something other than expected\(waited): \(comparison.firstDifference)",
            comparison.text(limit: 50), reason, isShort ? self.hint(about: source) : nil,
            isShort && limit > .zero ? hint : nil,
            log.count > expected.count ? doubts.otherTestsHint(log) : nil,
        ]
        let table = table(log, of: source)
        fail(log.isEmpty ? table.text(of: lines) : table.message(lines), at: site)
    }

    /// Returns the message for the end of a test, or `nil` if there is nothing to report.
    ///
    /// - Parameter isExhaustive: Whether the message reports unchecked events.
    package func takeProblems(isExhaustive: Bool) -> String? {
        if isExhaustive { noteExhaustiveForMutation() }
        var found = [LoadProblem.message] + takeInvalidEvents()
        if !isTestFailed {
            found += [state.withLock(\.open.problem), isExhaustive ? uncheckedEvents() : excessEvents()]
            found += deliveryProblems(isExhaustive: isExhaustive)
        }
        let messages = found.compactMap { $0 }
        return messages.isEmpty ? nil : messages.joined(separator: "\n")
    }

    /// Returns a message about the events that no assertion has checked.
    ///
    /// If all events are checked, the message is about events that may belong to this test or to another test.
    ///
    /// - Returns: `nil` if there are no such events.
    private func uncheckedEvents() -> String? {
        let log = log(of: .app)
        let left = log.filter { !$0.isChecked }
        if left.isEmpty { return doubts.doubtAtEnd }
        let table = table(log)
        return table.message([
            "\(left.count.counted("event")) that no assertion has checked: \(table.summary(of: left))",
            tearDownHint(left) ?? afterCodeHint(left), doubts.otherTestsHint(left),
        ])
    }

    /// Returns a hint about the events that came after the end of the test's code; `nil` if there are no such events.
    private func afterCodeHint(_ events: [LoggedEvent]) -> String? {
        let late = events.after(state.withLock(\.codeEnd))
        if late.isEmpty { return nil }
        return """
            tracked after the test's code had ended, by a task, a queue or a thread: \(late.numbers). If the test should \
            expect it, pass within: to the assertion
            """
    }

    /// Returns a hint about the events that came during `tearDown()`; `nil` if there are no such events. XCTest also
    /// runs the work of the main queue during `tearDown()`, so an earlier test can have started this work.
    private func tearDownHint(_ events: [LoggedEvent]) -> String? {
        let (start, end) = state.withLock { ($0.tearDownStart, $0.codeEnd) }
        let late = Array(events.after(start).dropLast(events.after(end).count))
        if late.isEmpty { return nil }
        let hint = "tracked during tearDown(), so check it at the end of tearDown(): \(late.numbers)"
        let doubts = doubts
        guard !doubts.sharedFacades.isEmpty, let earlier = doubts.earlierTest else { return hint }
        return """
            tracked during tearDown(): \(late.numbers). If tearDown() tracked it, check it at the end of tearDown(). If \
            an earlier test has put work on the main queue, make that test wait for its last event; the last test was \
            \(earlier)
            """
    }

    /// The events that the app has tracked so far, as a table.
    package var table: EventTable { table(of: .app) }

    /// Returns events of a source as a table.
    func table(_ log: [LoggedEvent], of source: EventSource = .app) -> EventTable {
        EventTable(log: log, of: source, ignoring: ignored)
    }

    /// Returns the events of a source so far, as a table.
    func table(of source: EventSource) -> EventTable { table(log(of: source), of: source) }

    /// The sequence number of the newest recorded event.
    package var lastSequence: Int64 { recorder.lastSequence }
}

extension [LoggedEvent] {
    /// Returns the events after the event with this sequence number; no events if it is `nil`.
    fileprivate func after(_ sequence: Int64?) -> [LoggedEvent] {
        sequence.map { start in filter { $0.sequence > start } } ?? []
    }
}
