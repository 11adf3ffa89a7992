import Foundation
import Testing
import Trackproof

@_spi(Tooling) @testable import TrackproofSnapshots

/// What the policy learns from several runs, and what it accepts.
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
    func fromSeveralRuns(snapshot: String?, lines: [String], outcome: String) throws {
        let place = try PolicyPlace(snapshot: snapshot, recording: "")
        #expect(try "\(place.policy(.all).learn(from: runs(lines)).brief): \(place.state)" == outcome)
    }

    @Test func whatIsNotWritableIsNotLearned() throws {
        for snapshot in [nil, Self.ofOne] {
            let place = try PolicyPlace(snapshot: snapshot, recording: "")
            var policy = place.policy(.all)
            policy.isWritable = false
            #expect(try policy.learn(from: runs([Self.one, Self.two])).brief == "not written")
            #expect(try place.state.hasSuffix("stale"))
        }
    }

    @Test func whatWasLearnedIsToldIfItCannotBeLeft() throws {
        let place = try PolicyPlace(snapshot: nil, recording: "")
        try FileManager.default.removeItem(atPath: place.folder.path + "/s.pending.json")
        try FileManager.default.createDirectory(
            atPath: place.folder.path + "/s.pending.json", withIntermediateDirectories: true)
        let outcome = try place.policy(.all).learn(from: runs([Self.one, Self.two]))
        #expect(outcome.brief == "learned 1, unstable 0")
        #expect(outcome.pendingProblem != nil)
    }

    /// A strict order that nobody asked for is given up if it is all that varies.
    @Test func anOrderThatVariesIsGivenUp() throws {
        let ab = #"{"name":"a"}"# + "\n" + #"{"name":"b"}"#
        let ba = #"{"name":"b"}"# + "\n" + #"{"name":"a"}"#
        let place = try PolicyPlace(snapshot: nil, recording: "")
        var policy = place.policy(.all)
        policy.firstOrder = .strict
        #expect(try policy.learn(from: runs([ab, ba])).brief == "recorded first 2")
        #expect(try place.folder.text("s.json").contains(#""order": "any""#))
        // It does not vary if the events are others.
        policy = SnapshotPolicy(path: place.folder.path + "/others.json", mode: .all)
        policy.firstOrder = .strict
        #expect(try policy.learn(from: runs([ab, ab + "\n" + ab])).brief.hasPrefix("learned 0, unstable"))
        #expect(try place.folder.text("others.pending.json").contains(#""order": "strict""#))
        policy = SnapshotPolicy(path: place.folder.path + "/asked.json", mode: .all)
        policy.options.order = .strict
        #expect(try policy.learn(from: runs([ab, ba])).brief.hasPrefix("learned 0, unstable"))
    }

    /// Events of one name in another order do not have other values.
    @Test func valuesThatVaryOnlyByTheOrderAreConstant() throws {
        let one = #"{"name":"a","parameters":{"n":1}}"#
        let two = #"{"name":"a","parameters":{"n":2}}"#
        let place = try PolicyPlace(snapshot: nil, recording: "")
        var policy = place.policy(.all)
        policy.firstOrder = .strict
        #expect(try policy.learn(from: runs([one + "\n" + two, two + "\n" + one])).brief == "recorded first 2")
        #expect(try place.folder.text("s.json").contains(#""order": "any""#))
    }

    /// Who wants the order to count must say that it does not.
    @Test func theOrderOfASnapshotIsNotGivenUpButNamed() throws {
        let one = #"{"name":"a","parameters":{"n":1}}"#
        let two = #"{"name":"a","parameters":{"n":2}}"#
        let strict = #"{"snapshot":1,"order":"strict","events":[\#(one),\#(two)]}"#
        let place = try PolicyPlace(snapshot: strict, recording: "")
        let outcome = try place.policy(.all).learn(from: runs([one + "\n" + two, two + "\n" + one]))
        guard case .learned(let learned, _) = outcome.finding else { return #expect(outcome.brief == "learned") }
        #expect(learned.proposals.isEmpty)
        #expect(
            learned.unstable == [
                #"the order of events varies; set "order": "any" in the snapshot to ignore the order"#
            ])
    }

    /// What is learned is the same whichever run is the last: the first is what rules are made from.
    @Test func theFirstRunIsTheOneThatIsExpected() throws {
        let place = try PolicyPlace(snapshot: nil, recording: "")
        let more = Self.one + "\n" + #"{"name":"retry"}"#
        _ = try place.policy(.all).learn(from: runs([Self.one, more]))
        #expect(try !place.folder.text("s.pending.json").contains("retry"))
    }

    // MARK: Accepting

    @Test(
        arguments: [
            (nil, one, "recorded first 1: written, gone"), (nil, "", "nothing recorded: none, stale"),
            (nil, SnapshotPolicyTests.wire, "recorded first 1: written, gone"),
            (ofOne, two, "recorded: written, gone"), (ofOne, one, "unchanged: written, gone"),
            (ofOne, "", "nothing recorded: stays, stale"),
            (ofOne, SnapshotPolicyTests.wire, "nothing recorded but wire:x: stays, stale"),
            (SnapshotPolicyTests.ignoring, #"{"name":"i"}"#, "nothing compared: stays, stale"),
            (SnapshotPolicyTests.volatile, #"{"name":"a","parameters":{"x":1}}"#, "unchanged, misfit: written, gone"),
        ] as [(String?, String, String)])
    func accepting(snapshot: String?, recording: String, outcome: String) throws {
        // An explicit word counts more than any mode.
        for mode in RecordMode.allCases {
            let place = try PolicyPlace(snapshot: snapshot, recording: recording)
            #expect(try "\(place.policy(mode).accept(place.recording).brief): \(place.state)" == outcome)
        }
    }

    /// To accept what is pending gives the snapshot that recording would have given.
    @Test func acceptingWhatIsPendingRecords() throws {
        let place = try PolicyPlace(snapshot: Self.ofOne, recording: Self.two)
        let recorded = try PolicyPlace(snapshot: Self.ofOne, recording: Self.two)
        _ = try place.policy(.missing).judge(place.run())
        try place.policy(.missing).pending.accept()
        _ = try recorded.policy(.all).judge(recorded.run())
        #expect(try place.folder.text("s.json") == recorded.folder.text("s.json"))
        #expect(try place.state == "written, gone")
    }
}
