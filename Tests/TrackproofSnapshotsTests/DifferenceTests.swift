import _TrackproofTestSupport
import Testing
import Trackproof

@testable import TrackproofSnapshots

@Suite struct DifferenceTests {
    private let list = Event.screen("poiList", ["tab": "map"])
    private let tap = Event("poi_tapped", ["id": 7, "slug": "old-town"])
    private let buy = Event("purchase", ["order": "A1", "price": 19.99, "items": [["id": 1], ["id": 2]]])

    /// The first line of a step is a snapshot, and the other lines are a recording.
    @Test(arguments: ["differences", "volatile"]) func eventsDifferAsInTheTranscript(name: String) throws {
        try expectTranscript(name) { _, lines in
            let recording = try Recording(Array(lines.dropFirst().joined(separator: "\n").utf8))
            return Comparison(of: recording, with: try Snapshot(Array(lines[0].utf8), name: "s.json"))
                .differences.map(\.brief).joined(separator: "\n")
        }
    }

    @Test func aGroupWithOneNameOrdersNothing() {
        let (started, done) = (Event("login_started"), Event("login_succeeded"))
        let settings = SnapshotSettings(ordered: [["login_started"], ["poi*"]])
        #expect(differences([started, tap, done], [tap, done, started], settings).isEmpty)
    }

    @Test func equalEventsHaveNoDifference() {
        let comparison = Comparison(of: Recording([list, tap, buy]), with: Snapshot([buy, list, tap]))
        #expect(comparison.isEmpty)
        #expect(comparison.matched == 3)
        #expect(comparison.unchangedAfter == 3)
    }

    // MARK: Renamed

    @Test func anotherKindOfTheSameNameIsARename() {
        let found = Comparison(
            of: Recording([.screen("home", ["tab": 1])]), with: Snapshot([Event("home", ["tab": 1])])
        ).differences
        #expect(found.map(\.brief) == ["renamed home 0>0"])
        #expect(found.first?.expected?.kind == .track)
        #expect(found.first?.actual?.kind == .screen)
        #expect(differences([Event("home")], [.screen("home")]) == ["renamed home 0>0"])
    }

    // MARK: Order

    @Test(arguments: 0..<200) func everyEventIsInAtMostOneDifference(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let (expected, actual) = (random.smallEvents(0...15), random.smallEvents(0...15))
        let settings = SnapshotSettings(
            order: random.pick([.any, .strict]), ordered: random.pick([[], [["tap*"]], [["tap", "view"], ["*"]]]))
        let comparison = Comparison(of: Recording(actual), with: Snapshot(expected, settings: settings))
        let found = comparison.differences
        let fromSnapshot = found.filter { $0.kind != .duplicated }.compactMap(\.expectedPosition)
        let fromRecording = found.compactMap(\.actualPosition)
        #expect(Set(fromSnapshot).count == fromSnapshot.count)
        #expect(Set(fromRecording).count == fromRecording.count)
        // An event that is not part of a difference must count as a match.
        #expect(fromSnapshot.count + comparison.matched == expected.count)
        #expect(fromRecording.count + comparison.matched == actual.count)
        #expect(found.map(\.unchangedBefore).reduce(comparison.unchangedAfter, +) == comparison.matched)
        for difference in found where difference.kind == .changed { #expect(!difference.parameters.isEmpty) }
        for difference in found {
            if let position = difference.expectedPosition { #expect(difference.expected == expected[position]) }
            if let position = difference.actualPosition { #expect(difference.actual == actual[position]) }
        }
        #expect(comparison.isEmpty == found.isEmpty)
    }

    @Test func unchangedEventsAreCounted() {
        let comparison = Comparison(
            of: Recording([list, list, buy, list]), with: Snapshot([list, list, tap, buy, list]))
        #expect(comparison.differences.map(\.brief) == ["missing poi_tapped 2>-"])
        #expect(comparison.differences.map(\.unchangedBefore) == [2])
        #expect(comparison.unchangedAfter == 2)
    }

    @Test func eventsThatCouldNotBeEncodedAreCounted() {
        var broken = tap
        broken.encodingError = "no value"
        #expect(Comparison(of: Recording([broken, list]), with: Snapshot([tap, list])).encodingErrors == 1)
    }
}
