import _TrackproofTestSupport
import Testing
import TrackproofJSON
import TrackproofSnapshots

@Suite struct RecordModeTests {
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
