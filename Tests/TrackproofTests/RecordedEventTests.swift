import Testing
import Trackproof

@Suite struct RecordedEventTests {
    @Test func sourcesAreDescribedAsInRecordings() {
        #expect(EventSource.app.description == "app")
        #expect(EventSource.provider("firebase").rawValue == "provider:firebase")
        #expect(EventSource.wire("segment").description == "wire:segment")
        #expect(EventSource(rawValue: "app") == .app)
    }

    /// Tests that each property is kept and compared. Texts are compared by their Unicode scalars.
    @Test func equalityComparesAllProperties() {
        let event = RecordedEvent(
            Event("tap"), sequence: 1, time: EventTime(millisecondsSince1970: 0), id: "\u{e9}", anonymous: "\u{e9}",
            context: ["os": "iOS"], unknown: ["extra": 1])
        #expect(event.id == "\u{e9}" && event.anonymous == "\u{e9}")
        #expect(event.context == ["os": "iOS"] && event.unknown == ["extra": 1])
        let changes: [(inout RecordedEvent) -> Void] = [
            { $0.event.name = "tab" }, { $0.source = .wire("segment") }, { $0.sequence = 2 },
            { $0.time = EventTime(millisecondsSince1970: 1) }, { $0.id = "e\u{301}" }, { $0.anonymous = "e\u{301}" },
            { $0.context = nil }, { $0.unknown["extra"] = .integer(2) },
        ]
        for change in changes {
            var other = event
            #expect(other == event && other.hashValue == event.hashValue)
            change(&other)
            #expect(other != event, "\(other)")
        }
        #expect(RecordedEvent(Event("tap")).unknown.isEmpty)
        #expect(RecordedEvent(Event("tap")).context == nil)
    }
}
