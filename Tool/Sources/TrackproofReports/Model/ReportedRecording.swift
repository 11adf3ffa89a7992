package import Trackproof

/// The events of a recording that a report shows. If the recording is large, the report shows only some of its events.
package struct ReportedRecording: Sendable, Hashable {
    /// The number of all events of the recording.
    package var eventCount: Int
    /// The events that the report shows, in ascending order of their numbers.
    package var events: [NumberedEvent]

    /// The number of events for each event name, for at most 2,000 names.
    package var counts: [String: Int]

    /// An event and its number in the recording. The first event has the number 1.
    package struct NumberedEvent: Sendable, Hashable {
        package var number: Int
        package var event: RecordedEvent

        package init(number: Int, event: RecordedEvent) {
            self.number = number
            self.event = event
        }
    }

    package init(eventCount: Int, events: [NumberedEvent], counts: [String: Int] = [:]) {
        self.eventCount = eventCount
        self.counts = counts
        self.events = events
    }
}
