import TestSupport
import Testing
import Trackproof
import TrackproofArchives
import TrackproofJSON
import TrackproofSnapshots

/// Tests of the parameters that a snapshot's file contains once for all events.
@Suite struct CommonParametersReadingTests {
    private static let events =
        #""events":[{"name":"a"},{"name":"b","parameters":{"app":"2","x":1}},{"kind":"identify","user":"u","parameters":{"plan":"pro"}}]"#
    private static let common = #""common":{"app":"1","s":{"id":[1,null]}}"#
    private static let contents = [
        #"{"snapshot":1,\#(common),\#(events)}"#, #"{"snapshot":1,\#(events),\#(common)}"#,
        #"{\#(events),\#(common),"snapshot":1}"#, #"{\#(common),\#(events),"snapshot":1}"#,
    ]
    private static let s: EventParameters = ["id": [1, nil] as [Int?]]
    private static let whole: [Event] = [
        Event("a", ["app": "1", "s": s]), Event("b", ["app": "2", "x": 1, "s": s]), .identify("u", ["plan": "pro"]),
    ]

    @Test(arguments: contents) func eachReaderOfAFileAddsThem(content: String) throws {
        let folder = try TemporaryFolder()
        let file = try EventFile(path: folder.write(content, to: "s.json"))
        var read: [Event] = []
        try file.forEach { read.append($0.event) }
        #expect(read == Self.whole)
        read = []
        try file.forEachReadingAhead { read.append($0.event) }
        #expect(read == Self.whole)

        // The comparison of files reads an event that differs a second time.
        let other = Recording(Self.whole.map { Event($0.name, ["z": 7], kind: $0.kind) })
        let recording = try EventFile(path: folder.write(String(decoding: other.bytes, as: UTF8.self), to: "r.ndjson"))
        let expected = try Comparison.compareFiles(recording: recording, snapshot: file).comparison
        #expect(expected.differences.compactMap(\.expected).map(\.parameters) == Self.whole.map(\.parameters))
        let actual = try Comparison.compareFiles(recording: file, snapshot: recording).comparison
        #expect(actual.differences.compactMap(\.actual).map(\.parameters) == Self.whole.map(\.parameters))
        #expect(try Comparison.compareFiles(recording: file, snapshot: file).comparison.isEmpty)
    }

    /// Tests that a reader calls its closure for the events before an error, also if it looks for `common` after them.
    @Test(arguments: [#"{"name":7}"#, #"{"name":"b""#]) func eventsBeforeAnErrorAreRead(last: String) throws {
        let folder = try TemporaryFolder()
        let file = try EventFile(path: folder.write(#"{"snapshot":1,"events":[{"name":"a"},\#(last)"#, to: "s.json"))
        for read in [file.forEach, file.forEachReadingAhead] {
            var names: [String] = []
            #expect(throws: EventFormatError.self) { try read { names.append($0.event.name) } }
            #expect(names == ["a"])
        }
    }
}
