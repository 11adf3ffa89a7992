import _TrackproofTestSupport
import Testing
import Trackproof

@testable import TrackproofJSON

/// Tests that the JSON text of `RecordedEvent.members` equals the text that `JSONWriter` writes for the event.
@Suite struct EventMembersTests {
    @Test(arguments: UInt64(0)..<300) func membersEqualTheWrittenEvent(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let event = random.event()
            var writer = JSONWriter()
            writer.write(event)
            #expect(EventValue.object(event.members).json == writer.text)
        }
    }

    @Test func theWriterKeyIsWrittenLast() {
        var writer = JSONWriter()
        writer.write(RecordedEvent(Event("a"), sequence: 1, unknown: ["x": 1]), writer: "w")
        #expect(writer.text == #"{"name":"a","seq":1,"x":1,"writer":"w"}"#)
    }
}
