public import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

extension TestRecorder {
    /// The events recorded so far.
    public var events: [RecordedEvent] { recorder.events }

    /// Discards the events recorded so far. Later assertions see only events that are tracked after this call.
    public func clear() {
        waitForQueues()
        state.withLock { state in
            state.index.append(recorder.events(after: state.index.lastSequence))
            state.index.clear(upTo: recorder.drain().last?.sequence ?? 0)
        }
    }

    /// Returns the message about invalid events; `nil` if there are no such events.
    ///
    /// The message also covers events that the test has cleared. A later call does not return the same events again.
    func takeBrokenEvents() -> String? {
        state.withLock { state in
            defer { state.broken = BrokenEvents() }
            return state.broken.text
        }
    }

    /// Returns the message about events that violate the tracking plan, or about a plan that cannot be used.
    ///
    /// `nil` if there are no such events and the plan can be used.
    ///
    /// The message also covers events that the test has cleared. A later call does not return the same events again.
    func takeViolations() -> String? {
        state.withLock { state in
            defer { state.violations = PlanViolations() }
            return state.violations.text
        }
    }

    /// The number of recorded events of all sources.
    package var eventCount: Int { recorder.eventCount }

    /// Calls `body` with the index of all events recorded so far.
    ///
    /// `body` runs while the recorder's lock is locked. So `body` must not run a test's own code, which could take long
    /// or use the recorder.
    func withIndex<Result>(_ body: (inout RecordingIndex) -> Result) -> Result {
        state.withLock { state in
            state.index.append(recorder.events(after: state.index.lastSequence))
            return body(&state.index)
        }
    }

    /// Returns the events of a source after the event with this sequence number.
    func log(of source: EventSource, after sequence: Int64 = 0) -> [LoggedEvent] {
        withIndex { $0.log(of: source, after: sequence) }
    }

    /// Returns the events of a source that match an expectation and that no assertion has checked.
    func unchecked(_ expected: ExpectedEvent, of source: EventSource) -> [LoggedEvent] {
        guard expected.mayBeSlow else { return withIndex { $0.unchecked(expected, of: source) } }
        return log(of: expected, source).filter { !$0.isChecked && expected.matches($0.event) }
    }

    /// Returns the number of events that match an expectation, checked or not.
    func count(_ expected: ExpectedEvent, of source: EventSource) -> Int {
        guard expected.mayBeSlow else { return withIndex { $0.count(expected, of: source) } }
        return log(of: expected, source).count { expected.matches($0.event) }
    }

    /// Returns the events with the expected name and kind.
    private func log(of expected: ExpectedEvent, _ source: EventSource) -> [LoggedEvent] {
        withIndex { $0.log(expected.event.displayName, expected.event.kind, of: source) }
    }

    /// Marks events as checked, unless another assertion has checked one of them.
    ///
    /// - Returns: `false` if no event was marked, because an event was checked or cleared in the meantime.
    func check(_ events: [LoggedEvent]) -> Bool { withIndex { $0.check(events) } }

    /// Marks all of these events as checked, even if other assertions have checked some of them.
    ///
    /// Pass only the events that the assertion has compared. Events that arrived later must stay unchecked.
    func check(all events: [LoggedEvent]) {
        withIndex { $0.check(all: events) }
    }
}
