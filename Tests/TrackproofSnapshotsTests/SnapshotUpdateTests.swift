import TestSupport
import Testing
import Trackproof
@_spi(Tooling) import TrackproofSnapshots

/// What accepting a recording makes of a snapshot: it changes where they differ and nowhere else.
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
            { "name": "menu", "parameters": { "count": 3 } },
            { "name": "heartbeat" }
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

    @Test func whatMatchesStaysToTheByte() throws {
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

    @Test func aMissingEventGoes() throws {
        #expect(
            try updated(Array(asExpected.dropFirst()))
                == before.replacing("    { \"kind\": \"screen\", \"name\": \"login\" },\n", with: ""))
    }

    @Test func aNewEventStandsBehindTheOneBeforeIt() throws {
        var events = asExpected
        events.insert(Event("banner_seen", ["id": id]), at: 3)
        #expect(
            try updated(events)
                == before.replacing(
                    "    { \"name\": \"menu\"",
                    with: "    { \"name\": \"banner_seen\", \"parameters\": { \"id\": \"<uuid>\" } },\n"
                        + "    { \"name\": \"menu\""))
    }

    @Test func aRenamedEventKeepsItsPlace() throws {
        var events = asExpected
        events[3] = Event("main_menu", ["count": 3])
        #expect(try updated(events) == before.replacing(#""name": "menu""#, with: #""name": "main_menu""#))
    }

    @Test func whereTheOrderCountsItBecomesTheRecordings() throws {
        var events = asExpected
        events.swapAt(1, 2)
        let started = "    { \"name\": \"login_started\", \"x-ticket\": \"APP-7\" },\n"
        let succeeded =
            "    { \"name\": \"login_succeeded\", \"parameters\": { \"id\": \"<uuid>\", \"method\": \"email\" } },\n"
        #expect(try updated(events) == before.replacing(started + succeeded, with: succeeded + started))
        let strict = before.replacing(#""order": "any""#, with: #""order": "strict""#)
        #expect(try updated(events, strict) == strict.replacing(started + succeeded, with: succeeded + started))
    }

    /// Whatever two lists of events are, the snapshot updated to one of them expects it.
    @Test(arguments: 0..<300) func theUpdatedSnapshotExpectsTheRecording(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        func events() -> [Event] {
            (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                Event(generator.pick(["a", "b", "c"]), ["p": Int.random(in: 0...2, using: &generator), "id": id])
            }
        }
        let settings = SnapshotSettings(
            order: generator.chance(30) ? .strict : .any, volatile: [.init(event: "*", path: "id", shape: .uuid)],
            ignore: generator.chance(30) ? ["c"] : [], ordered: generator.chance(50) ? [["a", "b"]] : [])
        let (old, new) = (events(), events())
        let snapshot = Snapshot(old, settings: settings)
        let updated = snapshot.updated(to: Recording(new))
        #expect(Comparison(of: Recording(new), with: updated).isEmpty, "seed \(seed)")
        #expect(updated.updated(to: Recording(new)).bytes == updated.bytes, "seed \(seed)")
        // What is ignored is nobody's to remove.
        if settings.ignore == ["c"] {
            #expect(updated.events.filter { $0.event.name == "c" }.count == old.filter { $0.name == "c" }.count)
        }
    }

    @Test func theChangeIsShownAsItIsWritten() throws {
        let old = try Snapshot(Array(before.utf8))
        #expect(old.change(to: old).isEmpty)
        var new = old
        new.events[2].event.parameters["id"] = .string("x")
        #expect(
            old.change(to: new).text() == """
                1 difference (1 changed), 4 events match

                  … 2 events unchanged
                ~ changed    track login_succeeded
                    - id: "<uuid>"
                    + id: "x"
                  … 2 events unchanged

                """)
    }
}
