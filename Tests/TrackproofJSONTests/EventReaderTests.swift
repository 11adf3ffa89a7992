import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON

@Suite("Reading event files")
struct EventReaderTests {
    /// The output of a step is the layout of the file, its members, and its events as Trackproof writes them. If the
    /// file is invalid, the output is the error.
    @Test("Files have the contents and errors of the transcript")
    func files() throws {
        try expectTranscript("events") { _, lines in
            let read: Contents
            do { read = try Contents(lines[0]) } catch { return "\(error)" }
            let again = try read.events.flatMap { try events(text(of: $0)) }
            #expect(again == read.events)
            let members = read.members.isEmpty ? "" : " " + EventValue.object(read.members).json
            let written = ["\(read.layout)\(members)"] + read.events.map { text(of: $0) }
            return (written + (read.truncation.map { [$0] } ?? [])).joined(separator: "\n")
        }
    }

    @Test("An unknown key with the name of a known key is not written")
    func hiddenKeys() throws {
        let event = RecordedEvent(Event("a"), unknown: ["name": "b", "seq": 1, "x": 1])
        #expect(text(of: event) == #"{"name":"a","x":1}"#)
    }

    @Test("The key of the writer is written last")
    func writerKey() {
        var writer = JSONWriter()
        writer.write(RecordedEvent(Event("a"), sequence: 1, unknown: ["x": 1]), writer: "w")
        #expect(writer.text == #"{"name":"a","seq":1,"x":1,"writer":"w"}"#)
    }

    @Test("An error in a document's member has the value's place")
    func memberPlaces() throws {
        let text = "{\n \"order\": 5, \"events\": [\n{\"name\":\"a\"}],\n  \"ignore\" :\n   7}"
        let reader = try EventReader(ByteWindow(Array(text.utf8), file: "test"), file: "test")
        while try reader.next() != nil {}
        #expect(reader.error(inMember: "order", field: "order.x", "wrong").description == "test:2:11: order.x: wrong")
        #expect(reader.error(inMember: "ignore", field: "ignore", "wrong").description == "test:5:4: ignore: wrong")
        #expect(reader.error(inMember: "other", field: "other", "wrong").description == "test:1:1: other: wrong")
    }

    @Test("Skipping the events still reads the members")
    func skipping() throws {
        let text = #"{"a":1,"events":[{"name":"]}"},{"x":[[]]}, 5 ],"b":2}"#
        let reader = try EventReader(ByteWindow(Array(text.utf8), file: "test"), file: "test")
        try reader.skipEvents()
        #expect(reader.members["b"] == .integer(2))
        #expect(try reader.next() == nil)
    }

    @Test("Members are read in time proportional to their number")
    func manyMembers() throws {
        let count = 50_000
        let members = (0..<count).map { "\"m\($0)\":\($0)" }.joined(separator: ",\n")
        let start = ContinuousClock.now
        let contents = try Contents("{\(members),\"events\":[]}")
        #expect(contents.members.count == count + 1)
        // A reader whose time grew with the square of the file's size would take minutes.
        #expect(ContinuousClock.now - start < .seconds(20))
    }
}
