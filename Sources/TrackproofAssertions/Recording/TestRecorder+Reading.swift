public import Trackproof
internal import TrackproofPlatform
@_spi(Tooling) internal import TrackproofSnapshots

extension TestRecorder {
    /// The events recorded so far.
    public var events: [RecordedEvent] { recorder.events }

    /// Forgets what was recorded so far, so that the assertions that follow see only what comes.
    public func clear() {
        waitForQueues()
        state.withLock { state in
            state.index.append(recorder.events(after: state.index.lastSequence))
            state.index.clear(upTo: recorder.drain().last?.sequence ?? 0)
        }
    }

    /// What to tell the test of events that were not tracked as their code says, also of those that it has cleared; nil
    /// where there are none. They are told once.
    func takeBrokenEvents() -> String? {
        state.withLock { state in
            defer { state.broken = BrokenEvents() }
            return state.broken.text
        }
    }

    /// How many events were recorded, of whatever source.
    package var eventCount: Int { recorder.eventCount }

    /// Looks at all that was recorded by now. `body` runs under a lock, so it must not run a test's own code.
    func withIndex<Result>(_ body: (inout RecordingIndex) -> Result) -> Result {
        state.withLock { state in
            state.index.append(recorder.events(after: state.index.lastSequence))
            return body(&state.index)
        }
    }

    /// The events of a source after the one with this number, with what is known of each.
    func log(of source: EventSource, after sequence: Int64 = 0) -> [LoggedEvent] {
        withIndex { $0.log(of: source, after: sequence) }
    }

    /// The events that are as expected and that no assertion has checked.
    func unchecked(_ expected: ExpectedEvent, of source: EventSource) -> [LoggedEvent] {
        guard expected.runsOwnCode else { return withIndex { $0.unchecked(expected, of: source) } }
        return log(of: expected, source).filter { !$0.isChecked && expected.matches($0.event) }
    }

    /// How many events are as expected, checked or not.
    func count(_ expected: ExpectedEvent, of source: EventSource) -> Int {
        guard expected.runsOwnCode else { return withIndex { $0.count(expected, of: source) } }
        return log(of: expected, source).count { expected.matches($0.event) }
    }

    /// The events of the expected name and kind.
    private func log(of expected: ExpectedEvent, _ source: EventSource) -> [LoggedEvent] {
        withIndex { $0.log(expected.event.displayName, expected.event.kind, of: source) }
    }

    /// Marks events as checked, unless another assertion was faster: then none is marked, and the result is false.
    func check(_ events: [LoggedEvent]) -> Bool { withIndex { $0.check(events) } }

    /// Marks all of these events as checked, whatever others have checked. Only what an assertion looked at: what
    /// arrived since is still to be checked.
    func check(all events: [LoggedEvent]) {
        withIndex { $0.check(all: events) }
    }
}
