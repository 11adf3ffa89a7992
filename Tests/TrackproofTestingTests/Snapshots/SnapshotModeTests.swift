import Foundation
import Testing
import Trackproof
import TrackproofSnapshots

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Tests of each record mode with a snapshot that is missing, that matches or that differs.
@Suite struct SnapshotModeTests {
    static let recorded = """
        {
          "snapshot": 1,
          "order": "strict",
          "events": [
            { "name": "purchase", "parameters": { "price": 19.99 } }
          ]
        }

        """

    @Test(arguments: [RecordMode.missing, .failed, .all])
    func aFirstSnapshotIsRecordedAndTheRunFails(mode: RecordMode) throws {
        let folder = try SnapshotFolder()
        #expect(
            SampleTest(in: folder, tracking: .purchase()).failures(record: mode) == [
                """
                recorded a first snapshot; review it, then run again: DIR/PurchaseTests.buys.json
                recorded 1 event:
                    1  track purchase {price: 19.99}
                """
            ])
        #expect(try folder.text("PurchaseTests.buys.json") == Self.recorded)
        #expect(SampleTest(in: folder, tracking: .purchase()).failures(record: mode) == [])
    }

    /// A CI server that starts a failed test again must not get a pass for what the first attempt has recorded.
    @Test(arguments: [RecordMode.missing, .failed, .all])
    func aRetryInTheSameProcessDoesNotPass(mode: RecordMode) throws {
        let folder = try SnapshotFolder()
        let process = RecordedSnapshots()
        let first = SampleTest(in: folder, tracking: .purchase()).failures(record: mode, inProcess: process)
        #expect(first.first?.hasPrefix("recorded a first snapshot") == true)
        #expect(
            SampleTest(in: folder, tracking: .purchase()).failures(record: mode, inProcess: process) == [
                """
                an earlier run of this test has recorded the snapshot; review it, then run the tests again: \
                DIR/PurchaseTests.buys.json
                """
            ])
        #expect(try folder.text("PurchaseTests.buys.json") == Self.recorded)
        let other = SampleTest("sells()", in: folder, tracking: .purchase())
        try folder.write(Self.recorded, to: "PurchaseTests.sells.json")
        #expect(other.failures(record: mode, inProcess: process) == [])
    }

    @Test func recordModeNeverRecordsNoSnapshot() throws {
        let folder = try SnapshotFolder()
        #expect(
            SampleTest(in: folder, tracking: .purchase()).failures(record: .never) == [
                """
                no snapshot to compare with: DIR/PurchaseTests.buys.json
                record a snapshot on a machine that has the test's sources, and commit it; under CI, recording needs \
                TRACKPROOF_RECORD=missing
                recorded 1 event:
                    1  track purchase {price: 19.99}
                """
            ])
        #expect(try folder.names == [])
    }

    @Test(arguments: RecordMode.allCases)
    func aTestWithoutEventsFailsAndRecordsNoSnapshot(mode: RecordMode) throws {
        let folder = try SnapshotFolder()
        #expect(
            SampleTest(in: folder).failures(record: mode) == [
                """
                nothing was recorded, and a snapshot without events proves nothing; does the code under test track \
                with Analytics.recording()?
                """
            ])
        #expect(try folder.names == [])
    }

    @Test(arguments: [RecordMode.missing, .failed, .all])
    func aFailedTestRecordsNoFirstSnapshot(mode: RecordMode) throws {
        let folder = try SnapshotFolder()
        #expect(
            SampleTest(in: folder, tracking: .purchase(), failureCount: 1).failures(record: mode) == [
                """
                the snapshot was not recorded, because the test has failed
                review and accept it: trackproof accept DIR/PurchaseTests.buys.pending.json
                """
            ])
        #expect(try folder.names == ["PurchaseTests.buys.pending.json"])
        #expect(try folder.text("PurchaseTests.buys.pending.json") == Self.recorded)
    }

    @Test(arguments: [RecordMode.missing, .failed, .all])
    func aFailedTestReplacesNoSnapshot(mode: RecordMode) throws {
        let folder = try SnapshotFolder()
        try folder.write(Self.recorded, to: "PurchaseTests.buys.json")
        let failures = SampleTest(in: folder, tracking: .purchase(20.5), failureCount: 1).failures(record: mode)
        #expect(failures.count == 1)
        let reason = "the snapshot was not recorded, because the test has failed\n"
        let difference = "differs from the snapshot PurchaseTests.buys.json: 1 difference (1 changed), 0 events match\n"
        #expect(failures.first?.hasPrefix((mode == .missing ? "" : reason) + difference) == true, "\(failures)")
        #expect(try folder.text("PurchaseTests.buys.json") == Self.recorded)
        #expect(try folder.text("PurchaseTests.buys.pending.json").contains("20.5"))
        #expect(SampleTest(in: folder, tracking: .purchase(), failureCount: 1).failures(record: mode) == [])
    }

    @Test(arguments: [RecordMode.missing, .never])
    func aDifferenceFailsAndWritesAPendingFile(mode: RecordMode) throws {
        let folder = try SnapshotFolder()
        try folder.write(Self.recorded, to: "PurchaseTests.buys.json")
        #expect(
            SampleTest(in: folder, tracking: .purchase(20.5)).failures(record: mode) == [
                """
                differs from the snapshot PurchaseTests.buys.json: 1 difference (1 changed), 0 events match

                ~ changed    track purchase
                    - price: 19.99
                    + price: 20.5

                recorded 1 event:
                    1  track purchase {price: 20.5}
                if the change is intended, review and accept it: trackproof accept DIR/PurchaseTests.buys.pending.json
                """
            ])
        #expect(try folder.text("PurchaseTests.buys.json") == Self.recorded)
        #expect(try folder.names == ["PurchaseTests.buys.json", "PurchaseTests.buys.pending.json"])
        #expect(
            try folder.text("PurchaseTests.buys.pending.json")
                == Self.recorded.replacing("19.99", with: "20.5"))

        // The next run has no difference, so it removes the pending file.
        #expect(SampleTest(in: folder, tracking: .purchase()).failures(record: mode) == [])
        #expect(try folder.names == ["PurchaseTests.buys.json"])
    }

    /// Tests that a difference is reported even if the pending file cannot be written, because a folder is at its path.
    @Test func aDifferenceIsReportedIfThePendingFileCannotBeWritten() throws {
        let folder = try SnapshotFolder()
        try folder.write(Self.recorded, to: "PurchaseTests.buys.json")
        try FileManager.default.createDirectory(
            atPath: folder.place + "/PurchaseTests.buys.pending.json/occupied", withIntermediateDirectories: true)
        let failures = SampleTest(in: folder, tracking: .purchase(20.5)).failures(record: .missing)
        #expect(failures.count == 1)
        #expect(failures.first?.contains("1 difference (1 changed), 0 events match") == true)
        #expect(
            failures.first?.hasSuffix(
                """
                the updated snapshot is attached; the current snapshot is DIR/PurchaseTests.buys.json
                DIR/PurchaseTests.buys.pending.json: cannot create: Is a directory
                """) == true)
    }

    @Test func theMessageNamesParametersThatMayVary() throws {
        let folder = try SnapshotFolder()
        // A time that is long ago comes from a clock that the test has set.
        let (fixed, now) = ("2001-11-21T09:30:00Z", Date())
        let purchase = { Event("purchase", ["order_id": UUID(), "opened": fixed, "at": now, "price": 19.99]) }
        let hint = """
            purchase.order_id, purchase.at may have a different value in each run: set \
            TRACKPROOF_RECORD=all TRACKPROOF_RECORD_RUNS=5 to learn what varies, or list such parameters under \
            "volatile" in the snapshot
            """
        let first = SampleTest(in: folder, tracking: purchase()).failures(record: .missing)
        #expect(first.first?.split(separator: "\n").dropFirst().first == Substring(hint))
        let second = SampleTest(in: folder, tracking: purchase()).failures(record: .missing)
        #expect(second.first?.contains(hint.replacing(", purchase.at", with: "")) == true)
    }

    @Test(arguments: [RecordMode.failed, .all])
    func aDifferenceIsRecordedAndTheRunFails(mode: RecordMode) throws {
        let folder = try SnapshotFolder()
        try folder.write(Self.recorded, to: "PurchaseTests.buys.json")
        #expect(
            SampleTest(in: folder, tracking: .purchase(20.5)).failures(record: mode) == [
                """
                updated the snapshot; review the changes, then run again: DIR/PurchaseTests.buys.json
                1 difference (1 changed), 0 events match

                ~ changed    track purchase
                    - price: 19.99
                    + price: 20.5

                """
            ])
        #expect(try folder.text("PurchaseTests.buys.json") == Self.recorded.replacing("19.99", with: "20.5"))
        #expect(SampleTest(in: folder, tracking: .purchase(20.5)).failures(record: mode) == [])
    }

    @Test(
        arguments: [
            ([:], ["recorded a first snapshot"]),
            (["CI": "true"], ["no snapshot to compare with"]),
            (["CI": "false", "TF_BUILD": "True"], ["recorded a first snapshot"]),
            (["TF_BUILD": "True"], ["no snapshot to compare with"]),
            (["SNAPSHOT_TESTING_RECORD": "never"], ["no snapshot to compare with"]),
            (["SNAPSHOT_TESTING_RECORD": "never", "TRACKPROOF_RECORD": "all"], ["recorded a first snapshot"]),
            (["CI": "true", "TRACKPROOF_RECORD": "missing"], ["recorded a first snapshot"]),
            (["TRACKPROOF_RECORD": "al"], ["TRACKPROOF_RECORD is 'al'; it must be all, failed, missing or never."]),
            (["TRACKPROOF_RECORD_RUNS": "5"], ["TRACKPROOF_RECORD_RUNS does nothing without TRACKPROOF_RECORD=all"]),
            (
                ["TRACKPROOF_RECORD_RUNS": "5", "TRACKPROOF_RECORD": "all"],
                ["TRACKPROOF_RECORD_RUNS needs a test that can be run again: use the trait .recordingEvents"]
            ),
            (["TRACKPROOF_RECORD_RUNS": "many"], ["TRACKPROOF_RECORD_RUNS must be a number from 1 to 100"]),
            (["TRACKPROOF_RECORD_RUNS": "101"], ["TRACKPROOF_RECORD_RUNS must be a number from 1 to 100"]),
        ] as [([String: String], [String])])
    func theEnvironmentSetsTheRecordMode(environment: [String: String], starts: [String]) throws {
        let folder = try SnapshotFolder()
        let failures = SampleTest(in: folder, tracking: .purchase()).failures(environment: environment)
        #expect(failures.count == starts.count)
        for (failure, start) in zip(failures, starts) { #expect(failure.hasPrefix(start)) }
    }

    @Test(arguments: looseSnapshots, RecordMode.allCases)
    func aLooseSnapshotFailsTheTestOnce(snapshot: (text: String, message: String), mode: RecordMode) throws {
        let folder = try SnapshotFolder()
        try folder.write(snapshot.text, to: "PurchaseTests.buys.json")
        let test = SampleTest(in: folder, tracking: .purchase())
        #expect(test.failures(record: mode) == ["DIR/PurchaseTests.buys.json:" + snapshot.message])
        // The end of the test reports no second failure.
        #expect(test.recorder.takeProblems(isExhaustive: true) == nil)
        #expect(try folder.text("PurchaseTests.buys.json") == snapshot.text)
        #expect(try folder.names == ["PurchaseTests.buys.json"])
    }

    /// Tests that a recorded snapshot omits an event without a name, so the next comparison reports this event.
    @Test func anEventWithoutANameIsNotRecorded() throws {
        let folder = try SnapshotFolder()
        let first = SampleTest(in: folder, tracking: .purchase(), Event("")).failures(record: .missing)
        #expect(first.first?.hasPrefix("recorded a first snapshot") == true)
        #expect(
            try Snapshot(contentsOf: folder.place + "/PurchaseTests.buys.json").events.map(\.event) == [.purchase()])
        let second = SampleTest(in: folder, tracking: .purchase(), Event("")).failures(record: .missing)
        #expect(second.first?.contains("+ unexpected track \"\"") == true)
    }
}

/// Snapshots with mistakes, so they expect less than they seem to. Each of them fails the test once and stays
/// unchanged. `TrackproofSnapshotsTests` has the messages about all mistakes.
private let looseSnapshots = [
    (
        #"{"snapshot":1,"ordr":"strict","events":[{"name":"purchase"}]}"#,
        "1:15: ordr: unknown member of a snapshot; did you mean \"order\"? "
            + "Names of your own members must begin with \"x-\""
    ),
    (
        "{ \"snapshot\": 1,\n  \"events\": [{ \"kind\": \"track\" }] }",
        "2:14: name: an event of kind track needs a name"
    ),
]
