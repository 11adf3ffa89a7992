internal import Trackproof

/// An event of one side that matches no event of the other side.
struct UnmatchedEvent {
    /// The index of the event in its list.
    let index: Int
    let recorded: RecordedEvent
    /// The event.
    ///
    /// An actual event is completed from its context. A value of the context becomes a parameter if expected events of
    /// the same name have this parameter.
    let event: Event
    /// The rule of an expected event. For an actual event, this is the rule of the expected events of the same name.
    let rule: ValueRule?
    let leaves: EventLeaves
    /// Whether the event is a duplicate: it equals an expected event that other events matched.
    let isRepeated: Bool
    /// The fingerprint of an expected event, or the fingerprints by which an actual event may still match.
    let fingerprints: [Fingerprint]

    /// Returns whether an actual event matches this expected event, although both are unmatched so far.
    func matches(_ actual: UnmatchedEvent) -> Bool {
        !actual.fingerprints.isEmpty && fingerprints.contains(where: actual.fingerprints.contains)
    }
}

extension UnmatchedEvent {
    /// Returns the leaves of an actual event under the rule of an expected event.
    func leaves(under other: ValueRule?, _ fingerprinter: Fingerprinter) -> EventLeaves {
        other === rule ? leaves : EventLeaves(event, other, fingerprinter, isExpected: false)
    }
}

/// The pairing of unmatched events, so that a changed or renamed event is one difference instead of two.
///
/// If each side has up to ``exactLimit`` events of a name, the pairing has the smallest possible total difference. For
/// more events, ``LargePairing`` finds a nearly optimal pairing in nearly linear time.
enum Pairing {
    static let exactLimit = 100

    struct Result {
        var pairs: [(expected: Int, actual: Int)] = []
        var expectedLeft: [Int] = []
        var actualLeft: [Int] = []
    }

    /// Pairs events of the same kind and name, with as many matching pairs as possible.
    ///
    /// - Returns: Indices into the two arrays.
    static func sameName(
        _ expected: [UnmatchedEvent], _ actual: [UnmatchedEvent], _ fingerprinter: Fingerprinter
    ) -> Result {
        struct Identity: Hashable {
            let kind: EventKind
            let name: ExactText
        }
        var result = Result()
        let actualByName = Dictionary(grouping: actual.indices) {
            Identity(kind: actual[$0].event.kind, name: ExactText(actual[$0].event.displayName))
        }
        let expectedByName = Dictionary(grouping: expected.indices) {
            Identity(kind: expected[$0].event.kind, name: ExactText(expected[$0].event.displayName))
        }
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

    /// Returns the pairing of a few events that has the smallest total difference.
    ///
    /// Among equally good pairings, it prefers a pairing that leaves out duplicates, and then a pairing whose events
    /// have the closest positions.
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

    /// Pairs each expected event with an actual event that is probably the same event under a new name.
    ///
    /// - Returns: Pairs of indices into the two arrays.
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

    /// Returns how likely `actual` is `expected` under another name.
    ///
    /// The event counts as renamed in these cases:
    /// - At least two thirds of the parameters are equal.
    /// - At least half of the parameters are equal, and the names are similar.
    /// - The names differ only in their Unicode form.
    /// - Neither event has parameters, and the names are similar.
    ///
    /// - Returns: A number up to 2, or `nil` if the event does not count as renamed.
    private static func likeness(
        _ expected: UnmatchedEvent, _ actual: UnmatchedEvent, _ fingerprinter: Fingerprinter
    ) -> Double? {
        let name = NameSimilarity.of(expected.event.displayName, actual.event.displayName)
        // The rules can be for the old name only. But a parameter that was volatile under the old name is still
        // volatile.
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
