import Trackproof
import TrackproofText

/// An expected event or an actual event that is not matched.
struct UnmatchedEvent {
    /// The index of the event in its ``EventList``.
    let index: Int
    let recorded: RecordedEvent
    /// The event. An actual event has values of its context as additional parameters.
    ///
    /// A value of the context becomes a parameter if an expected event of the same kind and name has a parameter with
    /// the value's name.
    let event: Event
    /// The rule of an expected event. For an actual event, this is the rule of the expected events of the same name.
    let rule: ValueRule?
    let leaves: EventLeaves
    /// Whether the event is a duplicate: it equals an expected event that is already matched.
    let isRepeated: Bool
    /// The fingerprint of an expected event. For an actual event, all fingerprints, or none if there is only one.
    let fingerprints: [Fingerprint]

    /// Returns whether the fingerprints of this expected event and of an actual event are equal after all.
    func matches(_ actual: UnmatchedEvent) -> Bool {
        !actual.fingerprints.isEmpty && fingerprints.contains(where: actual.fingerprints.contains)
    }
}

extension UnmatchedEvent {
    /// Returns the leaves of this actual event under the rule of an expected event.
    func leaves(under other: ValueRule?, _ fingerprinter: Fingerprinter) -> EventLeaves {
        other === rule ? leaves : EventLeaves(event, other, fingerprinter, isExpected: false)
    }
}

/// The search for pairs of unmatched events, so that a changed or renamed event is one difference instead of two.
///
/// If at most ``exactLimit`` expected events and at most ``exactLimit`` actual events have a name, the pairs have the
/// smallest possible total difference. For more events, ``LargePairing`` finds pairs that are nearly as good, in nearly
/// linear time.
enum Pairing {
    static let exactLimit = 100

    struct Result {
        var pairs: [(expected: Int, actual: Int)] = []
        var expectedLeft: [Int] = []
        var actualLeft: [Int] = []
    }

    /// Pairs events of the same kind and name, with as many matching pairs as possible.
    ///
    /// - Returns: Pairs of an index in `expected` and an index in `actual`, and the indices of all other events.
    static func sameName(
        _ expected: [UnmatchedEvent], _ actual: [UnmatchedEvent], _ fingerprinter: Fingerprinter
    ) -> Result {
        var result = Result()
        let actualByName = Dictionary(grouping: actual.indices) { EventIdentity(actual[$0].event) }
        let expectedByName = Dictionary(grouping: expected.indices) { EventIdentity(expected[$0].event) }
        var actualPaired = Array(repeating: false, count: actual.count)
        var expectedPaired = Array(repeating: false, count: expected.count)
        // Uses the order of the snapshot, because the order of a dictionary varies from process to process.
        for (identity, left) in expectedByName.sorted(by: { $0.value[0] < $1.value[0] }) {
            guard let right = actualByName[identity] else { continue }
            let pairs =
                left.count <= exactLimit && right.count <= exactLimit
                ? closest(expected, left, actual, right, fingerprinter)
                : LargePairing(expected, actual, fingerprinter).closest(left, right)
            for (one, two) in pairs {
                result.pairs.append((one, two))
                expectedPaired[one] = true
                actualPaired[two] = true
            }
        }
        result.expectedLeft = expected.indices.filter { !expectedPaired[$0] }
        result.actualLeft = actual.indices.filter { !actualPaired[$0] }
        return result
    }

    /// Returns the pairs of expected and actual events that have the smallest total difference.
    ///
    /// If two results are equally good, the result in which duplicates are not paired is better. If this does not
    /// decide, the result in which the paired events have closer positions is better.
    static func closest(
        _ expected: [UnmatchedEvent], _ left: [Int], _ actual: [UnmatchedEvent], _ right: [Int],
        _ fingerprinter: Fingerprinter
    ) -> [(Int, Int)] {
        let columns = Assignment.minimal(rows: left.count, columns: right.count) { row, column in
            let (one, other) = (expected[left[row]], actual[right[column]])
            // All matching pairs together cost less than one pair that does not match.
            if one.matches(other) { return Int64(abs(row - column)) }
            let leaves = other.leaves(under: one.rule, fingerprinter)
            let difference = min(one.leaves.compare(leaves).cost, 1 << 16)
            return 1 << 48 + Int64(difference) << 24 + (other.isRepeated ? 1 << 15 : 0) + Int64(abs(row - column))
        }
        return columns.enumerated().compactMap { row, column in column.map { (left[row], right[$0]) } }
    }

    /// Pairs expected events with actual events that are probably the same events under new names.
    ///
    /// - Returns: Pairs of an index in `expected` and an index in `actual`.
    static func renamed(
        _ expected: [UnmatchedEvent], _ left: [Int], _ actual: [UnmatchedEvent], _ right: [Int],
        _ fingerprinter: Fingerprinter
    ) -> [(expected: Int, actual: Int)] {
        if left.count > exactLimit || right.count > exactLimit {
            return LargePairing(expected, actual, fingerprinter).renamed(left, right)
        }
        let columns = Assignment.minimal(rows: left.count, columns: right.count) { row, column in
            guard let likeness = likeness(expected[left[row]], actual[right[column]], fingerprinter) else { return nil }
            return Int64((2 - likeness) * 1_000_000) << 8 + Int64(min(abs(row - column), 255))
        }
        return columns.enumerated().compactMap { row, column in column.map { (left[row], right[$0]) } }
    }

    /// Returns how likely it is that `actual` is the renamed event `expected`.
    ///
    /// The event counts as renamed in these cases:
    /// - At least two thirds of the parameters are equal.
    /// - At least half of the parameters are equal, and the names are similar.
    /// - The names consist of different Unicode scalars but look the same.
    /// - Neither event has parameters, and the names are similar.
    ///
    /// - Returns: A number up to 2, or `nil` if the event does not count as renamed.
    private static func likeness(
        _ expected: UnmatchedEvent, _ actual: UnmatchedEvent, _ fingerprinter: Fingerprinter
    ) -> Double? {
        let name = NameSimilarity.of(expected.event.displayName, actual.event.displayName)
        // The rule may be for the old name only. It must apply to `actual` too, because the same parameters vary.
        let leaves = actual.leaves(under: expected.rule, fingerprinter)
        let count = max(expected.leaves.leaves.count, leaves.leaves.count)
        if count == 0 { return name >= NameSimilarity.similar ? name : nil }
        let (equal, cost) = expected.leaves.compare(leaves)
        let isOtherForm = expected.event.displayName.differsOnlyInForm(from: actual.event.displayName)
        let share = Double(equal) / Double(equal + (cost + 1) / 2)
        guard share >= 0.66 || (share >= 0.5 && name >= NameSimilarity.similar) || isOtherForm
        else {
            return nil
        }
        return share + name
    }
}
