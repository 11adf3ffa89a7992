import _TrackproofTestSupport
import Testing
import Trackproof

@testable import TrackproofSnapshots

/// Tests of the labels that a snapshot contains in place of the ids of users.
@Suite struct UserTests {
    private func event(_ name: String, _ user: String?) -> Event {
        var event = Event(name)
        event.user = user
        return event
    }

    private func lines(_ events: [Event]) -> String { events.map { RecordedEvent($0).json + "\n" }.joined() }

    /// Five events of each of two users, after an event without a user.
    private func shift(_ first: String, _ second: String) -> [Event] {
        let names = ["opened", "saved", "saved", "closed", "signed_out"]
        return [event("started", nil), .identify("nurse")] + names.map { event($0, first) }
            + names.map { event($0, second) }
    }

    @Test func aSnapshotContainsLabelsInPlaceOfIDs() {
        let snapshot = Snapshot(recorded: Recording(shift("u-9", "u-1") + [event("opened", "u-9")]))
        #expect(
            snapshot.events.map(\.event.user) == [nil, "nurse"]
                + [5, 5, 1].enumerated().flatMap { index, count in
                    Array(repeating: index == 1 ? "B" : "A", count: count)
                })
        let users = (1...28).map { event("a", "u-\($0)") }
        #expect(Snapshot(recorded: Recording(users)).events.last?.event.user == "AB")
    }

    @Test(arguments: [SnapshotSettings.Order.strict, .any]) func eachWrongUserIsOneDifference(
        order: SnapshotSettings.Order
    ) throws {
        let snapshot = Snapshot(
            recorded: Recording(shift("u-1", "u-2")), settings: SnapshotSettings(order: order))
        let right = shift("x", "y")
        #expect(Comparison(of: Recording(right), with: snapshot).isEmpty)
        for (index, event) in right.enumerated() where !event.kind.isIdentity {
            for user in ["x", "y", "z", nil] where user != event.user {
                var wrong = right
                wrong[index].user = user
                let comparison = Comparison(of: Recording(wrong), with: snapshot)
                let difference = try #require(comparison.differences.first)
                #expect(comparison.differences.count == 1)
                #expect(comparison.matched == right.count - 1)
                #expect(difference.kind == .changed)
                func words(_ user: String?) -> String {
                    switch user {
                    case "x"?: "user A"
                    case "y"?: "user B"
                    case nil: "no user"
                    default: "user C"
                    }
                }
                #expect(difference.summary == "tracked for \(words(user)) instead of \(words(event.user))")
            }
        }
    }

    @Test func theTextNamesBothUsers() {
        let snapshot = Snapshot(recorded: Recording(shift("u-1", "u-2")))
        var wrong = shift("u-1", "u-2")
        wrong[7].user = "u-1"
        #expect(
            Comparison(of: Recording(wrong), with: snapshot).text() == """
                1 difference (1 changed), 11 events match

                  … 7 events unchanged
                ~ changed    track opened
                    ~ tracked for user A instead of user B
                  … 4 events unchanged

                """)
    }

    /// Tests that an update keeps the labels, gives new users new labels, and expects what it was made from.
    @Test func anUpdateKeepsTheLabels() {
        let old = Snapshot(recorded: Recording(shift("u-1", "u-2")), settings: SnapshotSettings(order: .strict))
        var changed = shift("b", "a")
        changed[3].user = "c"
        changed.insert(event("printed", "a"), at: 1)
        let new = old.updated(to: Recording(changed))
        #expect(
            new.events.map(\.event.user)
                == [nil, "B", "nurse", "A", "C", "A", "A", "A", "B", "B", "B", "B", "B"])
        #expect(Comparison(of: Recording(changed), with: new).isEmpty)
        #expect(
            old.change(to: new).differences.map(\.summary) == [
                #"tracked but not expected: track printed "B""#, "tracked for user C instead of user A",
            ])
    }

    @Test func aSnapshotWithoutLabelsGetsThemWithTheNextUpdate() {
        let old = Snapshot([Event("a"), Event("b")])
        let recording = Recording([event("a", "u"), event("b", "v")])
        #expect(Comparison(of: recording, with: old).isEmpty)
        #expect(old.updated(to: recording).events.map(\.event.user) == ["A", "B"])
    }

    @Test func aRecordingThatIsUsedAsASnapshotHasUsers() throws {
        var wrong = shift("v-1", "v-2")
        wrong[7].user = "v-1"
        let snapshot = try Snapshot(Array(lines(shift("u-1", "u-2")).utf8))
        let differences = Comparison(of: Recording(wrong), with: snapshot).differences
        #expect(differences.map(\.summary) == ["tracked for user A instead of user B"])
    }

    /// Tests with random events that the ids do not count.
    @Test(arguments: 0..<rounds(60, deep: 600)) func idsDoNotCount(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        func withUsers(_ events: [Event]) -> [Event] {
            events.map { event in
                var event = event
                if random.chance(80) { event.user = random.pick(["a", "b", "c"]) }
                return event
            }
        }
        let (expected, actual) = (withUsers(random.smallEvents(1...15)), withUsers(random.smallEvents(0...15)))
        let settings = SnapshotSettings(order: random.pick([.any, .strict]))
        let snapshot = Snapshot(recorded: Recording(expected), settings: settings)
        #expect(Comparison(of: Recording(expected), with: snapshot).isEmpty)
        let ids = Dictionary(uniqueKeysWithValues: zip(["a", "b", "c"], ["a", "b", "c"].shuffled(using: &random)))
        func renamed(_ events: [Event]) -> [Event] {
            events.map { event in
                var event = event
                if !event.kind.isIdentity { event.user = event.user.flatMap { ids[$0] } }
                return event
            }
        }
        #expect(Comparison(of: Recording(renamed(expected)), with: snapshot).isEmpty)
        let (one, other) = (
            Comparison(of: Recording(actual), with: snapshot),
            Comparison(of: Recording(renamed(actual)), with: snapshot)
        )
        #expect(one.differences.count == other.differences.count)
        #expect(Comparison(of: Recording(actual), with: snapshot.updated(to: Recording(actual))).isEmpty)
    }
}
