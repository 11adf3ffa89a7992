import _TrackproofTestSupport
import Testing
import Trackproof

@testable import TrackproofSnapshots

@Suite struct PairingTests {
    /// Returns the cost of a pair of events.
    ///
    /// Each parameter that differs only in its type costs 1, and each other difference costs 2.
    private func cost(_ left: Event, _ right: Event) -> Int {
        ParameterComparer(fingerprinter: Fingerprinter(types: .exact))
            .differences(expected: left, actual: right, rule: nil)
            .reduce(0) { $0 + ($1.change == .type && text($1.expected) == text($1.actual) ? 1 : 2) }
    }

    private func text(_ value: EventValue?) -> String? {
        if case .string(let text)? = value { text } else { value?.description }
    }

    private func cheapest(_ left: [Event], _ right: [Event]) -> Int {
        if left.count > right.count { return cheapest(right, left) }
        func search(_ row: Int, _ free: [Event]) -> Int {
            guard row < left.count else { return 0 }
            return free.indices.map { column in
                var rest = free
                return cost(left[row], rest.remove(at: column)) + search(row + 1, rest)
            }.min() ?? 0
        }
        return search(0, right)
    }

    @Test(arguments: 0..<rounds(40, deep: 150)) func pairingHasTheSmallestTotalCost(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        func events() -> [Event] {
            (0..<Int.random(in: 1...5, using: &random)).map { _ in
                var elements: [EventParameter] = []
                for name in ["a", "b", "c"] where random.chance(80) {
                    let number = Int64.random(in: 0...2, using: &random)
                    elements.append(EventParameter(name, random.chance(70) ? .integer(number) : .string("\(number)")))
                }
                return Event("tap", EventParameters(elements))
            }
        }
        var (expected, actual) = (events(), events())
        // Removes the events that match, because the comparison pairs only the other events.
        for event in expected {
            guard let index = actual.firstIndex(of: event), let own = expected.firstIndex(of: event) else { continue }
            actual.remove(at: index)
            expected.remove(at: own)
        }
        let found = Comparison(of: Recording(actual), with: Snapshot(expected)).differences
        let changed = found.filter { $0.kind == .changed }
        #expect(changed.count == min(expected.count, actual.count))
        let total = changed.reduce(0) { sum, difference in
            guard let left = difference.expected, let right = difference.actual else { return sum }
            return sum + cost(left, right)
        }
        #expect(total == cheapest(expected, actual))
    }

    @Test func anEventIsPairedWithTheMostSimilarEvent() {
        #expect(
            differences(
                [Event("tap", ["a": 1, "b": 1, "c": 1]), Event("tap", ["a": 2, "b": 2, "c": 2])],
                [Event("tap", ["a": 2, "b": 2, "c": 3]), Event("tap", ["a": 1, "b": 1, "c": 3])])
                == ["changed tap 0>1 [c value 1>3]", "changed tap 1>0 [c value 2>3]"])
    }

    @Test func equallySimilarEventsArePairedByPosition() {
        #expect(
            differences(
                [Event("tap", ["n": 1]), Event("tap", ["n": 2])], [Event("tap", ["n": 3]), Event("tap", ["n": 4])])
                == ["changed tap 0>0 [n value 1>3]", "changed tap 1>1 [n value 2>4]"])
    }

    /// Tests lists of events of one name that are longer than the limit for an exact pairing, which is 200.
    ///
    /// The actual events are in another order than the expected events, and each actual event has another price.
    @Test(arguments: [
        ("an id of its own", 400), ("few values", 400), ("one list longer", 300),
    ]) func manyEventsArePairedWithTheirCounterparts(variant: String, count: Int) {
        var random = SeededGenerator(seed: 5)
        func event(_ index: Int, changed: Bool) -> Event {
            let own: EventValue = variant == "few values" ? .integer(Int64(index % 20)) : .string("id-\(index)")
            return Event(
                "tap",
                [
                    "own": own, "section": index % 3, "row": index / 20, "even": index % 2 == 0,
                    "price": changed ? 2.5 : 1.5,
                ])
        }
        let expected = (0..<count).map { event($0, changed: false) }
        var actual = (0..<count).map { event($0, changed: true) }
        actual.shuffle(using: &random)
        if variant == "one list longer" { actual = Array(actual.prefix(150)) }
        let found = Comparison(of: Recording(actual), with: Snapshot(expected)).differences
        let changed = found.filter { $0.kind == .changed }
        #expect(changed.count == actual.count)
        #expect(found.count == count)
        #expect(changed.allSatisfy { $0.parameters.map(\.brief) == ["price value 1.5>2.5"] })
    }

    @Test func manyChangedEventsArePairedByTheirID() {
        let expected = (0..<400).map { Event("tap", ["id": "\($0)", "a": 1, "b": 1, "c": 1]) }
        let actual = (0..<400).reversed().map { Event("tap", ["id": "\($0)", "a": 2, "b": 2, "c": 2]) }
        let found = Comparison(of: Recording(actual), with: Snapshot(expected)).differences
        #expect(found.count == 400)
        #expect(found.allSatisfy { $0.parameters.map(\.path) == ["a", "b", "c"] })
    }

    @Test func manyRepeatedEventsAreDuplicatedAndNotChanged() {
        let one = Event("tap", ["n": -1])
        let expected = [one] + (0..<250).map { Event("tap", ["n": $0, "m": 1]) }
        let actual = Array(repeating: one, count: 21) + (0..<250).map { Event("tap", ["n": $0, "m": 2]) }
        let kinds = Comparison(of: Recording(actual), with: Snapshot(expected)).differences.map(\.kind)
        #expect(kinds.count { $0 == .duplicated } == 20)
        #expect(kinds.count { $0 == .changed } == 250)
    }

    @Test func manyRenamedEventsArePaired() {
        let expected =
            (0..<150).map { Event("movie_tapped", ["id": $0]) } + Array(repeating: Event("opened"), count: 150)
        let actual = (0..<150).map { Event("film_tapped", ["id": $0]) } + Array(repeating: Event("openend"), count: 150)
        let found = Comparison(of: Recording(actual), with: Snapshot(expected)).differences
        #expect(found.count == 300)
        #expect(found.allSatisfy { $0.kind == .renamed && $0.parameters.isEmpty })
    }

    @Test func manyEventsWithDissimilarNamesAreNotRenamed() {
        let expected = Array(repeating: Event("opened"), count: 150)
        let actual = Array(repeating: Event("purchase"), count: 150)
        let kinds = Comparison(of: Recording(actual), with: Snapshot(expected)).differences.map(\.kind)
        #expect(kinds.count { $0 == .missing } == 150)
        #expect(kinds.count { $0 == .unexpected } == 150)
    }

    @Test func eventsBeyondTheLimitAreCountedAsUnexamined() {
        let limit = Comparison.examined
        let expected = (0..<(limit + 7)).map { Event("a\($0)") }
        let comparison = Comparison(of: Recording([Event]()), with: Snapshot(expected))
        #expect(comparison.differences.count == limit)
        #expect(comparison.unexamined == (7, 0))
        #expect(!comparison.isEmpty)
    }
}
