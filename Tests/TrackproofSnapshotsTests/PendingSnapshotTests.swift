import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON
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

    @Test func aFailedRemovalGivesARemovalError() throws {
        let folder = try TemporaryFolder()
        let pending = PendingSnapshot(ofSnapshot: folder.file("s.json"))
        // There is no pending file, so `remove()` does nothing.
        try pending.remove()
        let under = PendingSnapshot(ofSnapshot: try folder.write("", to: "file") + "/s.json")
        #expect {
            try under.remove()
        } throws: {
            "\($0)" == "\(under.path): cannot remove: Not a directory" && ($0 as? FileAccessError)?.operation == .remove
        }
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
}

@Suite struct RecordModeTests {
    @Test(
        arguments: [
            ([:], .missing), (["CI": "1"], .never), (["CI": "true"], .never), (["CI": "false"], .missing),
            (["CI": "0"], .missing), (["CI": ""], .missing), (["TEAMCITY_VERSION": "2025.11"], .never),
            (["JENKINS_URL": "https://ci.example.com/"], .missing),
            (["JENKINS_URL": "https://ci.example.com/", "BUILD_NUMBER": "7"], .never),
            (["CI": "", "TF_BUILD": "True"], .missing), (["CI": "1", "TRACKPROOF_RECORD": "all"], .all),
            (["SNAPSHOT_TESTING_RECORD": "failed"], .failed),
            (["TRACKPROOF_RECORD": "never", "SNAPSHOT_TESTING_RECORD": "all"], .never),
            (["TRACKPROOF_RECORD": "", "SNAPSHOT_TESTING_RECORD": "all"], .all),
        ] as [([String: String], RecordMode)])
    func theEnvironmentSetsTheRecordMode(environment: [String: String], mode: RecordMode) throws {
        #expect(try RecordMode.effective(in: environment) == mode)
    }

    @Test(arguments: ["TRACKPROOF_RECORD", "SNAPSHOT_TESTING_RECORD"]) func anUnknownRecordModeIsRefused(name: String) {
        #expect {
            try RecordMode.effective(in: [name: "often"])
        } throws: {
            "\($0)" == "\(name) is 'often'; it must be all, failed, missing or never."
        }
    }
}
