import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofSnapshots

/// Tests that an update from a recording changes only the parts of a snapshot that differ from the recording.
@Suite struct SnapshotUpdateTests {
    /// The input of a step is a snapshot, or `same` for the snapshot of the step before, and the lines of a recording. The
    /// output is the updated snapshot, and the error if a reader refuses it. Without a recording, the output is the
    /// snapshot as Trackproof writes it.
    @Test func snapshotsAreWrittenAsInTheTranscript() throws {
        var snapshot = Snapshot([Event]())
        try expectTranscript("written-snapshots") { _, lines in
            if lines[0] != "same" { snapshot = try Snapshot(Array(lines[0].utf8), name: "s.json") }
            var written = snapshot
            if lines.count > 1 {
                let recording = try Recording(Array(lines.dropFirst().joined(separator: "\n").utf8))
                written = snapshot.updated(to: recording)
                #expect(Comparison(of: recording, with: written).isEmpty)
            }
            let text = String(decoding: written.bytes, as: UTF8.self)
            #expect(text.hasSuffix("}\n"))
            do {
                let read = try Snapshot(written.bytes, name: "s.json")
                #expect(read.bytes == written.bytes)
                return String(text.dropLast())
            } catch {
                return text + "\(error)"
            }
        }
    }

    /// Tests that an update leaves out an event without a name. This event stays a difference.
    @Test func anEventWithoutANameIsLeftOut() throws {
        let recording = Recording([Event("a"), Event("", ["x": 1])])
        let first = Snapshot(recorded: recording)
        #expect(first.events.map(\.event) == [Event("a")])
        let updated = first.updated(to: recording)
        #expect(updated.bytes == first.bytes)
        #expect(Comparison(of: recording, with: updated).differences.map(\.kind) == [.unexpected])
    }

    @Test(arguments: 0..<rounds(60, deep: 300)) func theUpdatedSnapshotExpectsTheRecording(seed: Int) throws {
        var generator = SeededGenerator(seed: seed)
        let id = "59CE9848-47A3-42F6-BD94-D30FBF473414"
        func events() -> [Event] {
            (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                Event(generator.pick(["a", "b", "c"]), ["p": Int.random(in: 0...2, using: &generator), "id": id])
            }
        }
        var settings = SnapshotSettings(
            order: generator.chance(30) ? .strict : .any, volatile: [.init(event: "*", path: "id", shape: .uuid)],
            ignore: generator.chance(30) ? ["c"] : [], ordered: generator.chance(50) ? [["a", "b"]] : [])
        let ignored = settings.ignore.first
        let isIgnored = { (event: Event) in event.name == ignored }
        let (old, new) = (events().filter { !isIgnored($0) }, events())
        // An update of a snapshot without events keeps `ordered`. The random events could violate this order, so the
        // test removes it.
        if old.isEmpty { settings.ordered = [] }
        let snapshot = Snapshot(old, settings: settings)
        let updated = snapshot.updated(to: Recording(new))
        #expect(Comparison(of: Recording(new), with: updated).isEmpty, "seed \(seed)")
        #expect(updated.updated(to: Recording(new)).bytes == updated.bytes, "seed \(seed)")
        // A reader accepts the written snapshot.
        #expect(try Snapshot(updated.bytes).events == updated.events, "seed \(seed)")
    }

    @Test func aChangeOfSnapshotsShowsTheWrittenValues() throws {
        let text =
            #"{"snapshot":1,"events":[{"name":"a"},{"name":"b","parameters":{"id":"<uuid>","n":1}}],"volatile":{"*":{"id":"uuid"}}}"#
        let old = try Snapshot(Array(text.utf8))
        #expect(old.change(to: old).isEmpty)
        var new = old
        new.events[1].event.parameters["id"] = .string("x")
        try expectGolden(
            "SnapshotUpdateTests/a-change-of-snapshots-shows-the-written-values", old.change(to: new).text())
    }
}
