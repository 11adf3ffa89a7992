import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof

@testable import TrackproofSnapshots

/// Tests of learning from several runs.
@Suite struct SnapshotLearningPolicyTests {
    private func runs(_ lines: [String]) throws -> [Recording] { try lines.map { try Recording(Array($0.utf8)) } }

    static let one = #"{"name":"a","parameters":{"n":1}}"#
    static let two = #"{"name":"a","parameters":{"n":2}}"#
    static let ofOne = #"{"snapshot":1,"events":[{"name":"a","parameters":{"n":1}}]}"#

    @Test(
        arguments: [
            (nil, [one, one], "recorded first 1: written, gone"),
            (nil, [one, two], "learned 1, unstable 0: none, left"),
            (nil, [one, ""], "learned 0, unstable 1: none, left"), (nil, ["", ""], "nothing recorded: none, stale"),
            (ofOne, [one, one], "unchanged: stays, gone"), (ofOne, [two, two], "recorded: written, gone"),
            (ofOne, [one, two], "learned 1, unstable 0: stays, left"), (ofOne, ["", ""], "kept: stays, stale"),
            (SnapshotPolicyTests.nothing, ["", ""], "nothing compared: stays, stale"),
            (nil, [SnapshotPolicyTests.wire, SnapshotPolicyTests.wire], "recorded first 1: written, gone"),
        ] as [(String?, [String], String)])
    func severalRunsAreRecordedOrLearned(snapshot: String?, lines: [String], outcome: String) throws {
        let fixture = try PolicyFixture(snapshot: snapshot, recording: "")
        #expect(try "\(fixture.policy(.all).learn(from: runs(lines)).brief): \(fixture.state)" == outcome)
    }

    @Test func nothingIsLearnedIfThePolicyIsNotWritable() throws {
        for snapshot in [nil, Self.ofOne] {
            let fixture = try PolicyFixture(snapshot: snapshot, recording: "")
            var policy = fixture.policy(.all)
            policy.isWritable = false
            #expect(try policy.learn(from: runs([Self.one, Self.two])).brief == "not written")
            #expect(try fixture.state.hasSuffix("stale"))
        }
    }

    @Test func learnedRulesAreReportedWithoutAPendingFile() throws {
        let fixture = try PolicyFixture(snapshot: nil, recording: "")
        try FileManager.default.removeItem(atPath: fixture.folder.path + "/s.pending.json")
        try FileManager.default.createDirectory(
            atPath: fixture.folder.path + "/s.pending.json", withIntermediateDirectories: true)
        let outcome = try fixture.policy(.all).learn(from: runs([Self.one, Self.two]))
        #expect(outcome.brief == "learned 1, unstable 0")
        #expect(outcome.pendingProblem != nil)
    }

    /// Tests that a strict order that no user chose is dropped if only the order of events varies between the runs.
    @Test func aVaryingDefaultOrderIsDropped() throws {
        let ab = #"{"name":"a"}"# + "\n" + #"{"name":"b"}"#
        let ba = #"{"name":"b"}"# + "\n" + #"{"name":"a"}"#
        let fixture = try PolicyFixture(snapshot: nil, recording: "")
        var policy = fixture.policy(.all)
        policy.firstOrder = .strict
        #expect(try policy.learn(from: runs([ab, ba])).brief == "recorded first 2")
        #expect(try fixture.folder.read("s.json").contains(#""order": "any""#))
        // If the events vary too, the order stays strict.
        policy = SnapshotPolicy(path: fixture.folder.path + "/others.json", mode: .all)
        policy.firstOrder = .strict
        #expect(try policy.learn(from: runs([ab, ab + "\n" + ab])).brief.hasPrefix("learned 0, unstable"))
        #expect(try fixture.folder.read("others.pending.json").contains(#""order": "strict""#))
        policy = SnapshotPolicy(path: fixture.folder.path + "/asked.json", mode: .all)
        policy.options.order = .strict
        #expect(try policy.learn(from: runs([ab, ba])).brief.hasPrefix("learned 0, unstable"))
    }

    /// Tests that values do not count as varying if only the order of the events with these values varies.
    @Test func valuesThatVaryOnlyWithTheOrderAreConstant() throws {
        let one = #"{"name":"a","parameters":{"n":1}}"#
        let two = #"{"name":"a","parameters":{"n":2}}"#
        let fixture = try PolicyFixture(snapshot: nil, recording: "")
        var policy = fixture.policy(.all)
        policy.firstOrder = .strict
        #expect(try policy.learn(from: runs([one + "\n" + two, two + "\n" + one])).brief == "recorded first 2")
        #expect(try fixture.folder.read("s.json").contains(#""order": "any""#))
    }

    /// Tests that a snapshot keeps its strict order until the user changes it.
    @Test func aVaryingOrderOfASnapshotIsReportedAndKept() throws {
        let one = #"{"name":"a","parameters":{"n":1}}"#
        let two = #"{"name":"a","parameters":{"n":2}}"#
        let strict = #"{"snapshot":1,"order":"strict","events":[\#(one),\#(two)]}"#
        let fixture = try PolicyFixture(snapshot: strict, recording: "")
        let outcome = try fixture.policy(.all).learn(from: runs([one + "\n" + two, two + "\n" + one]))
        guard case .learned(let learned, _) = outcome.finding else { return #expect(outcome.brief == "learned") }
        #expect(learned.proposals.isEmpty)
        #expect(
            learned.unstable == [
                #"the order of events varies; set "order": "any" in the snapshot to ignore the order"#
            ])
    }

    /// Tests that a snapshot has the events of the first run, although its rules come from all runs.
    @Test func theFirstRunProvidesTheExpectedEvents() throws {
        let fixture = try PolicyFixture(snapshot: nil, recording: "")
        let more = Self.one + "\n" + #"{"name":"retry"}"#
        _ = try fixture.policy(.all).learn(from: runs([Self.one, more]))
        #expect(try !fixture.folder.read("s.pending.json").contains("retry"))
    }

    @Test func thePendingFileIsWhatRecordingWrites() throws {
        let fixture = try PolicyFixture(snapshot: Self.ofOne, recording: Self.two)
        let recorded = try PolicyFixture(snapshot: Self.ofOne, recording: Self.two)
        _ = try fixture.policy(.missing).judge(fixture.run())
        _ = try recorded.policy(.all).judge(recorded.run())
        #expect(try fixture.folder.read("s.pending.json") == recorded.folder.read("s.json"))
    }
}
