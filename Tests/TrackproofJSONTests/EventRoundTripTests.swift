import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON

@Suite("Events written and read")
struct EventRoundTripTests {
    private func lines(_ events: [RecordedEvent]) -> [UInt8] {
        var writer = JSONWriter(capacity: 1)
        for event in events {
            writer.write(event)
            writer.write("\n")
        }
        return Array(writer.bytes)
    }

    @Test("Random events are equal after writing and reading")
    func roundTrip() throws {
        for seed in 0..<rounds(20, deep: 300) {
            var random = SeededGenerator(seed: seed)
            let events = (0..<20).map { _ in random.event() }
            let bytes = lines(events)
            #expect(bytes.count(where: { $0 == 0x0A }) == events.count)
            let read = try Contents(bytes)
            #expect(read.truncation == nil)
            #expect(read.events.count == events.count)
            for (read, event) in zip(read.events, events) {
                #expect(read == event.asRead, "\(text(of: event))")
                #expect(read.event.encodingError == event.event.encodingError)
                // The members of an event are what the writer writes.
                #expect(EventValue.object(event.members).json == text(of: event))
            }
            #expect(lines(read.events) == lines(events.map(\.asRead)))
        }
    }

    @Test("Deeply nested parameters are compared quickly")
    func deepEquality() throws {
        func nested(_ innermost: String) throws -> RecordedEvent {
            let levels = 120
            let line =
                "{\"name\":\"a\",\"parameters\":" + String(repeating: "{\"a\":1,\"b\":", count: levels) + innermost
                + String(repeating: "}", count: levels) + "}"
            return try #require(try events(line).first)
        }
        // If the comparison of each level compared the level inside it twice, it would practically never end.
        #expect(try nested("1") != nested("2"))
        #expect(try nested("1") == nested("1"))
    }
}

extension RecordedEvent {
    /// A copy of the event without the members of `unknown` that have known keys, because the writer omits them.
    fileprivate var asRead: RecordedEvent {
        let known = [
            "name", "kind", "parameters", "seq", "time", "source", "id", "user", "anonymous", "context", "error",
        ]
        var event = self
        event.unknown = EventParameters(unknown.filter { !known.contains($0.name) })
        return event
    }
}
