import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON

@testable import TrackproofSnapshots

@Suite struct SnapshotFileTests {
    private func snapshot(_ text: String) throws -> Snapshot { try Snapshot(Array(text.utf8), name: "s.json") }
    private func text(_ snapshot: Snapshot) -> String { String(decoding: snapshot.bytes, as: UTF8.self) }

    @Test func aNewSnapshotIsWrittenWithItsSettings() throws {
        let settings = SnapshotSettings(
            order: .strict,
            volatile: [
                .init(event: "purchase", path: "order_id", shape: .uuid),
                .init(event: "*", path: "session", shape: .any),
                .init(event: "purchase", path: "at", shape: .pattern(try Pattern("^[0-9]+$"))),
            ],
            ignore: ["heartbeat*"], ordered: [["login_started", "login_succeeded"]], source: .wire("segment"))
        let events = [
            Event.screen("open", ["tab": "map", "Age": 3, "b": ["z": 1, "a": [1, 2] as [Int]] as EventParameters]),
            .identify("u1", ["plan": "pro"]), Event("purchase", ["price": 19.0, "order_id": "<uuid>"]), Event("done"),
        ]
        try expectGolden(
            "SnapshotFileTests/a-new-snapshot-is-written-with-its-settings", text(Snapshot(events, settings: settings)))
    }

    @Test func anEmptySnapshotIsWritten() {
        #expect(text(Snapshot([Event]())) == "{\n  \"snapshot\": 1,\n  \"order\": \"any\",\n  \"events\": []\n}\n")
    }

    @Test func aChangedSettingKeepsItsPlace() throws {
        var read = try snapshot(#"{"order":"any","snapshot":1,"ignore":["x"],"events":[],"x-team":"shop"}"#)
        read.settings.order = .strict
        read.settings.ignore = []
        read.settings.volatile = [.init(event: "a", path: "b", shape: .uuid)]
        try expectGolden("SnapshotFileTests/a-changed-setting-keeps-its-place", text(read))
    }

    @Test(arguments: 0..<rounds(40, deep: 200)) func aSnapshotReadsBackTheSame(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let events =
            [Event("a"), Event("b")]
            + (0..<Int.random(in: 0...12, using: &random)).map { _ in
                Event(random.pick(["a", "é", "\"q\"\n"]), random.parameters(), kind: random.pick(EventKind.allCases))
            }
        let settings = SnapshotSettings(
            order: random.pick([.any, .strict]),
            volatile: random.chance(50) ? [.init(event: "a", path: "items.*.a\\.b", shape: .timestamp)] : [],
            ignore: random.chance(50) ? ["x", "y*"] : [], ordered: random.chance(50) ? [["a", "*"]] : [],
            source: random.chance(50) ? .wire("x") : nil)
        let first = Snapshot(events, settings: settings)
        let second = try Snapshot(first.bytes)
        #expect(second.settings == settings)
        #expect(second.events.map(\.event) == events)
        #expect(second.bytes == first.bytes)
        #expect(Comparison(of: Recording(events), with: Snapshot(second.events)).isEmpty)
    }

    // MARK: Recordings that a user passes as a snapshot

    @Test(arguments: [
        "{\"recording\":1,\"app\":\"x\"}\n{\"name\":\"a\",\"seq\":1,\"time\":\"2026-11-21T09:30:00Z\"}\n{\"name\":\"b\",\"source\":\"wire:x\"}\n",
        #"[{"name":"a","seq":4},{"name":"b","source":"wire:x"}]"#,
        #"{"events":[{"name":"a","id":"7"},{"name":"b","source":"wire:x"}]}"#,
        #"[{"type":"event","identifier":"a","data":null}]"#, #"[{"eventName":"a","eventParameters":{}}]"#,
        #"[{"name":"a","values":{}}]"#,
    ]) func otherFileFormatsAreReadAsASnapshot(content: String) throws {
        let read = try snapshot(content)
        #expect(read.events == [RecordedEvent(Event("a"))])
        #expect(read.settings == SnapshotSettings())
    }

    @Test func aTruncatedRecordingIsNotASnapshot() {
        #expect(throws: EventFormatError.self) { try snapshot("{\"name\":\"a\"}\n{\"name\":\"b") }
    }

    // MARK: Errors

    @Test func invalidSnapshotsAreRefusedWithThePlace() throws {
        try expectTranscript("refused-snapshots") { _, lines in
            error { _ = try snapshot(lines[0]) }
        }
    }

    /// Tests that a recording may have any member, even if a user passes it as a snapshot.
    @Test(arguments: [
        "{\"recording\":1,\"ordr\":\"strict\"}\n{\"name\":\"a\",\"paramters\":{}}\n",
        #"[{"name":"a","paramters":{}}]"#,
        #"{"session":"s-1","events":[{"name":"a","paramters":{}}],"count":1}"#,
        #"{"recording":1,"order":7,"events":[{"name":"a","paramters":{}}]}"#,
    ]) func aRecordingMayHaveAnyMembers(content: String) throws {
        #expect(try snapshot(content).events.map(\.event) == [Event("a")])
        #expect(try Recording(Array(content.utf8)).events.first?.unknown == ["paramters": [:] as EventParameters])
    }

    /// Tests a recording that repeats a member: the last value counts. An event of a recording may have an empty name.
    @Test(arguments: [
        #"[{"name":"b","name":"a","parameters":{"x":1,"x":2}},{"name":""}]"#,
        #"{"events":[{"name":"a","parameters":{"x":2},"x-n":1,"x-n":2},{"name":""}]}"#,
        "{\"recording\":1,\"app\":\"x\",\"app\":\"y\"}\n{\"name\":\"a\",\"parameters\":{\"x\":1,\"x\":2}}\n{\"name\":\"\"}\n",
    ]) func aRecordingMayRepeatMembers(content: String) throws {
        #expect(try snapshot(content).events.map(\.event) == [Event("a", ["x": 2]), Event("")])
        #expect(try Recording(Array(content.utf8)).events.map(\.event) == [Event("a", ["x": 2]), Event("")])
    }

    /// Tests that a group is accepted if it matches several events, even if it has only one name or pattern.
    @Test(arguments: [#"["a"]"#, #"["a*"]"#, #"["a", "a*"]"#, #"["a", "b"], ["b", "a"]"#])
    func aGroupThatOrdersSeveralEventsIsAccepted(groups: String) throws {
        let text = #"{"snapshot":1,"ordered":[\#(groups)],"events":[{"name":"a"},{"name":"b"},{"name":"a"}]}"#
        #expect(try snapshot(text).events.count == 3)
    }

    @Test func moreThan64GroupsAreRefused() {
        let groups = Array(repeating: #"["a"]"#, count: 65).joined(separator: ",")
        #expect(
            error { _ = try snapshot(#"{"snapshot":1,"ordered":[\#(groups)],"events":[]}"#) }
                == "s.json:1:25: ordered: expected at most 64 groups")
    }

    @Test func aRecordingOfANewerVersionIsRefused() throws {
        let content = "{\"recording\":2}\n{\"name\":7}\n"
        let message =
            "recording: version 2 of the format needs a newer trackproof; this trackproof reads only version 1"
        #expect(error { _ = try Recording(Array(content.utf8), name: "r") } == "r:1:14: " + message)
    }

    private func error(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "no error"
        } catch {
            return "\(error)"
        }
    }
}
