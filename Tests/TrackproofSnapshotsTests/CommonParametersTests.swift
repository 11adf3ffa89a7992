import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON

@testable import TrackproofSnapshots

/// Tests of the member `common`, which contains the parameters that all events of a snapshot share.
@Suite struct CommonParametersTests {
    private func snapshot(_ text: String) throws -> Snapshot { try Snapshot(Array(text.utf8), name: "s.json") }
    private func text(_ snapshot: Snapshot) -> String { String(decoding: snapshot.bytes, as: UTF8.self) }
    private func rewritten(_ content: String) throws -> String { text(try snapshot(content)) }

    // MARK: Reading

    static let events =
        #""events":[{"name":"a"},{"name":"b","parameters":{"app":"2","x":1}},{"kind":"identify","user":"u","parameters":{"plan":"pro"}}]"#
    static let common = #""common":{"app":"1","s":{"id":[1,null]}}"#
    static let contents = [
        #"{"snapshot":1,\#(common),\#(events)}"#, #"{"snapshot":1,\#(events),\#(common)}"#,
        #"{\#(events),\#(common),"snapshot":1}"#, #"{\#(common),\#(events),"snapshot":1}"#,
    ]
    static let s: EventParameters = ["id": [1, nil] as [Int?]]
    static let whole: [Event] = [
        Event("a", ["app": "1", "s": s]), Event("b", ["app": "2", "x": 1, "s": s]), .identify("u", ["plan": "pro"]),
    ]

    @Test(arguments: contents) func eachEventGetsTheCommonParameters(content: String) throws {
        #expect(try snapshot(content).events.map(\.event) == Self.whole)
        #expect(try Recording(Array(content.utf8)).events.map(\.event) == Self.whole)
    }

    @Test(arguments: contents) func eachReaderOfAFileAddsThem(content: String) throws {
        let folder = try TemporaryFolder()
        let file = try EventFile(path: folder.write(content, to: "s.json"))
        var read: [Event] = []
        try file.forEach { read.append($0.event) }
        #expect(read == Self.whole)
        read = []
        try file.forEachReadingAhead { read.append($0.event) }
        #expect(read == Self.whole)

        // The comparison of files reads an event that differs a second time.
        let other = Recording(Self.whole.map { Event($0.name, ["z": 7], kind: $0.kind) })
        let recording = try EventFile(path: folder.write(String(decoding: other.bytes, as: UTF8.self), to: "r.ndjson"))
        let expected = try Comparison.compareFiles(recording: recording, snapshot: file).comparison
        #expect(expected.differences.compactMap(\.expected).map(\.parameters) == Self.whole.map(\.parameters))
        let actual = try Comparison.compareFiles(recording: file, snapshot: recording).comparison
        #expect(actual.differences.compactMap(\.actual).map(\.parameters) == Self.whole.map(\.parameters))
        #expect(try Comparison.compareFiles(recording: file, snapshot: file).comparison.isEmpty)
    }

    /// Tests that a reader calls its closure for the events before an error, also if it looks for `common` after them.
    @Test(arguments: [#"{"name":7}"#, #"{"name":"b""#]) func eventsBeforeAnErrorAreRead(last: String) throws {
        let folder = try TemporaryFolder()
        let file = try EventFile(path: folder.write(#"{"snapshot":1,"events":[{"name":"a"},\#(last)"#, to: "s.json"))
        for read in [file.forEach, file.forEachReadingAhead] {
            var names: [String] = []
            #expect(throws: EventFormatError.self) { try read { names.append($0.event.name) } }
            #expect(names == ["a"])
        }
    }

    /// Tests that a recording has no common parameters, and that a snapshot of it does not keep a member of this name.
    @Test(arguments: [#""recording":1,"#, #""comment":"x","command":"y","#])
    func aRecordingHasNoCommonParameters(members: String) throws {
        let content = #"{\#(members)"events":[{"name":"a","parameters":{"x":1}},{"name":"b","parameters":{"x":1}}]"#
        let common = members.contains("recording") ? #","common":{"x":1,"y":2}}"# : "}"
        let read = try snapshot(content + common)
        #expect(read.events.map(\.event) == [Event("a", ["x": 1]), Event("b", ["x": 1])])
        #expect(!text(read).contains("common"))
    }

    @Test func commonParametersHaveLimits() throws {
        func error(_ common: [String]) -> String? {
            do {
                let members = common.joined(separator: ",")
                _ = try snapshot("{\n  \"snapshot\": 1,\n  \"common\": {\(members)},\n  \"events\": []\n}\n")
                return nil
            } catch {
                return "\(error)"
            }
        }
        let message = "expected at most 100 parameters, together at most 16 KiB"
        let many = (0..<101).map { "\"p\($0)\": 1" }
        #expect(error(many.dropLast()) == nil)
        #expect(error(many) == "s.json:3:13: common.p100: \(message)")
        let large = String(repeating: "x", count: 16_000)
        #expect(error(["\"a\": \"\(large)\"", "\"b\": 1"]) == nil)
        #expect(error(["\"a\": 1", "\"b\": \"\(large)\(large)\""]) == "s.json:3:13: common.b: \(message)")
    }

    /// Tests that a small file with very many events and many common parameters cannot fill the memory.
    @Test func theEventsGetALimitedNumberOfParameters() throws {
        let members = (0..<100).map { "\"p\($0)\":1" }.joined(separator: ",")
        let content = Array(#"{"snapshot":1,"events":[],"common":{\#(members)}}"#.utf8)
        let reader = try EventReader(ByteWindow(content, file: "s.json"), file: "s.json")
        _ = try reader.events()
        var common = try CommonParameters(reader)
        for _ in 0..<100_000 {
            var event = RecordedEvent(Event("a"))
            try common.complete(&event)
        }
        #expect {
            var event = RecordedEvent(Event("a"))
            try common.complete(&event)
        } throws: {
            "\($0)" == "s.json:1:36: common: the events must not get more than 10000000 common parameters in total"
        }
    }

    // MARK: Writing

    static let before = """
        {
          "x-owner": "growth team",
          "snapshot": 1,
          "order": "any",
          "common": { "app_version": "1.2", "session_id": "<uuid>" },
          "events": [
            { "name": "open_screen", "parameters": { "name": "poiList" } },
            { "kind": "identify", "user": "u1", "parameters": { "plan": "pro" } },
            { "name": "purchase", "parameters": { "price": 19.99 }, "x-note": "why" },
            { "name": "done" }
          ],
          "volatile": { "*": { "session_id": "uuid" } }
        }

        """
    private static let id = "59CE9848-47A3-42F6-BD94-D30FBF473414"

    private func recorded(_ defaults: EventParameters, without name: String = "") -> Recording {
        let events = [
            Event("open_screen", ["name": "poiList"]), .identify("u1", ["plan": "pro"]),
            Event("purchase", ["price": 19.99]), Event("done"),
        ]
        return Recording(
            events.map { event in
                var event = event
                if !event.kind.isIdentity, event.name != name {
                    event.parameters = event.parameters.merging(["session_id": .string(Self.id)]).merging(defaults)
                }
                return event
            })
    }

    private func updated(_ recording: Recording, _ content: String = before) throws -> String {
        let result = try snapshot(content).updated(to: recording)
        #expect(Comparison(of: recording, with: result).isEmpty)
        #expect(try rewritten(text(result)) == text(result))
        return text(result)
    }

    @Test func anUnchangedSnapshotStaysByteForByte() throws {
        #expect(try rewritten(Self.before) == Self.before)
        #expect(try updated(recorded(["app_version": "1.2"])) == Self.before)
    }

    @Test func aNewDefaultParameterIsOneChange() throws {
        #expect(
            try updated(recorded(["app_version": "1.3", "build": 7]))
                == Self.before.replacing(
                    #""app_version": "1.2","#, with: #""app_version": "1.3", "build": 7,"#))
    }

    @Test func aValueThatDiffersInOneEventStandsInTheEvents() throws {
        try expectGolden(
            "CommonParametersTests/a-value-that-differs-in-one-event-stands-in-the-events",
            try updated(recorded(["app_version": "1.2"], without: "done")))
    }

    /// Tests that a new event does not change the common parameters if the snapshot shows a value that varies.
    @Test func aNewEventGetsTheWrittenValueOfAVolatileParameter() throws {
        let other = "00000000-0000-4000-8000-000000000000"
        let before = Self.before.replacing("<uuid>", with: other)
        var recording = recorded(["app_version": "1.2"])
        recording.events.append(
            RecordedEvent(Event("new", ["app_version": "1.2", "session_id": .string(Self.id)])))
        #expect(
            try updated(recording, before)
                == before.replacing(#"{ "name": "done" }"#, with: "{ \"name\": \"done\" },\n    { \"name\": \"new\" }"))
    }

    @Test(arguments: [
        // Fewer than two events share nothing.
        (#"[]"#, "{}", #"[]"#),
        (
            #"[{"name":"a","parameters":{"x":1}},{"kind":"group","user":"g","parameters":{"x":1}}]"#, "{}",
            #"[{"name":"a","parameters":{"x":1}},{"kind":"group","user":"g","parameters":{"x":1}}]"#
        ),
        (
            #"[{"name":"a","parameters":{"y":{"b":1,"a":2},"x":1}},{"name":"b","parameters":{"x":1.0,"y":{"a":2,"b":1}}}]"#,
            #"{"y":{"a":2,"b":1}}"#, #"[{"name":"a","parameters":{"x":1}},{"name":"b","parameters":{"x":1.0}}]"#
        ),
        (
            #"[{"name":"a","parameters":{"\u00e9":1,"n":null}},{"name":"a","parameters":{"e\u0301":1,"n":null}}]"#,
            #"{"n":null}"#, #"[{"name":"a","parameters":{"\u00e9":1}},{"name":"a","parameters":{"e\u0301":1}}]"#
        ),
    ]) func commonContainsWhatAllEventsShare(events: String, common: String, rest: String) throws {
        let written = try rewritten(#"{"snapshot":1,"order":"any","common":{},"events":\#(events)}"#)
        // The expected content is read as a recording, in which `common` means nothing.
        let expected = try DocumentContent(#"{"recording":1,"common":\#(common),"events":\#(rest)}"#)
        let found = try DocumentContent(written.replacing(#""snapshot": 1"#, with: #""recording": 1"#))
        #expect(found.common == expected.common)
        #expect(found.events == expected.events)
    }

    /// The content of a file, without any meaning of `common`.
    private struct DocumentContent {
        let common: EventValue?
        let events: [RecordedEvent]

        init(_ text: String) throws {
            let reader = try EventReader(ByteWindow(Array(text.utf8), file: ""), file: "")
            events = try reader.events().events
            common = reader.members["common"]
        }
    }

    @Test func theMemberKeepsItsPlace() throws {
        let content = """
            {
              "events": [
                { "name": "a" },
                { "name": "b" }
              ],
              "x-team": "shop",
              "common": { "x": 1 },
              "snapshot": 1
            }

            """
        #expect(try rewritten(content) == content)
    }

    /// Tests that the writer leaves parameters in the events if they exceed the limits of `common`.
    @Test func theWriterObeysTheLimits() throws {
        let parameters = EventParameters((0..<150).map { EventParameter("p\($0)", .integer(Int64($0))) })
        let large = EventParameters([EventParameter("a", .string(String(repeating: "x", count: 20_000)))])
        for (parameters, count) in [(parameters, 100), (large.merging(["b": 1]), 1)] {
            var read = try snapshot(#"{"snapshot":1,"common":{},"events":[]}"#)
            read.events = [RecordedEvent(Event("a", parameters)), RecordedEvent(Event("b", parameters))]
            #expect(read.common?.count == count)
            #expect(try Snapshot(read.bytes).events == read.events)
            #expect(try Snapshot(read.bytes).bytes == read.bytes)
        }
    }

    @Test(arguments: 0..<300) func writtenEventsReadBackTheSame(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let defaults = random.parameters()
        func events() -> [Event] {
            (0..<Int.random(in: 0...8, using: &random)).map { _ in
                let own = random.parameters()
                return Event(
                    random.pick(["a", "é", "\"q\"\n"]), random.chance(90) ? own.merging(defaults) : own,
                    kind: random.chance(20) ? random.pick(EventKind.allCases) : .track)
            }
        }
        let member = #""common":\#(random.pick([EventParameters(), random.parameters()]).json)"#
        let place = random.pick([#"\#(member),"events":[]"#, #""events":[],\#(member)"#])
        var first = try snapshot(#"{"snapshot":1,\#(place)}"#)
        first.events = events().map { RecordedEvent($0) }
        let second = try Snapshot(first.bytes)
        #expect(second.events == first.events)
        #expect(second.bytes == first.bytes)
        #expect(!second.hasOutdatedCommon)

        // A comparison of files gives the same result, and so does an update.
        let recording = Recording(events() + first.events.map(\.event).shuffled(using: &random).dropLast())
        let folder = try TemporaryFolder()
        let path = try folder.write(text(first), to: "s.json")
        let recordingPath = try folder.write(String(decoding: recording.bytes, as: UTF8.self), to: "r.ndjson")
        let streamed = try Comparison.compareFiles(
            recording: EventFile(path: recordingPath), snapshot: EventFile(path: path)
        ).comparison
        #expect(streamed.differences == Comparison(of: recording, with: second).differences)
        let updated = first.updated(to: recording)
        #expect(try Snapshot(updated.bytes).events == updated.events)
        #expect(try Snapshot(updated.bytes).bytes == updated.bytes)
        #expect(Comparison(of: recording, with: updated).differences.allSatisfy { $0.actual?.needsName ?? false })
    }

    // MARK: Files

    /// Tests that the mode `all` rewrites a snapshot to which a user has added `"common": {}`.
    @Test func recordingFillsTheMember() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            #"{"snapshot":1,"common":{},"events":[{"name":"a","parameters":{"x":1}},{"name":"b","parameters":{"x":1}}]}"#,
            to: "s.json")
        let run = RecordedRun(Recording([Event("a", ["x": 1]), Event("b", ["x": 1])]))
        func isChanged() throws -> Bool? {
            guard case .recorded(let recorded) = try SnapshotPolicy(path: path, mode: .all).judge(run).finding else {
                return nil
            }
            return recorded.isChanged
        }
        #expect(try isChanged() == true)
        let written = try folder.read("s.json")
        #expect(
            written == """
                {
                  "snapshot": 1,
                  "common": { "x": 1 },
                  "events": [
                    { "name": "a" },
                    { "name": "b" }
                  ]
                }

                """)
        #expect(try isChanged() == false)
        #expect(try folder.read("s.json") == written)
    }

    @Test func aPendingFileKeepsTheMember() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.before, to: "s.json")
        let run = RecordedRun(recorded(["app_version": "1.2", "build": 7]))
        _ = try SnapshotPolicy(path: path, mode: .never).judge(run)
        let after = Self.before.replacing(#""1.2", "#, with: #""1.2", "build": 7, "#)
        #expect(try folder.read("s.pending.json") == after)
        let pending = PendingSnapshot(ofSnapshot: path)
        #expect(try pending.accept(pending.update()))
        #expect(try folder.read("s.json") == after)
    }

    // MARK: Text

    private func text(_ expected: [Event], _ actual: [Event], _ common: String = #""common":{},"#) throws -> String {
        var before = try snapshot(#"{"snapshot":1,\#(common)"events":[]}"#)
        before.events = expected.map { RecordedEvent($0) }
        before = try snapshot(text(before))
        let inMemory = Comparison(of: Recording(actual), with: before)
        let folder = try TemporaryFolder()
        let path = try folder.write(text(before), to: "s.json")
        let recording = try folder.write(String(decoding: Recording(actual).bytes, as: UTF8.self), to: "r.ndjson")
        let streamed = try Comparison.compareFiles(
            recording: EventFile(path: recording), snapshot: EventFile(path: path))
        #expect(streamed.comparison.text() == inMemory.text())
        #expect(before.change(to: before.updated(to: Recording(actual))).text() == inMemory.text())
        return inMemory.text()
    }

    private let expected = [
        Event("a", ["v": "1", "x": 1]), .identify("u"), Event("b", ["v": "1"]), Event("c", ["v": "1"]),
    ]
    private let actual = [
        Event("a", ["v": "2", "x": 2, "build": 7]), .identify("u"), Event("b", ["v": "2", "build": 7]),
        Event("c", ["v": "2", "build": 7]),
    ]
    private let every = """
        ~ changed    every event
            - v: "1"
            + v: "2"
            + build: 7

        """

    @Test func aChangeOfEveryEventIsSaidOnce() throws {
        #expect(
            try text(expected, actual) == """
                3 differences (3 changed), 1 event matches

                \(every)~ changed    track a
                    - x: 1
                    + x: 2
                  … 1 event unchanged

                """)
        #expect(
            try text(Array(expected[2...]) + [Event("gone", ["v": "1"])], Array(actual[2...])) == """
                3 differences (1 missing, 2 changed), 0 events match

                \(every)- missing    track gone {v: "1"}

                """)
    }

    @Test func aChangeOfSomeEventsIsSaidForEach() throws {
        let each = """
            ~ changed    track a
                - x: 1
                + x: 2
                - v: "1"
                + v: "2"
                + build: 7
              … 1 event unchanged
            ~ changed    track b
                - v: "1"
                + v: "2"
                + build: 7

            """
        #expect(
            try text(expected, Array(actual.dropLast()) + [expected[3]])
                == "2 differences (2 changed), 2 events match\n\n\(each)  … 1 event unchanged\n")
        // Without the member `common`, the parameters are in the order of the file, which is sorted.
        let (v, x) = ("    - v: \"1\"\n    + v: \"2\"\n", "    - x: 1\n    + x: 2\n")
        #expect(
            try text(Array(expected.dropLast()), Array(actual.dropLast()), "")
                == "2 differences (2 changed), 1 event matches\n\n" + each.replacing(x + v, with: v + x))
        #expect(
            try text([expected[2]], [actual[2]]) == """
                1 difference (1 changed), 0 events match

                ~ changed    track b
                    - v: "1"
                    + v: "2"
                    + build: 7

                """)
    }
}
