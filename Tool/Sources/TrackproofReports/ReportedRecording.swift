package import Trackproof
import TrackproofJSON
import TrackproofPlanning
import TrackproofSnapshots

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

        package init(number: Int, event: RecordedEvent) { (self.number, self.event) = (number, event) }
    }

    package init(eventCount: Int, events: [NumberedEvent], counts: [String: Int] = [:]) {
        self.eventCount = eventCount
        self.counts = counts
        self.events = events
    }
}

extension ReportedRecording {
    var members: EventParameters {
        let events = events.map {
            EventValue.object(["number": $0.number, "event": EventValue.object($0.event.members)])
        }
        let names = counts.sorted { $0.key < $1.key }.map { EventParameter($0.key, .integer(Int64($0.value))) }
        return [
            "count": eventCount, "names": EventValue.object(EventParameters(names)), "events": EventValue.array(events),
        ]
    }

    init(_ object: DocumentObject) throws(DocumentError) {
        let events = try object.objects("events").map { members throws(DocumentError) in
            guard let event = try members.optionalEvent("event") else {
                throw DocumentError(place: members.path("event"), message: "is missing")
            }
            return NumberedEvent(number: try members.count("number"), event: event)
        }
        self.init(eventCount: try object.count("count"), events: events)
        for (name, count) in try object.counts("names").sorted { counts[name] = count }
    }
}

extension DocumentObject {
    /// Returns the event in the member `name`, or `nil` if the member is absent or null.
    func optionalEvent(_ name: String) throws(DocumentError) -> RecordedEvent? {
        guard let value = value(name) else { return nil }
        // `Recording` can read all members of an event. The header makes it read the value as a recording of one event.
        let line = Array((#"{"recording":1}"# + "\n" + value.json).utf8)
        do {
            if let event = try Recording(line, name: path(name)).events.first { return event }
        } catch let error as EventFormatError {
            throw DocumentError(place: path(name), message: "not an event: \(error.message)")
        } catch {
            throw DocumentError(place: path(name), message: "not an event: \(error)")
        }
        throw DocumentError(place: path(name), message: "not an event")
    }
}
