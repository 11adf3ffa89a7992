public import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

extension TestRecorder {
    /// The events recorded so far.
    public var events: [RecordedEvent] {
        releaseSwapped()
        return recorder.events
    }

    /// Discards the events recorded so far. Later assertions see only events that are tracked after this call.
    public func clear() {
        waitForQueues()
        noteClearForMutation()
        state.withLock { state in
            state.log.append(recorder.events(after: state.log.lastSequence))
            state.log.clear(upTo: recorder.drain().last?.sequence ?? 0)
            state.providers = [:]
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

    /// Calls `body` with the log of all events recorded so far.
    ///
    /// `body` runs while the recorder's lock is locked. So `body` must not run a test's own code, such as a matcher,
    /// which could take long or use the recorder.
    func withLog<Result>(_ body: (inout RecordingLog) -> Result) -> Result {
        state.withLock { state in
            state.log.append(recorder.events(after: state.log.lastSequence))
            return body(&state.log)
        }
    }

    /// Returns the events of a source after the event with this sequence number.
    func log(of source: EventSource, after sequence: Int64 = 0) -> [LoggedEvent] {
        withLog { $0.events(of: source, after: sequence) }
    }

    /// Marks events as checked, unless another assertion has checked one of them.
    ///
    /// - Returns: `false` if no event was marked, because an event was checked or cleared in the meantime.
    func check(_ events: [LoggedEvent]) -> Bool { withLog { $0.check(events) } }

    /// Marks all of these events as checked, even if other assertions have checked some of them.
    ///
    /// Pass only the events that the assertion has compared. Events that arrived later must stay unchecked.
    func check(all events: [LoggedEvent]) {
        withLog { $0.check(all: events) }
    }
}
