import Trackproof
import TrackproofText

/// A pairing of unmatched events if there are more events than ``Pairing/exactLimit``.
///
/// It first pairs events that match, and then events that differ in one parameter. Then it pairs events that share a
/// rare value, the most similar events first. Finally, it divides the remaining events into groups of 32, in order, and
/// finds the best pairing in each group.
struct LargePairing {
    /// A value is rare if at most this number of expected events have it.
    private static let rare = 16
    /// The number of expected events, and of actual events, in a group of remaining events.
    private static let stretch = 32

    private let expected: [UnmatchedEvent]
    private let actual: [UnmatchedEvent]
    private let fingerprinter: Fingerprinter

    init(_ expected: [UnmatchedEvent], _ actual: [UnmatchedEvent], _ fingerprinter: Fingerprinter) {
        self.expected = expected
        self.actual = actual
        self.fingerprinter = fingerprinter
    }

    /// Pairs expected events and actual events of one kind and name.
    ///
    /// - Returns: Pairs of an index in `expected` and an index in `actual`.
    func closest(_ left: [Int], _ right: [Int]) -> [(Int, Int)] {
        // Duplicates come last, so that an expected event is paired with a changed event rather than with a duplicate.
        let right = right.filter { !actual[$0].isRepeated } + right.filter { actual[$0].isRepeated }
        var rest = (left: left, right: right)
        var pairs: [(Int, Int)] = []
        func take(_ found: [(Int, Int)]) {
            let (ones, twos) = (Set(found.map(\.0)), Set(found.map(\.1)))
            rest = (rest.left.filter { !ones.contains($0) }, rest.right.filter { !twos.contains($0) })
            pairs += found
        }
        take(matching(rest.left, rest.right))
        take(oneApart(rest.left, rest.right))
        take(sharingRareValues(rest.left, rest.right))
        take(inOrder(rest.left, rest.right))
        return pairs
    }

    /// Pairs each actual event with the first matching expected event that is not paired yet.
    private func matching(_ left: [Int], _ right: [Int]) -> [(Int, Int)] {
        guard right.contains(where: { !actual[$0].fingerprints.isEmpty }) else { return [] }
        // Each list is reversed, so that `popLast()` removes the first event.
        var free = Dictionary(grouping: left.reversed()) { expected[$0].fingerprints[0] }
        return right.compactMap { index in
            for fingerprint in actual[index].fingerprints {
                if let other = free[fingerprint]?.popLast() { return (other, index) }
            }
            return nil
        }
    }

    /// Pairs events that become equal if one parameter is left out on one side or on both sides.
    ///
    /// In such a pair, one parameter differs in its value or name, or only one of the events has the parameter.
    private func oneApart(_ left: [Int], _ right: [Int]) -> [(Int, Int)] {
        // For each key, a linked list of the expected events with this key, in order. `first` contains the first entry
        // of each list. Paired events are removed from the lists.
        var first: [UInt64: Int32] = [:]
        var entries: [(event: Int, next: Int32)] = []
        for index in left.reversed() {
            for key in expected[index].leaves.keysWithoutOne {
                entries.append((index, first[key] ?? -1))
                first[key] = Int32(entries.count - 1)
            }
        }
        var isPaired = Set<Int>()
        var pairs: [(Int, Int)] = []
        for index in right {
            for key in actual[index].leaves.keysWithoutOne {
                guard var entry = first[key] else { continue }
                while entry >= 0, isPaired.contains(entries[Int(entry)].event) { entry = entries[Int(entry)].next }
                first[key] = entry
                guard entry >= 0 else { continue }
                pairs.append((entries[Int(entry)].event, index))
                isPaired.insert(entries[Int(entry)].event)
                break
            }
        }
        return pairs
    }

    private func sharingRareValues(_ left: [Int], _ right: [Int]) -> [(Int, Int)] {
        struct Key: Hashable {
            let path: UInt64
            let value: Fingerprint
        }
        var holders: [Key: [Int]] = [:]
        for index in left {
            for leaf in expected[index].leaves.leaves {
                let key = Key(path: leaf.path, value: leaf.value)
                if holders[key, default: []].count <= Self.rare { holders[key, default: []].append(index) }
            }
        }
        var candidates: [(cost: Int, expected: Int, actual: Int)] = []
        for index in right {
            var seen = Set<Int>()
            var ofThis: [(cost: Int, expected: Int, actual: Int)] = []
            for leaf in actual[index].leaves.leaves {
                guard let sharing = holders[Key(path: leaf.path, value: leaf.value)], sharing.count <= Self.rare
                else { continue }
                for other in sharing where seen.insert(other).inserted {
                    let cost = expected[other].leaves.compare(actual[index].leaves).cost
                    ofThis.append((cost, other, index))
                }
            }
            // Keeps only the most similar candidates, because all candidates would take too much memory.
            ofThis.sort { ($0.cost, $0.expected) < ($1.cost, $1.expected) }
            candidates += ofThis.prefix(Self.rare)
        }
        candidates.sort { ($0.cost, $0.actual, $0.expected) < ($1.cost, $1.actual, $1.expected) }
        var (leftPaired, rightPaired) = (Set<Int>(), Set<Int>())
        var pairs: [(Int, Int)] = []
        for (_, one, two) in candidates where !leftPaired.contains(one) && !rightPaired.contains(two) {
            leftPaired.insert(one)
            rightPaired.insert(two)
            pairs.append((one, two))
        }
        return pairs
    }

    private func inOrder(_ left: [Int], _ right: [Int]) -> [(Int, Int)] {
        let count = min(left.count, right.count)
        return stride(from: 0, to: count, by: Self.stretch).flatMap { start in
            let end = min(start + Self.stretch, count)
            return Pairing.closest(
                expected, Array(left[start..<end]), actual, Array(right[start..<end]), fingerprinter)
        }
    }

    /// Pairs expected events with actual events that are probably the same events under new names.
    ///
    /// It pairs events with equal parameters, and events without parameters if their names are similar.
    ///
    /// - Returns: Pairs of an index in `expected` and an index in `actual`.
    func renamed(_ left: [Int], _ right: [Int]) -> [(expected: Int, actual: Int)] {
        // Each list is reversed, so that `popLast()` removes the first event.
        var free = Dictionary(grouping: left.reversed()) { expected[$0].leaves.sum }
        var pairs: [(expected: Int, actual: Int)] = []
        for index in right where !actual[index].leaves.leaves.isEmpty {
            if let other = free[actual[index].leaves.sum]?.popLast() { pairs.append((other, index)) }
        }
        return pairs + renamedWithoutParameters(left, right)
    }

    private func renamedWithoutParameters(_ left: [Int], _ right: [Int]) -> [(expected: Int, actual: Int)] {
        let leftByName = Dictionary(grouping: left.filter { expected[$0].leaves.leaves.isEmpty }) {
            ExactText(expected[$0].event.displayName)
        }
        let rightByName = Dictionary(grouping: right.filter { actual[$0].leaves.leaves.isEmpty }) {
            ExactText(actual[$0].event.displayName)
        }
        guard leftByName.count <= Pairing.exactLimit, rightByName.count <= Pairing.exactLimit else { return [] }
        let (oldNames, newNames) = (leftByName.keys.sorted(), rightByName.keys.sorted())
        let columns = Assignment.minimal(rows: oldNames.count, columns: newNames.count) { row, column in
            let likeness = NameSimilarity.of(oldNames[row].text, newNames[column].text)
            return likeness >= NameSimilarity.similar ? Int64((1 - likeness) * 1_000_000) : nil
        }
        return columns.enumerated().flatMap { row, column -> [(expected: Int, actual: Int)] in
            guard let column, let old = leftByName[oldNames[row]], let new = rightByName[newNames[column]]
            else { return [] }
            return zip(old, new).map { ($0, $1) }
        }
    }
}

extension EventLeaves {
    private static func hash(_ leaf: Leaf) -> UInt64 {
        let product = (leaf.path ^ leaf.value.low).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }

    /// A hash of all leaves that does not depend on their order.
    var sum: UInt64 { leaves.reduce(0) { $0 &+ Self.hash($1) } }

    /// The hash of all leaves, and for each leaf the hash of all other leaves.
    fileprivate var keysWithoutOne: [UInt64] {
        let sum = sum
        return [sum] + leaves.map { sum &- Self.hash($0) }
    }
}
