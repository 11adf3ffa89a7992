import Testing
import Trackproof

@Suite struct RecordedEventTests {
    @Test func sourcesAreDescribedAsInRecordings() {
        #expect(EventSource.app.description == "app")
        #expect(EventSource.provider("firebase").rawValue == "provider:firebase")
        #expect(EventSource.wire("segment").description == "wire:segment")
        #expect(EventSource(rawValue: "app") == .app)
    }

    @Test func fieldsOfWireFormatsAreKept() {
        var event = RecordedEvent(Event("tap"), id: "1", context: ["os": "iOS"])
        event.anonymous = "anon"
        event.unknown["extra"] = .integer(1)
        #expect(event.id == "1")
        #expect(event.anonymous == "anon")
        #expect(event.context == ["os": "iOS"])
        #expect(event.unknown == ["extra": 1])
        var copy = event
        #expect(copy == event)
        #expect(copy.hashValue == event.hashValue)
        copy.id = "2"
        #expect(copy != event)
        #expect(event.id == "1")
    }

    @Test func idsAreComparedByUnicodeScalars() {
        let composed = RecordedEvent(Event("tap"), id: "\u{e9}", anonymous: "\u{e9}")
        var other = composed
        other.id = "e\u{301}"
        #expect(other != composed)
        other = composed
        other.anonymous = "e\u{301}"
        #expect(other != composed)
        other.anonymous = "\u{e9}"
        #expect(other == composed)
    }

    @Test func equalityComparesAllProperties() {
        let event = RecordedEvent(Event("tap"), sequence: 1, time: EventTime(millisecondsSince1970: 0))
        var others = Array(repeating: event, count: 4)
        others[0].event.name = "tab"
        others[1].source = .wire("segment")
        others[2].sequence = 2
        others[3].time = EventTime(millisecondsSince1970: 1)
        for other in others { #expect(other != event) }
        #expect(event.unknown.isEmpty)
        #expect(event.context == nil)
    }
}
