import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofSnapshots

/// Tests that an update from a recording changes only the parts of a snapshot that differ from the recording.
@Suite struct SnapshotUpdateTests {
    private let before = """
        {
          "snapshot": 1,
          "x-owner": "growth team",
          "order": "any",
          "events": [
            { "kind": "screen", "name": "login" },
            { "name": "login_started", "x-ticket": "APP-7" },
            { "name": "login_succeeded", "parameters": { "id": "<uuid>", "method": "email" } },
            { "name": "menu", "parameters": { "count": 3 } }
          ],
          "volatile": { "*": { "id": "uuid" } },
          "ignore": ["heartbeat*"],
          "ordered": [["login_started", "login_succeeded"]]
        }

        """
    private let id = "59CE9848-47A3-42F6-BD94-D30FBF473414"

    private func updated(_ events: [Event], _ text: String? = nil) throws -> String {
        let snapshot = try Snapshot(Array((text ?? before).utf8))
        let result = snapshot.updated(to: Recording(events))
        #expect(Comparison(of: Recording(events), with: result).isEmpty)
        return String(decoding: result.bytes, as: UTF8.self)
    }

    private var asExpected: [Event] {
        [
            .screen("login"), Event("login_started"), Event("login_succeeded", ["method": "email", "id": id]),
            Event("menu", ["count": 3]),
        ]
    }

    @Test func matchingEventsStayByteForByte() throws {
        #expect(try updated(asExpected) == before)
        #expect(
            try updated([asExpected[3], asExpected[0], asExpected[1], asExpected[2], Event("heartbeat")]) == before)
    }

    @Test func aChangedEventIsReplacedInItsPlace() throws {
        var events = asExpected
        events[3] = Event("menu", ["count": 4, "id": id])
        #expect(
            try updated(events)
                == before.replacing(#"{ "count": 3 }"#, with: #"{ "count": 4, "id": "<uuid>" }"#))
    }

    @Test func aMissingEventIsRemoved() throws {
        #expect(
            try updated(Array(asExpected.dropFirst()))
                == before.replacing("    { \"kind\": \"screen\", \"name\": \"login\" },\n", with: ""))
    }

    @Test func aNewEventFollowsItsPredecessor() throws {
        var events = asExpected
        events.insert(Event("banner_seen", ["id": id]), at: 3)
        #expect(
            try updated(events)
                == before.replacing(
                    "    { \"name\": \"menu\"",
                    with: "    { \"name\": \"banner_seen\", \"parameters\": { \"id\": \"<uuid>\" } },\n"
                        + "    { \"name\": \"menu\""))
    }

    /// Tests that an update also changes `ordered`. A name in `ordered` that no event has would make the snapshot
    /// invalid.
    @Test func orderedNamesFollowTheEvents() throws {
        func ordered(_ groups: String, _ events: [String]) throws -> [[String]] {
            let before =
                #"{"snapshot":1,"ordered":[\#(groups)],"events":[{"name":"login_started"},{"name":"tap"},{"name":"bought"}]}"#
            let text = try updated(events.map { Event($0) }, before)
            return try Snapshot(Array(text.utf8)).settings.ordered
        }
        let all = #"["login_started", "tap", "bought"], ["tap", "*"]"#
        #expect(
            try ordered(all, ["login_started", "tap", "bought"])
                == [["login_started", "tap", "bought"], ["tap", "*"]])
        #expect(try ordered(all, ["tap", "bought"]) == [["tap", "bought"], ["tap", "*"]])
        #expect(try ordered(all, ["tap"]) == [])
        // If an event is renamed, `ordered` gets its new name.
        #expect(
            try ordered(all, ["login_start", "tap", "bought"]) == [["login_start", "tap", "bought"], ["tap", "*"]])
    }

    /// Tests that an update keeps the `ordered` of a snapshot without events. If one of these names matches no event,
    /// reading the updated snapshot throws an error that contains this name.
    @Test func anOrderWrittenBeforeTheFirstRecordingStays() throws {
        let seed = try Snapshot(Array(#"{"snapshot":1,"events":[],"ordered":[["a","bb"]],"ignore":["i*"]}"#.utf8))
        let updated = seed.updated(to: Recording([Event("b"), Event("a"), Event("bb")]))
        #expect(try Snapshot(updated.bytes).settings.ordered == [["a", "bb"]])
        #expect {
            try Snapshot(seed.updated(to: Recording([Event("a"), Event("bbb")])).bytes)
        } throws: {
            "\($0)".hasSuffix("no event of the snapshot has this name: \"bb\"; did you mean \"bbb\"?")
        }
    }

    /// Tests that an update leaves out an event without a name. This event stays a difference.
    @Test func anEventWithoutANameIsLeftOut() throws {
        let recording = Recording([Event("a"), Event("", ["x": 1])])
        let first = Snapshot(recorded: recording)
        #expect(first.events.map(\.event) == [Event("a")])
        let updated = first.updated(to: recording)
        #expect(updated.bytes == first.bytes)
        #expect(Comparison(of: recording, with: updated).differences.map(\.kind) == [.unexpected])
    }

    @Test func aRenamedEventKeepsItsPlace() throws {
        var events = asExpected
        events[3] = Event("main_menu", ["count": 3])
        #expect(try updated(events) == before.replacing(#""name": "menu""#, with: #""name": "main_menu""#))
    }

    @Test func anOrderedSnapshotTakesTheRecordingsOrder() throws {
        var events = asExpected
        events.swapAt(1, 2)
        let started = "    { \"name\": \"login_started\", \"x-ticket\": \"APP-7\" },\n"
        let succeeded =
            "    { \"name\": \"login_succeeded\", \"parameters\": { \"id\": \"<uuid>\", \"method\": \"email\" } },\n"
        #expect(try updated(events) == before.replacing(started + succeeded, with: succeeded + started))
        let strict = before.replacing(#""order": "any""#, with: #""order": "strict""#)
        #expect(try updated(events, strict) == strict.replacing(started + succeeded, with: succeeded + started))
    }

    @Test(arguments: 0..<300) func theUpdatedSnapshotExpectsTheRecording(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        func events() -> [Event] {
            (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                Event(generator.pick(["a", "b", "c"]), ["p": Int.random(in: 0...2, using: &generator), "id": id])
            }
        }
        var settings = SnapshotSettings(
            order: generator.chance(30) ? .strict : .any, volatile: [.init(event: "*", path: "id", shape: .uuid)],
            ignore: generator.chance(30) ? ["c"] : [], ordered: generator.chance(50) ? [["a", "b"]] : [])
        let ignored = settings.ignore.first
        let isIgnored = { (event: Event) in event.name == ignored }
        let (old, new) = (events().filter { !isIgnored($0) }, events())
        // An update of a snapshot without events keeps `ordered`. The random events could violate this order, so the
        // test removes it.
        if old.isEmpty { settings.ordered = [] }
        let snapshot = Snapshot(old, settings: settings)
        let updated = snapshot.updated(to: Recording(new))
        #expect(Comparison(of: Recording(new), with: updated).isEmpty, "seed \(seed)")
        #expect(updated.updated(to: Recording(new)).bytes == updated.bytes, "seed \(seed)")
        // A reader accepts the written snapshot.
        #expect(try Snapshot(updated.bytes).events == updated.events, "seed \(seed)")
    }

    @Test func aChangeOfSnapshotsShowsTheWrittenValues() throws {
        let old = try Snapshot(Array(before.utf8))
        #expect(old.change(to: old).isEmpty)
        var new = old
        new.events[2].event.parameters["id"] = .string("x")
        try expectGolden(
            "SnapshotUpdateTests/a-change-of-snapshots-shows-the-written-values", old.change(to: new).text())
    }
}
