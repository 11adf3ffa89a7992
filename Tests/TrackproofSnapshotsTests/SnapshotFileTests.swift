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
        #expect(
            text(Snapshot(events, settings: settings)) == """
                {
                  "snapshot": 1,
                  "order": "strict",
                  "events": [
                    {
                      "kind": "screen",
                      "name": "open",
                      "parameters": { "Age": 3, "b": { "a": [1, 2], "z": 1 }, "tab": "map" }
                    },
                    { "kind": "identify", "user": "u1", "parameters": { "plan": "pro" } },
                    { "name": "purchase", "parameters": { "order_id": "<uuid>", "price": 19.0 } },
                    { "name": "done" }
                  ],
                  "volatile": { "purchase": { "order_id": "uuid", "at": "/^[0-9]+$/" }, "*": { "session": "any" } },
                  "ignore": ["heartbeat*"],
                  "ordered": [["login_started", "login_succeeded"]],
                  "source": "wire:segment"
                }

                """)
    }

    @Test func anEmptySnapshotIsWritten() {
        #expect(text(Snapshot([Event]())) == "{\n  \"snapshot\": 1,\n  \"order\": \"any\",\n  \"events\": []\n}\n")
    }

    @Test func anUnchangedSnapshotIsWrittenByteForByte() throws {
        // The keys are not in the usual order, and there are unknown keys. Settings are empty, and `order` is absent.
        let written = """
            {
              "x-comment": "seen by Ada",
              "volatile": {},
              "snapshot": 1,
              "events": [
                { "name": "a", "parameters": { "b": 1 }, "x-note": "why" }
              ],
              "ignore": [],
              "x-owner": { "x-team": "shop" }
            }

            """
        #expect(text(try snapshot(written)) == written)
    }

    @Test func aChangedSettingKeepsItsPlace() throws {
        var read = try snapshot(#"{"order":"any","snapshot":1,"ignore":["x"],"events":[],"x-team":"shop"}"#)
        read.settings.order = .strict
        read.settings.ignore = []
        read.settings.volatile = [.init(event: "a", path: "b", shape: .uuid)]
        #expect(
            text(read) == """
                {
                  "order": "strict",
                  "snapshot": 1,
                  "events": [],
                  "x-team": "shop",
                  "volatile": { "a": { "b": "uuid" } }
                }

                """)
    }

    @Test(arguments: 0..<200) func aSnapshotReadsBackTheSame(seed: Int) throws {
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
        "{\"recording\":1,\"app\":\"x\"}\n{\"name\":\"a\",\"seq\":1,\"time\":\"2026-11-21T09:30:00Z\",\"user\":\"u\"}\n{\"name\":\"b\",\"source\":\"wire:x\"}\n",
        #"[{"name":"a","seq":4},{"name":"b","source":"wire:x"}]"#,
        #"{"events":[{"name":"a","id":"7"},{"name":"b","source":"wire:x"}]}"#,
        #"[{"type":"event","identifier":"a","data":null}]"#, #"[{"eventName":"a","eventParameters":{}}]"#,
        #"[{"name":"a","values":{}}]"#,
    ]) func otherFileFormatsAreReadAsASnapshot(content: String) throws {
        let read = try snapshot(content)
        #expect(read.events == [RecordedEvent(Event("a"))])
        #expect(read.settings == SnapshotSettings())
    }

    @Test func aRecordingIsWrittenAsASnapshot() throws {
        let read = try snapshot("{\"recording\":1}\n{\"name\":\"a\",\"parameters\":{\"z\":1,\"b\":2},\"seq\":1}\n")
        #expect(
            text(read) == """
                {
                  "snapshot": 1,
                  "order": "any",
                  "events": [
                    { "name": "a", "parameters": { "b": 2, "z": 1 } }
                  ]
                }

                """)
    }

    @Test func aTruncatedRecordingIsNotASnapshot() {
        #expect(throws: EventFormatError.self) { try snapshot("{\"name\":\"a\"}\n{\"name\":\"b") }
    }

    // MARK: Errors

    private static let ownMembers = "Names of your own members must begin with \"x-\""

    @Test(arguments: [
        (
            #"{"snapshot":1,"order":"sorted","events":[]}"#,
            "s.json:1:23: order: expected \"any\" or \"strict\", found \"sorted\""
        ),
        (#"{"snapshot":1,"order":1,"events":[]}"#, "s.json:1:23: order: expected \"any\" or \"strict\", found 1"),
        (
            "{\"snapshot\":1,\n \"events\":[],\n \"order\" : null}",
            "s.json:3:12: order: expected \"any\" or \"strict\", found null"
        ),
        (#"{"snapshot":1,"source":3,"events":[]}"#, "s.json:1:24: source: expected a string"),
        (#"{"snapshot":1,"ignore":"x","events":[]}"#, "s.json:1:24: ignore: expected an array of event names"),
        (
            #"{"snapshot":1,"ignore":["a",2],"events":[]}"#,
            "s.json:1:24: ignore.1: expected an event name, found integer"
        ),
        (
            #"{"snapshot":1,"ordered":{},"events":[]}"#,
            "s.json:1:25: ordered: expected an array of arrays of event names"
        ),
        (#"{"snapshot":1,"ordered":["a"],"events":[]}"#, "s.json:1:25: ordered.0: expected an array of event names"),
        (
            #"{"snapshot":1,"ordered":[["a"],["b",null]],"events":[]}"#,
            "s.json:1:25: ordered.1.1: expected an event name, found null"
        ),
        (
            #"{"snapshot":1,"volatile":[],"events":[]}"#,
            #"s.json:1:26: volatile: expected an object such as {"purchase": {"order_id": "uuid"}}"#
        ),
        (
            #"{"snapshot":1,"volatile":{"a":"uuid"},"events":[]}"#,
            #"s.json:1:26: volatile.a: expected an object such as {"order_id": "uuid"}"#
        ),
        (
            #"{"snapshot":1,"events":[],"volatile":{"a":{"b":"guid"}}}"#,
            "s.json:1:38: volatile.a.b: expected one of any, string, integer, number, bool, uuid, timestamp, url, "
                + "/regex/, found \"guid\"; did you mean \"uuid\"?"
        ),
        (
            #"{"snapshot":1,"events":[],"volatile":{"a":{"b":"/(/"}}}"#,
            "s.json:1:38: volatile.a.b: the pattern cannot be used: character 1: unmatched '('; write \\( for a literal '('"
        ),
        (
            #"{"snapshot":1,"events":[],"volatile":{"a":{"b":"/(a)\\1/"}}}"#,
            "s.json:1:38: volatile.a.b: the pattern cannot be used: character 4: a backreference (\\1) is not supported"
        ),
        (
            #"{"snapshot":1,"events":[],"volatile":{"a":{"b":"UUIDs"}}}"#,
            "s.json:1:38: volatile.a.b: expected one of any, string, integer, number, bool, uuid, timestamp, url, "
                + "/regex/, found \"UUIDs\"; did you mean \"uuid\"?"
        ),
        (
            "{\n  \"snapshot\": 1,\n  \"ordr\": \"strict\",\n  \"events\": []\n}",
            "s.json:3:3: ordr: unknown member of a snapshot; did you mean \"order\"? \(Self.ownMembers)"
        ),
        (
            "{\"snapshot\": 1,\n \"events\": [{\"name\":\"a\"}],\n   \"Volatile\": {}}",
            "s.json:3:4: Volatile: unknown member of a snapshot; did you mean \"volatile\"? \(Self.ownMembers)"
        ),
        (
            #"{"quite-other":[],"snapshot":1,"events":[]}"#,
            "s.json:1:2: quite-other: unknown member of a snapshot; names of your own members must begin with \"x-\""
        ),
        (
            "{\"snapshot\": 1, \"events\": [\n  {\"name\":\"a\"},\n  {\"name\":\"b\", \"paramters\":{\"x\":1}}\n]}",
            "s.json:3:16: paramters: unknown member of an event in a snapshot; did you mean \"parameters\"? "
                + Self.ownMembers
        ),
        (
            #"{"events":[{"name":"a","x-note":1,"nmae":{}}],"snapshot":1}"#,
            "s.json:1:35: nmae: unknown member of an event in a snapshot; did you mean \"name\"? "
                + Self.ownMembers
        ),
        (
            #"{"events":[{"name":"a"}],"snapsot":1}"#,
            "s.json:1:26: snapsot: unknown member of a snapshot; did you mean \"snapshot\"?"
        ),
        (
            #"{"ordr":"strict","events":[{"name":"a"}]}"#,
            "s.json:1:2: ordr: unknown member of a snapshot; did you mean \"order\"?"
        ),
        (
            #"{"order":"strict","events":[{"name":"a"}]}"#,
            "s.json:1:2: order: this member belongs to a snapshot, but the file has no \"snapshot\": 1"
        ),
        (
            #"{"snapshot":2,"events":[]}"#,
            "s.json:1:13: snapshot: version 2 of the format needs a newer trackproof; this trackproof reads only version 1"
        ),
        (
            #"{"snapshot":2,"events":[{"what":1}]}"#,
            "s.json:1:13: snapshot: version 2 of the format needs a newer trackproof; this trackproof reads only version 1"
        ),
        // Names in `ignore` that would hide an expected event.
        (
            "{\"snapshot\":1,\"events\":[{\"name\":\"a\"},{\"name\":\"heartbeat_2\"}],\n\"ignore\":[\"x\",\"heart*\"]}",
            "s.json:2:10: ignore.1: \"heart*\" ignores the expected event \"heartbeat_2\" (events.1), so the event "
                + "is never checked; remove the event, or the name in \"ignore\""
        ),
        (
            #"{"snapshot":1,"ignore":["identify"],"events":[{"kind":"identify","user":"u"}]}"#,
            "s.json:1:24: ignore.0: \"identify\" ignores the expected event \"identify\" (events.0), so the event "
                + "is never checked; remove the event, or the name in \"ignore\""
        ),
        // Groups in `ordered` that match fewer than two events, so they order nothing.
        (
            #"{"snapshot":1,"ordered":[["a","b"],[]],"events":[{"name":"a"},{"name":"b"}]}"#,
            "s.json:1:25: ordered.1: an order needs two or more events, and this group has no names"
        ),
        (
            #"{"snapshot":1,"ordered":[["a"]],"events":[{"name":"a"},{"name":"b"}]}"#,
            "s.json:1:25: ordered.0: an order needs two or more events, and this group has one event"
        ),
        (
            #"{"snapshot":1,"ordered":[["a*"]],"events":[{"name":"a1"},{"name":"b"}]}"#,
            "s.json:1:25: ordered.0: an order needs two or more events, and this group has one event"
        ),
        (
            #"{"snapshot":1,"ordered":[["a"]],"events":[{"name":"b"}]}"#,
            "s.json:1:25: ordered.0.0: no event of the snapshot has this name: \"a\""
        ),
        (
            #"{"snapshot":1,"ordered":[["started","sucess"]],"events":[{"name":"started"},{"name":"success"}]}"#,
            "s.json:1:25: ordered.0.1: no event of the snapshot has this name: \"sucess\"; did you mean \"success\"?"
        ),
        (
            #"{"snapshot":1,"ordered":[["a","b","login_*"]],"events":[{"name":"a"},{"name":"b"}]}"#,
            "s.json:1:25: ordered.0.2: no event of the snapshot has this name: \"login_*\""
        ),
        (
            #"{"snapshot":1,"ordered":[["a","b","a"]],"events":[{"name":"a"},{"name":"b"}]}"#,
            "s.json:1:25: ordered.0.2: given twice in one group"
        ),
        // Repeated members. Without the error, the last of them would count.
        (
            #"{"snapshot":1,"order":"strict","order":"any","events":[]}"#,
            "s.json:1:32: order: given twice"
        ),
        (
            "{\"snapshot\":1,\"order\":\"strict\",\"events\":[],\n \"order\":\"any\"}", "s.json:2:2: order: given twice"
        ),
        (#"{"snapshot":1,"events":3,"events":[]}"#, "s.json:1:26: events: given twice"),
        (#"{"snapshot":1,"x-a":1,"events":[],"\u0078-a":2}"#, "s.json:1:35: x-a: given twice"),
        (
            "{\"snapshot\":1,\"events\":[\n{\"name\":\"a\"},\n {\"name\":\"a\", \"name\":\"b\"}]}",
            "s.json:3:15: name: given twice"
        ),
        (
            #"{"snapshot":1,"events":[{"name":"a","parameters":{"x":1},"parameters":{"x":2}}]}"#,
            "s.json:1:58: parameters: given twice"
        ),
        (
            #"{"snapshot":1,"events":[{"name":"a","x-n":1,"user":"u", "x-n":{"b":2}}]}"#,
            "s.json:1:57: x-n: given twice"
        ),
        (
            #"{"snapshot":1,"events":[{"name":"a","parameters":{"price":1, "id": [ {} ] , "pric\u0065":2}}]}"#,
            "s.json:1:77: price: given twice"
        ),
        (
            #"{"snapshot":1,"events":[{"name":"a","parameters":{"deep":[{"id":1,"id":2}]}}]}"#,
            "s.json:1:67: id: given twice"
        ),
        (
            #"{"snapshot":1,"volatile":{"a":{"id":"uuid"},"a":{}},"events":[{"name":"a"}]}"#,
            "s.json:1:45: a: given twice"
        ),
        (
            #"{"snapshot":1,"events":[{"name":"a"}],"volatile":{"a":{"id":"uuid","id":"any"}}}"#,
            "s.json:1:68: id: given twice"
        ),
        // Events without a name.
        (
            #"{"snapshot":1,"events":[{"name":"a"}, {"name":"","parameters":{"x":1}}]}"#,
            "s.json:1:39: name: an event needs a name, but this name is empty"
        ),
        (
            #"{"events":[{"kind":"screen","name":""}],"snapshot":1}"#,
            "s.json:1:12: name: an event needs a name, but this name is empty"
        ),
        (#"{"snapshot":"1","events":[]}"#, "s.json:1:13: snapshot: expected version 1, found \"1\""),
        (#"{"snapshot":0,"events":[]}"#, "s.json:1:13: snapshot: expected version 1, found 0"),
        (
            "{\"recording\":2}\n{\"name\":\"a\"}\n",
            "s.json:1:14: recording: version 2 of the format needs a newer trackproof; this trackproof reads only version 1"
        ),
    ]) func anInvalidSnapshotIsRefusedWithThePlace(content: String, message: String) throws {
        #expect(error { _ = try snapshot(content) } == message)
        // A comparison that streams the files throws the same error.
        let folder = try TemporaryFolder()
        let file = try folder.write(content, to: "s.json")
        let recording = try folder.write("", to: "r.ndjson")
        #expect(
            error {
                _ = try Comparison.compareFiles(
                    recording: EventFile(path: recording), snapshot: EventFile(path: file))
            } == folder.path + "/" + message)
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
        let folder = try TemporaryFolder()
        let file = try folder.write(content, to: "r.ndjson")
        let snapshot = try folder.write(#"{"snapshot":1,"events":[]}"#, to: "s.json")
        #expect(
            error {
                _ = try Comparison.compareFiles(recording: EventFile(path: file), snapshot: EventFile(path: snapshot))
            } == "\(file):1:14: \(message)")
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
