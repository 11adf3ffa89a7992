import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON

@testable import TrackproofSnapshots

/// Tests of the member `common`, which contains the parameters that all events of a snapshot share.
@Suite struct CommonParametersTests {
    private func snapshot(_ text: String) throws -> Snapshot { try Snapshot(Array(text.utf8), name: "s.json") }
    private func text(_ snapshot: Snapshot) -> String { String(decoding: snapshot.bytes, as: UTF8.self) }

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

    // MARK: Writing

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

    @Test(arguments: 0..<rounds(30, deep: 300)) func writtenEventsReadBackTheSame(seed: Int) throws {
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

        let recording = Recording(events() + first.events.map(\.event).shuffled(using: &random).dropLast())
        let updated = first.updated(to: recording)
        #expect(try Snapshot(updated.bytes).events == updated.events)
        #expect(try Snapshot(updated.bytes).bytes == updated.bytes)
        #expect(Comparison(of: recording, with: updated).differences.allSatisfy { $0.actual?.needsName ?? false })
    }

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

    // MARK: Text

    /// The first line of a step is a snapshot, and the other lines are a recording.
    @Test func comparisonsHaveTheTextOfTheTranscript() throws {
        try expectTranscript("common-parameters") { _, lines in
            let before = try snapshot(lines[0])
            let recording = try Recording(Array(lines.dropFirst().joined(separator: "\n").utf8))
            let text = Comparison(of: recording, with: before).text()
            #expect(before.change(to: before.updated(to: recording)).text() == text)
            #expect(text.hasSuffix("\n"))
            return String(text.dropLast())
        }
    }
}
