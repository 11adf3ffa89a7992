import Trackproof
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

    /// Returns the events of a source after the event with this sequence number.
    func events(of source: EventSource, after sequence: Int64) -> [LoggedEvent] {
        events(after: sequence).filter { $0.recorded.source == source }
    }

    /// Returns the events of all sources after the event with this sequence number.
    func events(after sequence: Int64) -> [LoggedEvent] {
        events.filter { ($0.recorded.sequence ?? 0) > sequence }
    }

    /// Marks events as checked, unless another assertion has checked one of them.
    ///
    /// - Returns: `false` if no event was marked, because an event was checked or cleared in the meantime.
    mutating func check(_ found: [LoggedEvent]) -> Bool {
        let indices = found.compactMap(index)
        guard indices.count == found.count, !indices.contains(where: { events[$0].isChecked }) else { return false }
        for index in indices { events[index].isChecked = true }
        return true
    }

    /// Marks all of these events as checked, even if other assertions have checked some of them.
    mutating func check(all found: [LoggedEvent]) {
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
}

extension [LoggedEvent] {
    /// Returns the events that match an expectation and that no assertion has checked.
    func unchecked(_ expected: ExpectedEvent) -> [LoggedEvent] {
        filter { !$0.isChecked && expected.matches($0.event) }
    }
}
