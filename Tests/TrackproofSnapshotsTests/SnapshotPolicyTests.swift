import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof

@testable import TrackproofSnapshots

/// Tests of the policy's findings and actions in each mode, for a recording in memory and for a recording in a file.
@Suite struct SnapshotPolicyTests {
    static let ofA = #"{"snapshot":1,"events":[{"name":"a"}]}"#
    static let ofB = #"{"snapshot":1,"events":[{"name":"b"}]}"#
    static let volatile = #"{"snapshot":1,"events":[{"name":"a","parameters":{"x":1}}],"volatile":{"a":{"x":"uuid"}}}"#
    static let ignoring = #"{"snapshot":1,"events":[{"name":"b"}],"ignore":["i"]}"#
    static let nothing = #"{"snapshot":1,"events":[],"ignore":["i"]}"#
    static let wire = #"{"name":"a","source":"wire:x"}"#

    /// The input of a step is a snapshot, or `none`, and the lines of a recording. A line `read-only` before them says
    /// that the policy is not writable. The output is for each mode: the finding and the states of both files.
    @Test func thePolicyHasTheOutcomesOfTheTranscript() throws {
        try expectTranscript("policy") { _, lines in
            let isWritable = lines[0] != "read-only"
            let lines = lines.dropFirst(isWritable ? 0 : 1)
            let snapshot = try #require(lines.first)
            let recording = lines.dropFirst().joined(separator: "\n")
            return try RecordMode.allCases.map { mode in
                let outcomes = try [true, false].map { isFile in
                    let fixture = try PolicyFixture(snapshot: snapshot == "none" ? nil : snapshot, recording: recording)
                    var policy = fixture.policy(mode)
                    policy.isWritable = isWritable
                    let outcome = try policy.judge(isFile ? fixture.run() : RecordedRun(fixture.recording))
                    #expect(outcome.pendingProblem == nil)
                    return try "\(mode): \(outcome.brief): \(fixture.state)"
                }
                return outcomes[0] == outcomes[1] ? outcomes[1] : "\(outcomes[1]); in a file: \(outcomes[0])"
            }.joined(separator: "\n")
        }
    }

    @Test(
        arguments: [
            (nil, RecordMode.never, "missing 1: none, stale"), (nil, .missing, "pending first: none, left"),
            (nil, .failed, "pending first: none, left"), (nil, .all, "pending first: none, left"),
            (ofB, .never, "differs, updated: stays, left"), (ofB, .missing, "differs, updated: stays, left"),
            (ofB, .failed, "differs, updated: stays, left"), (ofB, .all, "differs, updated: stays, left"),
            (ofA, .all, "matches: stays, gone"),
        ] as [(String?, RecordMode, String)])
    func anIncompleteRunIsNotRecorded(snapshot: String?, mode: RecordMode, outcome: String) throws {
        let fixture = try PolicyFixture(snapshot: snapshot, recording: #"{"name":"a"}"#)
        #expect(try "\(fixture.policy(mode).judge(fixture.run(isWhole: false)).brief): \(fixture.state)" == outcome)
    }

    @Test func aTruncatedRecordingIsComparedWithoutChangingFiles() throws {
        for snapshot in [Self.ofA, Self.ofB] {
            let fixture = try PolicyFixture(snapshot: snapshot, recording: #"{"name":"a"}"#)
            try fixture.folder.write(#"{"name":"a"}"# + "\n" + #"{"na"#, to: "r.ndjson")
            let outcome = try fixture.policy(.never).verify(fixture.run())
            #expect(outcome.compared?.truncation != nil)
            #expect(outcome.brief == (snapshot == Self.ofA ? "matches" : "differs"))
            #expect(try fixture.state == "stays, stale")
        }
    }

    @Test func verifyNeedsASnapshotAndNeverRecords() throws {
        let none = try PolicyFixture(snapshot: nil, recording: #"{"name":"a"}"#)
        #expect(throws: (any Error).self) { try none.policy(.all).verify(none.run()) }
        let fixture = try PolicyFixture(snapshot: Self.ofB, recording: #"{"name":"a"}"#)
        #expect(try fixture.policy(.all).verify(fixture.run()).brief == "differs, updated")
        #expect(try fixture.state == "stays, left")
    }

    /// Tests that a difference is reported even if the pending file cannot be written, because a folder is at its path.
    @Test func aPendingFileThatCannotBeWrittenDoesNotHideTheDifference() throws {
        for isFile in [false, true] {
            let fixture = try PolicyFixture(snapshot: Self.ofB, recording: #"{"name":"a"}"#)
            try FileManager.default.removeItem(atPath: fixture.folder.path + "/s.pending.json")
            try FileManager.default.createDirectory(
                atPath: fixture.folder.path + "/s.pending.json/occupied", withIntermediateDirectories: true)
            let run = try isFile ? fixture.run() : RecordedRun(fixture.recording)
            let outcome = try fixture.policy(.missing).judge(run)
            #expect(outcome.brief == "differs, updated")
            #expect(outcome.compared?.comparison.differences.count == 2)
            #expect("\(outcome.pendingProblem.map { "\($0)" } ?? "")".hasSuffix("cannot create: Is a directory"))
            // A pending file that cannot be removed does not hide a match.
            try fixture.folder.write(Self.ofA, to: "s.json")
            let equal = try fixture.policy(.missing).judge(run)
            #expect(equal.brief == "matches")
            #expect(equal.pendingProblem != nil)
        }
    }

    @Test func aSnapshotThatCannotBeWrittenIsPartOfTheOutcome() throws {
        let fixture = try PolicyFixture(snapshot: nil, recording: #"{"name":"a"}"#)
        let blocked = SnapshotPolicy(path: fixture.folder.path + "/r.ndjson/s.json", mode: .all)
        #expect(try blocked.judge(RecordedRun(fixture.recording)).brief == "not written: error")
        #expect(try blocked.learn(from: [fixture.recording]).brief == "not written: error")
    }

    @Test func eventsOfAnotherSourceAreRefused() throws {
        let both = #"{"name":"a"}"# + "\n" + Self.wire
        for mode in RecordMode.allCases {
            let fixture = try PolicyFixture(snapshot: Self.ofB, recording: both)
            var policy = fixture.policy(mode)
            policy.options.source = .wire("x")
            let refusal = SnapshotSourceError(path: fixture.path, own: .app, asked: .wire("x"))
            switch mode {
            case .all, .failed:
                #expect(throws: refusal) { try policy.checkSource() }
                #expect(throws: refusal) { try policy.judge(RecordedRun(fixture.recording)) }
            case .never, .missing:
                try policy.checkSource()
                let outcome = try policy.judge(fixture.run())
                #expect(outcome.pendingProblem as? SnapshotSourceError == refusal)
                #expect(outcome.brief == "differs")
            }
            #expect(throws: refusal) { try policy.learn(from: [fixture.recording]) }
            #expect(try fixture.state == "stays, stale")
        }
        #expect(
            "\(SnapshotSourceError(path: "s.json", own: .app, asked: .wire("x")))" == """
                s.json: the snapshot keeps events of the source `app`; events of `wire:x` can only be accepted in a \
                snapshot of their own
                """)
    }

    @Test func aFirstSnapshotContainsItsOrderAndSource() throws {
        let fixture = try PolicyFixture(snapshot: nil, recording: Self.wire)
        var policy = fixture.policy(.missing)
        policy.firstSource = .app
        policy.firstOrder = .strict
        #expect(try policy.judge(fixture.run()).brief == "nothing recorded but wire:x")
        policy.options.source = .wire("x")
        #expect(try policy.judge(fixture.run()).brief == "recorded first 1")
        let text = try fixture.folder.read("s.json")
        #expect(text.contains(#""order": "strict""#) && text.contains(#""source": "wire:x""#))
    }

    /// Tests a recording above the limit. The policy writes no pending file and does not read the recording into
    /// memory.
    @Test func aLargeFileLeavesNoPendingFile() throws {
        let count = SnapshotPolicy.pendingLimit + 1
        let fixture = try PolicyFixture(
            snapshot: Self.ofB, recording: String(repeating: #"{"name":"a"}"# + "\n", count: count))
        let outcome = try fixture.policy(.missing).judge(fixture.run())
        #expect(outcome.brief == "differs")
        #expect(outcome.pendingProblem == nil)
        #expect(try fixture.state == "stays, stale")
    }
}
