internal import Trackproof

/// An event of one side that matches none of the other.
struct UnmatchedEvent {
    /// The index in its list.
    let index: Int
    let recorded: RecordedEvent
    /// The event. An actual event has also the parameters of its context that expected events of its name have.
    let event: Event
    /// The rule of an expected event; of an actual one that of the events that are expected under its name.
    let rule: ValueRule?
    let leaves: EventLeaves
    /// Whether it equals an expected event, which others matched: one more of the same.
    let isRepeated: Bool
    /// The fingerprint of an expected event; of an actual one those by which it may still match.
    let fingerprints: [Fingerprint]

    /// Whether an actual event matches this expected one, though both were left.
    func matches(_ actual: UnmatchedEvent) -> Bool {
        !actual.fingerprints.isEmpty && fingerprints.contains(where: actual.fingerprints.contains)
    }
}

extension UnmatchedEvent {
    /// The leaves of an actual event as the rule of an expected one sees them.
    func leaves(under other: ValueRule?, _ fingerprinter: Fingerprinter) -> EventLeaves {
        other === rule ? leaves : EventLeaves(event, other, fingerprinter, isExpected: false)
    }
}

/// Pairs unmatched events, so that one that was changed or renamed is one difference and not two.
///
/// Up to ``exactLimit`` events of a name on either side, the pairing has the smallest total difference of all. Past
/// that, ``LargePairing`` comes near it in nearly linear time.
enum Pairing {
    static let exactLimit = 100

    struct Result {
        var pairs: [(expected: Int, actual: Int)] = []
        var expectedLeft: [Int] = []
        var actualLeft: [Int] = []
    }

    /// Pairs events of the same kind and name; indices are into the two arrays. As many as possible are paired that match.
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
        // In the order of the snapshot: that of a dictionary varies from process to process.
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

    /// The pairing of few events with the smallest total difference. Among equal ones, what is one more of the same is
    /// left out, and then the nearest in order are paired.
    static func closest(
        _ expected: [UnmatchedEvent], _ left: [Int], _ actual: [UnmatchedEvent], _ right: [Int],
        _ fingerprinter: Fingerprinter
    ) -> [(Int, Int)] {
        let columns = Assignment.minimal(rows: left.count, columns: right.count) { row, column in
            let (one, other) = (expected[left[row]], actual[right[column]])
            // A pair that matches costs less than any other, however many there are.
            if one.matches(other) { return Int64(abs(row - column)) }
            let leaves = other.leaves(under: one.rule, fingerprinter)
            let difference = min(one.leaves.compare(leaves).cost, 1 << 16)
            return 1 << 48 + Int64(difference) << 24 + (other.isRepeated ? 1 << 15 : 0) + Int64(abs(row - column))
        }
        return columns.enumerated().compactMap { row, column in column.map { (left[row], right[$0]) } }
    }

    /// Pairs events of which one is likely the other under a new name; indices are into the two arrays.
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

    /// How likely `actual` is `expected` under another name, up to 2; nil where it is not.
    ///
    /// Equal parameters, or two thirds of them equal, or half of them under a similar name, or any under a name that only
    /// differs in its Unicode form. Where there are none, the
    /// name alone must be similar.
    private static func likeness(
        _ expected: UnmatchedEvent, _ actual: UnmatchedEvent, _ fingerprinter: Fingerprinter
    ) -> Double? {
        let name = NameSimilarity.of(expected.event.displayName, actual.event.displayName)
        // A rule for the old name does not know the new one: what was volatile still is.
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
