import TestSupport
import Testing
import Trackproof
import TrackproofConsole
import TrackproofSnapshots

@Suite struct PendingSnapshotTests {
    @Test func aPendingFileIsNamedAfterItsSnapshot() throws {
        let folder = try TemporaryFolder()
        let snapshot = folder.file("walk.json")
        let pending = PendingSnapshot(ofSnapshot: snapshot)
        #expect(pending.path == folder.path + "/walk.pending.json")
        #expect(PendingSnapshot(path: pending.path)?.snapshotPath == snapshot)
        #expect(PendingSnapshot(path: snapshot) == nil)
        // The snapshot's file name has no extension.
        let bare = try folder.write("", to: "bare")
        #expect(PendingSnapshot(ofSnapshot: bare).path == bare + ".pending.json")
        #expect(PendingSnapshot(path: bare + ".pending.json")?.snapshotPath == bare)
    }

    @Test func acceptingTakesTheEventsAndNewRules() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            """
            { "snapshot": 1, "common": {}, "events": [{ "name": "a" }], "x-team": "x", "ignore": ["i"],
              "volatile": { "a": { "kept": "any", "edited": "any" } } }
            """, to: "s.json")
        let pending = PendingSnapshot(ofSnapshot: path)
        try folder.write(
            """
            { "snapshot": 1, "order": "strict", "common": { "v": 2 }, "events": [{ "name": "b" }, { "name": "c" }],
              "volatile": { "a": { "edited": "uuid", "new": "uuid" }, "b": { "edited": "url" } } }
            """, to: "s.pending.json")
        let accepted = try pending.update().accepted
        #expect(accepted.events.map(\.event) == [Event("b", ["v": 2]), Event("c", ["v": 2])])
        #expect(
            accepted.settings.volatile.map(\.description)
                == ["a.kept: any", "a.edited: any", "a.new: uuid", "b.edited: url"])
        #expect(accepted.settings.order == .any)
        try expectGolden(
            "PendingSnapshotTests/accepting-takes-the-events-and-new-rules",
            String(decoding: accepted.bytes, as: UTF8.self))
    }

    /// Tests settings that a user added to the snapshot later. They must not make the accepted snapshot invalid.
    @Test func anAcceptedSnapshotFitsItsCurrentSettings() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            """
            { "snapshot": 1, "events": [{ "name": "started" }, { "name": "tap" }, { "name": "succeeded" }],
              "ignore": ["beat*"], "ordered": [["tap", "succeeded"], ["started", "succeeded"]] }
            """, to: "s.json")
        let pending = PendingSnapshot(ofSnapshot: path)
        try folder.write(
            #"{ "snapshot": 1, "events": [{ "name": "began" }, { "name": "beat_1" }, { "name": "succeeded" }] }"#,
            to: "s.pending.json")
        #expect(try pending.accept(pending.update()))
        let accepted = try Snapshot(contentsOf: path)
        #expect(accepted.events.map(\.event.name) == ["began", "succeeded"])
        #expect(accepted.settings.ignore == ["beat*"])
        #expect(accepted.settings.ordered == [])
    }

    @Test func anEmptyPendingFileIsNotASnapshot() throws {
        let folder = try TemporaryFolder()
        let pending = PendingSnapshot(ofSnapshot: folder.file("s.json"))
        try folder.write("", to: "s.pending.json")
        #expect {
            try pending.update().accepted
        } throws: {
            "\($0)" == "\(pending.path):1:1: the file is empty"
        }
    }

    @Test func theAcceptedSnapshotGetsTheSourceOfThePendingSnapshot() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            #"{"name":"a","source":"wire:x"}"# + "\n" + #"{"name":"b","source":"provider:y"}"# + "\n", to: "two.ndjson")
        let pending = PendingSnapshot(ofSnapshot: path)
        try Snapshot([RecordedEvent(Event("c"))], settings: SnapshotSettings(source: .provider("y")))
            .write(to: pending.path)
        let accepted = try pending.update().accepted
        #expect(accepted.events.map(\.event) == [Event("c")])
        #expect(accepted.settings.source == .provider("y"))
    }
}
