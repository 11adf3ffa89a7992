import Foundation
import TestSupport
import Testing
import Trackproof
import TrackproofArchives
import TrackproofJSON
import TrackproofSnapshots

/// Tests that a comparison of files, which are streamed, gives the same result as a comparison in memory.
@Suite struct FilesComparisonTests {
    private enum Form: CaseIterable { case lines, array, document, typeIdentifierData, nameValues, eventName }

    /// Returns the text of an event file in the layout `form`. Omits data that this layout cannot express.
    private func file(
        _ events: [RecordedEvent], _ form: Form, _ random: inout SeededGenerator
    ) -> String {
        let lines = Recording(events).bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
        let separator = random.pick([",", ",\n", " , "])
        switch form {
        case .lines: return lines.joined(separator: random.pick(["\n", "\n\n", "\r\n"])) + random.pick(["", "\n"])
        case .array: return "[" + lines.joined(separator: separator) + "]"
        case .document: return "{\"app\":\"x\",\"events\":[" + lines.joined(separator: separator) + "],\"end\":1}"
        case .typeIdentifierData:
            return "["
                + events.map {
                    let type = $0.event.kind == .track ? "event" : $0.event.kind.rawValue
                    return
                        #"{"type":"\#(type)","identifier":"\#($0.event.name)","data":\#($0.event.parameters["a"] == nil ? "null" : "\"d\"")}"#
                }.joined(separator: separator) + "]"
        case .nameValues, .eventName:
            let (name, values) = form == .nameValues ? ("name", "values") : ("eventName", "eventParameters")
            return "["
                + events.map {
                    #"{"\#(name)":"\#($0.event.name)","\#(values)":\#($0.event.parameters.json)}"#
                }.joined(separator: separator) + "]"
        }
    }

    @Test(arguments: 0..<rounds(100, deep: 300)) func comparingFilesEqualsComparingInMemory(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        func recorded(_ events: [Event]) -> [RecordedEvent] {
            events.map {
                var event = $0
                if random.chance(10) { event.user = "u" }
                return RecordedEvent(
                    event, source: random.chance(10) ? .wire("x") : .app, id: random.chance(10) ? "7" : nil)
            }
        }
        let form = random.pick(Form.allCases)
        let recordingText = file(recorded(random.smallEvents(0...25)), random.pick(Form.allCases), &random)
        // A file without an event is not a snapshot, so there is at least one event.
        let expected = recorded(random.smallEvents(1...25))
        let settings = SnapshotSettings(
            order: random.pick([.any, .strict]),
            volatile: random.pick([
                [], [.init(event: "*", path: "a", shape: .integer), .init(event: "tap*", path: "c.*.d", shape: .any)],
                [.init(event: "view", path: "b", shape: .uuid)],
            ]), ignore: random.pick([[], ["purchase"]]), ordered: random.pick([[], [["tap", "view"]]]),
            source: random.pick([nil, .wire("x")]))
        var snapshotText = file(expected, form, &random)
        if random.chance(60) {
            // Reading a snapshot fails if it expects an ignored event, or if no event has a name in `ordered`.
            let expected = expected.filter { settings.ignore.isEmpty || $0.event.name != "purchase" }
            let first = settings.ordered.joined().map { RecordedEvent(Event($0)) }
            snapshotText = String(decoding: Snapshot(first + expected, settings: settings).bytes, as: UTF8.self)
        }
        let options = ComparisonOptions(
            order: random.pick([nil, nil, .strict]), source: random.pick([nil, nil, EventSource.wire("x")]))

        let folder = try TemporaryFolder()
        let recordingPath = try folder.write(recordingText, to: "r")
        let snapshotPath = try folder.write(snapshotText, to: "s")
        let recording = try Recording(contentsOf: recordingPath)
        let inMemory = Comparison(
            of: recording, with: try Snapshot(contentsOf: snapshotPath), options: options)
        let compareFiles = try Comparison.compareFiles(
            recording: EventFile(path: recordingPath), snapshot: EventFile(path: snapshotPath), options: options)
        #expect(compareFiles.comparison.differences == inMemory.differences)
        #expect(compareFiles.comparison.matched == inMemory.matched)
        #expect(compareFiles.comparison.unchangedAfter == inMemory.unchangedAfter)
        #expect(compareFiles.comparison.unexamined == inMemory.unexamined)
        #expect(compareFiles.recordedCount == recording.events.count)
        #expect(compareFiles.truncation == nil)
    }

    @Test func settingsAfterTheEventsAreApplied() throws {
        let folder = try TemporaryFolder()
        let snapshot = try folder.write(
            #"{"snapshot":1,"events":[{"name":"a","parameters":{"id":"<uuid>"}},{"name":"b"}],"volatile":{"a":{"id":"uuid"}},"ignore":["x"],"order":"strict","source":"provider:p"}"#,
            to: "s"
        )
        let recording = try folder.write(
            """
            {"name":"b","source":"provider:p"}
            {"name":"x","source":"provider:p"}
            {"name":"other"}
            {"name":"a","source":"provider:p","parameters":{"id":"67E55044-10B1-426F-9247-BB680E5FE0C8"}}
            """, to: "r")
        let result = try Comparison.compareFiles(
            recording: EventFile(path: recording), snapshot: EventFile(path: snapshot))
        #expect(result.comparison.differences.map(\.kind) == [.moved])
        #expect(result.source == .provider("p"))
        #expect(result.recordedCount == 4)
        #expect(result.comparedCount == 2)
        #expect(result.expectedCount == 2)
    }

    @Test func aTruncatedRecordingIsComparedUpToTheCut() throws {
        let folder = try TemporaryFolder()
        let result = try Comparison.compareFiles(
            recording: EventFile(path: try folder.write("{\"name\":\"a\"}\n{\"name\":\"b", to: "r")),
            snapshot: EventFile(path: try folder.write(#"[{"name":"a"},{"name":"b"}]"#, to: "s")))
        #expect(result.comparison.differences.map(\.brief) == ["missing b 1>-"])
        #expect(result.truncation?.line == 2)
    }

    @Test func anEmptyFileIsARecordingButNotASnapshot() throws {
        let folder = try TemporaryFolder()
        let empty = try EventFile(path: folder.write("", to: "empty"))
        let result = try Comparison.compareFiles(
            recording: empty, snapshot: EventFile(path: try folder.write(#"{"snapshot":1,"events":[]}"#, to: "s")))
        #expect(result.comparison.isEmpty)
        #expect {
            _ = try Comparison.compareFiles(recording: empty, snapshot: empty)
        } throws: { "\($0)" == "\(folder.path)/empty:1:1: the file is empty" }
        #expect(throws: (any Error).self) { try Snapshot(contentsOf: folder.path + "/empty") }
    }

    // MARK: Snapshots as recordings, and recordings as snapshots

    private func differences(_ old: String, _ new: String) throws -> [String] {
        let folder = try TemporaryFolder()
        return try Comparison.compareFiles(
            recording: EventFile(path: folder.write(new, to: "new.json")),
            snapshot: EventFile(path: folder.write(old, to: "old.json"))
        ).comparison.differences.map(\.brief)
    }

    @Test(arguments: [
        #"{"snapshot":1,"source":"wire:x","events":[{"name":"a"}]}"#,
        #"{"events":[{"name":"a","parameters":{"id":"<uuid>"}}],"volatile":{"a":{"id":"uuid"}},"snapshot":1}"#,
    ]) func aSnapshotEqualsItself(content: String) throws {
        #expect(try differences(content, content) == [])
    }

    @Test func aRecordingExpectsTheEventsOfOneSource() throws {
        let wire = #"{"name":"a","parameters":{"x":1},"source":"wire:x"}"# + "\n"
        #expect(try differences(wire, wire) == [])
        #expect(try differences(wire, wire.replacing("1", with: "1.0")) == ["changed a 0>0 [x type 1>1.0]"])
        #expect(try differences(wire + #"{"name":"b"}"# + "\n", #"{"name":"b"}"# + "\n") == [])
        let two = wire + #"{"name":"b","source":"provider:y"}"# + "\n"
        #expect(throws: EventFormatError.self) { try differences(two, two) }
    }

    /// Tests that a recording that is used as a snapshot contains labels of users instead of their ids.
    @Test func aRecordingThatIsUsedAsASnapshotHasUsers() throws {
        func lines(_ users: [String]) -> String {
            users.map { #"{"name":"a","user":"\#($0)"}"# + "\n" }.joined()
        }
        let folder = try TemporaryFolder()
        let result = try Comparison.compareFiles(
            recording: EventFile(path: folder.write(lines(["v-1", "v-2", "v-1"]), to: "wrong.ndjson")),
            snapshot: EventFile(path: folder.write(lines(["u-1", "u-2", "u-2"]), to: "good.ndjson")))
        let snapshot = try Snapshot(contentsOf: folder.path + "/good.ndjson")
        let inMemory = Comparison(of: try Recording(contentsOf: folder.path + "/wrong.ndjson"), with: snapshot)
        #expect(result.comparison.differences == inMemory.differences)
        #expect(result.comparison.differences.map(\.summary) == ["tracked for user A instead of user B"])
    }
}
