import Dispatch
import _TrackproofTestSupport
import Testing
import Trackproof

@testable import TrackproofSnapshots

@Suite struct SharedFileTests {
    @Test func severalThreadsReadOneFileAtOnce() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/events.ndjson"
        let recording = Recording((0..<20_000).map { Event("tap", ["index": $0]) })
        try recording.write(to: path)
        let file = try EventFile(path: path)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            var next = 0
            #expect(throws: Never.self) {
                try file.forEach { event in
                    if event.event.parameters["index"] == .integer(Int64(next)) { next += 1 }
                }
            }
            #expect(next == 20_000)
        }
        #expect(try Comparison.compareFiles(recording: file, snapshot: file).comparison.matched == 20_000)
    }

    @Test func aSnapshotAsRecordingMayContainShapes() throws {
        let folder = try TemporaryFolder()
        let settings = SnapshotSettings(volatile: [.init(event: "*", path: "id", shape: .uuid)])
        let (old, new) = (folder.path + "/old.json", folder.path + "/new.json")
        try Snapshot([Event("tap", ["id": "<uuid>"])], settings: settings).write(to: old)
        try Snapshot([Event("tap", ["id": "<uuid>"])], settings: settings).write(to: new)
        func differences() throws -> [String] {
            try Comparison.compareFiles(recording: EventFile(path: new), snapshot: EventFile(path: old)).comparison
                .differences.map(\.brief)
        }
        #expect(try differences() == [])
        // In a recording, the text `<uuid>` is an ordinary string and not a shape.
        try Recording([Event("tap", ["id": "<uuid>"])]).write(to: new)
        #expect(try differences() == [#"changed tap 0>0 [id value "<uuid>">"<uuid>"]"#])
    }

    @Test(
        arguments: [
            ["name": "x"], ["events": .list(1)], ["app": "demo", "eventName": "x"],
            ["identifier": "x", "type": "event"],
        ] as [EventParameters]) func aHeaderIsNotReadAsAnEvent(header: EventParameters) throws
    {
        let recording = Recording([RecordedEvent(Event("tap"))], header: header)
        let read = try Recording(recording.bytes)
        #expect(read.events == recording.events)
        #expect(read.header["recording"] == .integer(1))
        #expect(try Recording(read.bytes) == read)
    }

    @Test func theDepthOfRulesHasALimit() throws {
        let path = Array(repeating: "*", count: 100).joined(separator: ".")
        let digits = Array(repeating: "0", count: 100).joined(separator: ".")
        // If the time of the comparison doubled with each level of the path, the comparison would never end.
        let content = #"{"snapshot":1,"events":[],"volatile":{"*":{"\#(path)":"any","\#(digits)":"uuid"}}}"#
        let snapshot = try Snapshot(Array(content.utf8))
        #expect(Comparison(of: Recording([Event("tap", ["a": 1])]), with: snapshot).differences.count == 1)

        let deep = Array(repeating: "a", count: 129).joined(separator: ".")
        #expect(throws: (any Error).self) {
            try Snapshot(Array(#"{"snapshot":1,"events":[],"volatile":{"tap":{"\#(deep)":"any"}}}"#.utf8))
        }
    }
}
