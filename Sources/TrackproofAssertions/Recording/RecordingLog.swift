public import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// The events of a recorder in order, and whether an assertion has checked each event.
struct RecordingLog {
    private var events: [LoggedEvent] = []
    /// The sequence number of the newest event that was added or cleared.
    private(set) var lastSequence: Int64 = 0
    /// The number of events of each source since the recorder was made or cleared.
    private var counts: [EventSource: Int] = [:]
    /// The sources of all events that were ever added, including events that the test has cleared.
    private(set) var seenSources: Set<EventSource> = []

    /// Adds the events that were recorded since the last call.
    mutating func append(_ recorded: [RecordedEvent]) {
        for event in recorded {
            counts[event.source, default: 0] += 1
            seenSources.insert(event.source)
            events.append(LoggedEvent(number: counts[event.source] ?? 1, recorded: event))
            lastSequence = event.sequence ?? lastSequence
        }
    }

    /// Discards all events up to this sequence number.
    mutating func clear(upTo sequence: Int64) {
        events = []
        counts = [:]
        lastSequence = max(lastSequence, sequence)
    }

    /// Returns the events of all sources after the event with this sequence number.
    func events(after sequence: Int64) -> [LoggedEvent] { events.filter { $0.sequence > sequence } }

    /// Marks events as checked, unless another assertion has checked one of them.
    ///
    /// - Returns: `false` if no event was marked, because an event was checked or cleared in the meantime.
    mutating func markChecked(_ found: [LoggedEvent]) -> Bool {
        let indices = found.compactMap(index)
        guard indices.count == found.count, !indices.contains(where: { events[$0].isChecked }) else { return false }
        for index in indices { events[index].isChecked = true }
        return true
    }

    /// Marks all of these events as checked, even if other assertions have checked some of them.
    mutating func markChecked(all found: [LoggedEvent]) {
        for index in found.compactMap(index) { events[index].isChecked = true }
    }

    /// Returns the index of an event; `nil` if the event was cleared. The sequence numbers are consecutive.
    private func index(_ logged: LoggedEvent) -> Int? {
        guard let sequence = logged.recorded.sequence, let first = events.first?.recorded.sequence else { return nil }
        let index = Int(sequence - first)
        return events.indices.contains(index) ? index : nil
    }
}

/// A recorded event, its number, and whether an assertion has checked the event.
package struct LoggedEvent: Sendable {
    /// The position of the event among the events of its source, from 1.
    let number: Int
    let recorded: RecordedEvent
    var isChecked = false

    var event: Event { recorded.event }
    var sequence: Int64 { recorded.sequence ?? 0 }
}

extension [LoggedEvent] {
    /// Returns the events that match an expectation and that no assertion has checked.
    func unchecked(_ expected: ExpectedEvent) -> [LoggedEvent] {
        filter { !$0.isChecked && expected.matches($0.event) }
    }
}

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

    /// Returns the messages about invalid events and about violations of the tracking plan, also of events that the test
    /// has cleared. A later call does not return the same events again.
    func takeInvalidEvents() -> [String?] {
        state.withLock { state in
            defer { (state.broken, state.violations) = (BrokenEvents(), PlanViolations()) }
            return [state.broken.text, state.violations.text]
        }
    }

    /// The number of recorded events of all sources.
    package var eventCount: Int { recorder.eventCount }

    /// Calls `body` with the log of all events recorded so far. `body` runs while the recorder's lock is locked. So
    /// `body` must not run a test's own code, such as a matcher, which could take long or use the recorder.
    func withLog<Result>(_ body: (inout RecordingLog) -> Result) -> Result {
        state.withLock { state in
            state.log.append(recorder.events(after: state.log.lastSequence))
            return body(&state.log)
        }
    }

    /// Returns the events of a source after the event with this sequence number.
    func log(of source: EventSource, after sequence: Int64 = 0) -> [LoggedEvent] {
        withLog { $0.events(after: sequence) }.filter { $0.recorded.source == source }
    }

    /// Marks events as checked, as ``RecordingLog/check(_:)`` does.
    func markChecked(_ events: [LoggedEvent]) -> Bool { withLog { $0.markChecked(events) } }

    /// Marks all of these events as checked, even if other assertions have checked some of them. Pass only the events
    /// that the assertion has compared. Events that arrived later must stay unchecked.
    func markChecked(all events: [LoggedEvent]) { withLog { $0.markChecked(all: events) } }
}
