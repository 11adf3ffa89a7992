internal import Trackproof

/// An event of one side that matches none of the other.
struct UnmatchedEvent {
    /// The index in its list.
    let index: Int
    let event: Event
    let leaves: EventLeaves
}

/// Pairs unmatched events, so that one that was changed or renamed is one difference and not two.
///
/// Up to ``exactLimit`` events of a name on either side, the pairing has the smallest total difference of all. Past
/// that, pairs that share rare values come first, best first, and what is left pairs in order: near the best where
/// events can be told apart, and in nearly linear time.
enum Pairing {
    static let exactLimit = 100

    struct Result {
        var pairs: [(expected: Int, actual: Int)] = []
        var expectedLeft: [Int] = []
        var actualLeft: [Int] = []
    }

    /// Pairs events of the same kind and name; indices are into the two arrays.
    static func sameName(_ expected: [UnmatchedEvent], _ actual: [UnmatchedEvent]) -> Result {
        struct Identity: Hashable {
            let kind: EventKind
            let name: String
        }
        var result = Result()
        let actualByName = Dictionary(grouping: actual.indices) {
            Identity(kind: actual[$0].event.kind, name: actual[$0].event.name)
        }
        let expectedByName = Dictionary(grouping: expected.indices) {
            Identity(kind: expected[$0].event.kind, name: expected[$0].event.name)
        }
        var actualPaired = Array(repeating: false, count: actual.count)
        var expectedPaired = Array(repeating: false, count: expected.count)
        for (identity, left) in expectedByName {
            guard let right = actualByName[identity] else { continue }
            for (one, two) in closest(expected, left, actual, right) {
                result.pairs.append((one, two))
                expectedPaired[one] = true
                actualPaired[two] = true
            }
        }
        result.expectedLeft = expected.indices.filter { !expectedPaired[$0] }
        result.actualLeft = actual.indices.filter { !actualPaired[$0] }
        return result
    }

    private static func closest(
        _ expected: [UnmatchedEvent], _ left: [Int], _ actual: [UnmatchedEvent], _ right: [Int]
    ) -> [(Int, Int)] {
        if left.count <= exactLimit, right.count <= exactLimit {
            let columns = Assignment.minimal(rows: left.count, columns: right.count) { row, column in
                let cost = expected[left[row]].leaves.compare(actual[right[column]].leaves).cost
                // Among equals, the one nearest in order.
                return Int64(cost) << 16 + Int64(abs(row - column))
            }
            return columns.enumerated().compactMap { row, column in column.map { (left[row], right[$0]) } }
        }
        var leftFree = Set(left)
        var rightFree = Set(right)
        var pairs: [(Int, Int)] = []
        for (one, two) in candidates(expected, left, actual, right)
        where leftFree.contains(one) && rightFree.contains(two) {
            leftFree.remove(one)
            rightFree.remove(two)
            pairs.append((one, two))
        }
        pairs += zip(left.filter(leftFree.contains), right.filter(rightFree.contains)).map { ($0, $1) }
        return pairs
    }

    /// Pairs that share a value which few events have, the closest first.
    private static func candidates(
        _ expected: [UnmatchedEvent], _ left: [Int], _ actual: [UnmatchedEvent], _ right: [Int]
    ) -> [(Int, Int)] {
        struct Key: Hashable {
            let path: UInt64
            let value: Fingerprint
        }
        let common = 16
        var holders: [Key: [Int]] = [:]
        for index in left {
            for leaf in expected[index].leaves.leaves {
                let key = Key(path: leaf.path, value: leaf.value)
                if holders[key, default: []].count <= common { holders[key, default: []].append(index) }
            }
        }
        var found: [(cost: Int, expected: Int, actual: Int)] = []
        for index in right {
            var seen = Set<Int>()
            for leaf in actual[index].leaves.leaves {
                guard let sharing = holders[Key(path: leaf.path, value: leaf.value)], sharing.count <= common
                else { continue }
                for other in sharing where seen.insert(other).inserted {
                    let cost = expected[other].leaves.compare(actual[index].leaves).cost
                    found.append((cost, other, index))
                }
            }
        }
        return found.sorted { ($0.cost, $0.actual, $0.expected) < ($1.cost, $1.actual, $1.expected) }
            .map { ($0.expected, $0.actual) }
    }

    /// Pairs events of which one is likely the other under a new name; indices are into the two arrays.
    static func renamed(
        _ expected: [UnmatchedEvent], _ left: [Int], _ actual: [UnmatchedEvent], _ right: [Int]
    ) -> [(expected: Int, actual: Int)] {
        if left.count <= exactLimit, right.count <= exactLimit {
            let columns = Assignment.minimal(rows: left.count, columns: right.count) { row, column in
                guard let likeness = likeness(expected[left[row]], actual[right[column]]) else {
                    return Assignment.forbidden
                }
                return Int64((2 - likeness) * 1_000_000) << 8 + Int64(min(abs(row - column), 255))
            }
            return columns.enumerated().compactMap { row, column in column.map { (left[row], right[$0]) } }
        }
        // Many events under another name: those with the same values.
        var free = Dictionary(grouping: left) { Set(expected[$0].leaves.leaves.map(\.value)) }
        var pairs: [(Int, Int)] = []
        for index in right where !actual[index].leaves.leaves.isEmpty {
            let key = Set(actual[index].leaves.leaves.map(\.value))
            guard let other = free[key]?.first else { continue }
            free[key]?.removeFirst()
            pairs.append((other, index))
        }
        return pairs
    }

    /// How likely `actual` is `expected` under another name, up to 2; nil where it is not.
    ///
    /// Equal parameters, or two thirds of them equal, or half of them under a similar name. Where there are none, the
    /// name alone must be similar.
    private static func likeness(_ expected: UnmatchedEvent, _ actual: UnmatchedEvent) -> Double? {
        let name = NameSimilarity.of(expected.event.displayName, actual.event.displayName)
        let count = max(expected.leaves.leaves.count, actual.leaves.leaves.count)
        if count == 0 { return name >= 0.5 ? name : nil }
        let (equal, cost) = expected.leaves.compare(actual.leaves)
        let share = Double(equal) / Double(equal + (cost + 1) / 2)
        guard share >= 0.66 || (share >= 0.5 && name >= 0.5) else { return nil }
        return share + name
    }
}
