import Foundation
import TestSupport
import Testing
import Trackproof
import TrackproofArchives
import TrackproofSnapshots

@Suite struct RecordingWriterTests {
    private let recording = Recording(
        [RecordedEvent(Event("a", ["n": 1]))], header: Recording.header(app: "Shop"))

    @Test func aStreamedRecordingAppearsWhenItIsFinished() throws {
        let folder = try TemporaryFolder()
        var writer = try RecordingWriter(path: folder.path + "/r.ndjson", header: recording.header)
        for _ in 0..<5_000 { for event in recording.events { try writer.append(event) } }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/r.ndjson"))
        try writer.finish()
        let read = try Recording(contentsOf: folder.path + "/r.ndjson")
        #expect(read.events.count == 5_000)
        #expect(read.header == recording.header)
        #expect(try folder.names() == ["r.ndjson"])
    }

    @Test func anAbandonedStreamLeavesTheOldFile() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("old", to: "r.ndjson")
        func abandon() throws {
            var writer = try RecordingWriter(path: path)
            for _ in 0..<5_000 { try writer.append(recording.events[0]) }
        }
        try abandon()
        #expect(try folder.read("r.ndjson") == "old")
        #expect(try folder.names() == ["r.ndjson"])
    }
}
