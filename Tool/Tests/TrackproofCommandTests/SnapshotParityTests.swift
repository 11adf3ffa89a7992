import Foundation
import Testing
import Trackproof
import TrackproofSnapshots

@testable import TrackproofAssertions

/// Tests that a test and the command write the same files for the same recording, mode and snapshot. They
/// start the command once for each of a hundred situations.
@Suite("A test and the command write the same files", .timeLimit(.minutes(15)))
struct SnapshotParityTests {
    struct Situation: Sendable, CustomTestStringConvertible {
        let name: String
        /// The text of the snapshot, or `nil` if there is no snapshot.
        let snapshot: String?
        /// The recorded events, one on each line.
        let recording: String

        var testDescription: String { name }

        init(_ name: String, _ snapshot: String?, _ lines: String...) {
            (self.name, self.snapshot, recording) = (name, snapshot, lines.joined(separator: "\n"))
        }
    }

    static let a = #"{"name":"a","parameters":{"x":1}}"#
    static let b = #"{"name":"b","parameters":{"id":"6F9619FF-8B86-D011-B42D-00CF4FC964FF"}}"#
    /// A snapshot whose members have an order and a layout that trackproof itself does not write.
    static let ofA = #"{"x-team":"t", "events":[{"parameters":{"x":1},"name":"a","x-owner":"ann"}], "snapshot":1}"#
    static let volatile =
        #"{"snapshot":1,"events":[{"name":"b","parameters":{"id":"<uuid>"}}],"volatile":{"b":{"id":"uuid"}}}"#
    static let ignoring = #"{"snapshot":1,"events":[{"name":"c"}],"ignore":["a"]}"#

    static let situations = [
        Situation("no snapshot", nil, a, b),
        Situation("no snapshot, nothing recorded", nil),
        Situation("equal", ofA, a),
        Situation("another value", ofA, a.replacing("1", with: "2")),
        Situation("more", ofA, b, a, b),
        Situation("less", #"{"snapshot":1,"events":[{"name":"a"},{"name":"b"}]}"#, #"{"name":"b"}"#),
        Situation("renamed", ofA, a.replacing(#""a""#, with: #""ab""#)),
        Situation("another order", #"{"snapshot":1,"order":"strict","events":[{"name":"a"},{"name":"b"}]}"#, b, a),
        Situation("volatile, equal", volatile, b),
        Situation("a rule does not fit", volatile, #"{"name":"b","parameters":{"id":7}}"#),
        Situation("a rule does not fit, and more differs", volatile, #"{"name":"b","parameters":{"id":7}}"#, a),
        Situation("nothing recorded", ofA),
        Situation("only ignored events recorded", ignoring, a),
        Situation("nothing compared", #"{"snapshot":1,"events":[],"ignore":["a"]}"#, a),
        Situation("only a provider's events recorded", ofA, #"{"name":"a","source":"provider:x"}"#),
        Situation("a recording stands for the snapshot", a + "\n" + b, b, a),
        Situation("not a snapshot", #"{"snapshot":1,"events":[{"name":3}]}"#, a),
    ]

    @Test(arguments: situations, RecordMode.allCases)
    func runWritesTheSameFilesAsATest(situation: Situation, mode: RecordMode) async throws {
        let (test, command) = (try place(for: situation), try place(for: situation))
        let recording = try Recording(Array(situation.recording.utf8))

        let file = SnapshotFile(path: test.path + "/s.json", isWritable: true, mode: mode)
        let message = message(of: file, recording)

        try command.write(app(tracking: recording), to: "app")
        // A test records its first snapshot with strict order. The command does so only with `--order strict`.
        let order = situation.snapshot == nil ? "--order strict" : ""
        let outcome = try await command.shell(
            "trackproof run --bridge file --record \(mode.rawValue) \(order) --snapshot s.json -- sh app")
        #expect(try files(in: command) == files(in: test), "\(message)\n\(outcome.errors)")
    }

    /// Tests `verify` and `accept`, which read the recording from a file.
    @Test(arguments: situations.filter { $0.snapshot != nil })
    func verifyAndAcceptWriteTheSameFilesAsATest(situation: Situation) async throws {
        let recording = try Recording(Array(situation.recording.utf8))
        let (test, command) = (try place(for: situation), try place(for: situation))
        let file = SnapshotFile(path: test.path + "/s.json", isWritable: true, mode: .missing)
        let message = message(of: file, recording)
        try command.write(situation.recording, to: "r.ndjson")
        let outcome = try await command.trackproof("verify", "r.ndjson", "--snapshot", "s.json")
        #expect(try files(in: command) == files(in: test), "\(message)\n\(outcome.errors)")

        // If a test in the mode `all` updates the snapshot, `accept` must write the same bytes.
        let recorded = try place(for: situation)
        let recorder = SnapshotFile(path: recorded.path + "/s.json", isWritable: true, mode: .all)
        guard self.message(of: recorder, recording).hasPrefix("updated the snapshot") else { return }
        let accepted = try place(for: situation)
        try accepted.write(situation.recording, to: "r.ndjson")
        _ = try await accepted.trackproof("accept", "r.ndjson", "--snapshot", "s.json")
        #expect(try files(in: accepted) == files(in: recorded))
    }

    /// Tests two runs, from which the test and the command learn the parameters that vary.
    @Test(arguments: [nil, ofA, volatile], [[a, a], [a, a.replacing("1", with: "2")], [a, b], ["", ""]])
    func learningWritesTheSameFilesAsATest(snapshot: String?, lines: [String]) async throws {
        let situation = Situation("learning", snapshot)
        let (test, command) = (try place(for: situation), try place(for: situation))
        let runs = try lines.map { try Recording(Array($0.utf8)) }
        let file = SnapshotFile(path: test.path + "/s.json", isWritable: true, mode: .all)
        _ = try file.judge(runs)

        for (number, run) in runs.enumerated() { try command.write(app(tracking: run), to: "run\(number)") }
        try command.write("if [ -e ran ]; then . ./run1; else touch ran; . ./run0; fi", to: "app")
        let order = snapshot == nil ? "--order strict" : ""
        let outcome = try await command.shell(
            "trackproof run --bridge file --runs 2 --record all \(order) --snapshot s.json -- sh app")
        #expect(try files(in: command) == files(in: test), "\(outcome.errors)")
    }

    // MARK: Helpers

    /// Returns the message with which the test fails, or an empty text if it passes.
    private func message(of file: SnapshotFile, _ recording: Recording) -> String {
        do { return try file.judge(recording).message ?? "" } catch { return "\(error)" }
    }

    /// Makes a folder with the snapshot, and with a pending file that an earlier run left.
    private func place(for situation: Situation) throws -> Workplace {
        let place = try Workplace()
        if let snapshot = situation.snapshot { try place.write(snapshot, to: "s.json") }
        try place.write(#"{"snapshot":1,"events":[{"name":"earlier"}]}"#, to: "s.pending.json")
        return place
    }

    /// Returns the texts of the snapshot and its pending file.
    private func files(in place: Workplace) throws -> [String] {
        try ["s.json", "s.pending.json"].map { place.has($0) ? try place.read($0) : "none" }
    }

    /// Returns a shell script that tracks the events over the bridge.
    private func app(tracking recording: Recording) -> String {
        let events = recording.events.enumerated().map { index, event in
            var event = event
            event.sequence = Int64(index + 1)
            event.unknown["writer"] = .string("w")
            return event.json
        }
        let lines = [#"{"hello":1,"writer":"w"}"#] + events + [#"{"bye":\#(events.count),"writer":"w"}"#]
        return #"printf '%s\n' \#(lines.map { "'\($0)'" }.joined(separator: " ")) >"${TRACKPROOF_BRIDGE#file:}""#
    }
}
