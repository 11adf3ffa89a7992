import Trackproof
import TrackproofPlatform

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
/// smallest possible total difference. If there are more events, events that differ in at most one parameter are paired
/// first, and then events that share a value that no other expected event has, such as an id. The others are divided
/// into groups, in order, and the pairs of each group have the smallest total difference. The time is then linear in the
/// number of events.
struct Pairing {
    static let exactLimit = 200
    /// The number of expected events, and of actual events, in a group.
    private static let groupSize = 32

    typealias Pair = (expected: Int, actual: Int)

    let expected: [UnmatchedEvent]
    let actual: [UnmatchedEvent]
    let fingerprinter: Fingerprinter

    /// Pairs events of the same kind and name, with as many matching pairs as possible.
    ///
    /// - Returns: Pairs of an index in ``expected`` and an index in ``actual``, in the order of the snapshot.
    func sameName() -> [Pair] {
        let actualByName = Dictionary(grouping: actual.indices) { EventIdentity(actual[$0].event) }
        let expectedByName = Dictionary(grouping: expected.indices) { EventIdentity(expected[$0].event) }
        // Uses the order of the snapshot, because the order of a dictionary varies from process to process.
        return expectedByName.sorted { $0.value[0] < $1.value[0] }.flatMap { identity, left -> [Pair] in
            guard var right = actualByName[identity] else { return [] }
            // Duplicates come last, so that an expected event is paired with a changed event rather than with a
            // duplicate.
            if right.count > Self.exactLimit {
                right = right.filter { !actual[$0].isRepeated } + right.filter { actual[$0].isRepeated }
            }
            return pairs(left, right, keys: [(\.keysWithoutOne, .max), (\.hashes, 1)], cost: closeness)
        }
    }

    /// Pairs expected events with actual events that are probably the same events under new names.
    func renamed(_ left: [Int], _ right: [Int]) -> [Pair] {
        pairs(left, right, keys: [({ $0.leaves.isEmpty ? [] : [$0.sum] }, .max)]) { row, column in
            likeness(expected[row], actual[column]).map { Int64((2 - $0) * 1_000_000) << 8 }
        }
    }

    /// Keys of an event's leaves, and the largest number of expected events that may have a key that is used.
    private typealias Keys = (of: (EventLeaves) -> [UInt64], limit: Int)

    /// Pairs events so that the total cost is as small as possible. If the costs are equal, closer events are paired.
    ///
    /// - Parameters:
    ///   - keys: If there are too many events, events that have one of these keys in common are paired first.
    ///   - cost: Returns the cost of a pair, without its lowest bits, or `nil` if the events must not be paired.
    private func pairs(
        _ left: [Int], _ right: [Int], keys: [Keys], cost: (Int, Int) -> Int64?
    ) -> [Pair] {
        var (left, right, found) = (left, right, [Pair]())
        for keys in keys where max(left.count, right.count) > Self.exactLimit {
            let more = sharing(left, right, keys)
            let (ones, others) = (Set(more.map(\.expected)), Set(more.map(\.actual)))
            (left, right) = (left.filter { !ones.contains($0) }, right.filter { !others.contains($0) })
            found += more
        }
        if max(left.count, right.count) <= Self.exactLimit { return found + cheapest(left, right, cost) }
        let count = min(left.count, right.count)
        return stride(from: 0, to: count, by: Self.groupSize).reduce(into: found) { pairs, start in
            let group = start..<min(start + Self.groupSize, count)
            pairs += cheapest(left[group], right[group], cost)
        }
    }

    private func cheapest(
        _ left: some Collection<Int>, _ right: some Collection<Int>, _ cost: (Int, Int) -> Int64?
    ) -> [Pair] {
        let (left, right) = (Array(left), Array(right))
        let columns = Assignment.minimal(rows: left.count, columns: right.count) { row, column in
            cost(left[row], right[column]).map { $0 + Int64(min(abs(row - column), 255)) }
        }
        return columns.enumerated().compactMap { row, column in column.map { (left[row], right[$0]) } }
    }

    /// Pairs each actual event with the first free expected event that has one of its keys.
    private func sharing(_ left: [Int], _ right: [Int], _ keys: Keys) -> [Pair] {
        // The lists are reversed, so that `popLast()` removes the first event.
        var free: [UInt64: [Int]] = [:]
        for index in left.reversed() {
            for key in keys.of(expected[index].leaves) { free[key, default: []].append(index) }
        }
        free = free.filter { $0.value.count <= keys.limit }
        var isPaired: Set<Int> = []
        return right.compactMap { index -> Pair? in
            for key in keys.of(actual[index].leaves) {
                while let other = free[key]?.popLast() {
                    if isPaired.insert(other).inserted { return (other, index) }
                }
            }
            return nil
        }
    }

    /// Returns the cost of a pair of events with the same name.
    private func closeness(_ left: Int, _ right: Int) -> Int64 {
        let (one, other) = (expected[left], actual[right])
        // All matching pairs together cost less than one pair that does not match.
        if one.matches(other) { return 0 }
        let difference = min(one.leaves.compare(other.leaves(under: one.rule, fingerprinter)).cost, 1 << 16)
        return 1 << 48 + Int64(difference) << 24 + (other.isRepeated ? 1 << 15 : 0)
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
    private func likeness(_ expected: UnmatchedEvent, _ actual: UnmatchedEvent) -> Double? {
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

/// An algorithm that pairs rows with columns so that the sum of the costs of the pairs is as small as possible.
///
/// This is the Hungarian method with potentials, which adds one row after another (H. W. Kuhn, 1955; J. Munkres, 1957).
/// The time is O(rows² × columns).
public enum Assignment {
    /// Returns the index of each row's column, or `nil` for a row without a column.
    ///
    /// The result has as many pairs as possible. Among all results with this number of pairs, it has the smallest sum
    /// of costs.
    ///
    /// - Parameters:
    ///   - rows: The number of rows.
    ///   - columns: The number of columns.
    ///   - cost: A closure that returns the cost of a pair of a row and a column, from 0 to 2⁵⁰, or `nil` to forbid the
    ///     pair.
    public static func minimal(rows: Int, columns: Int, cost: (Int, Int) -> Int64?) -> [Int?] {
        if rows > columns {
            let transposed = minimal(rows: columns, columns: rows) { cost($1, $0) }
            var result = [Int?](repeating: nil, count: rows)
            for (column, row) in transposed.enumerated() { if let row { result[row] = column } }
            return result
        }
        guard rows > 0 else { return [] }
        let costs = (0..<rows).map { row in (0..<columns).map { cost(row, $0) ?? -1 } }
        // A forbidden pair costs more than all allowed pairs of a result together, so that the result has as few
        // forbidden pairs as possible. The last line of this method removes the forbidden pairs.
        let forbidden = (costs.joined().max() ?? 0) * Int64(rows) + 1
        let column = solve(rows: rows, columns: columns) { row, column in
            let cost = costs[row][column]
            return cost < 0 ? forbidden : cost
        }
        return column.enumerated().map { row, column in costs[row][column] < 0 ? nil : column }
    }

    /// Returns the index of each row's column. There must be at least as many columns as rows.
    private static func solve(rows: Int, columns: Int, cost: (Int, Int) -> Int64) -> [Int] {
        // Here, rows and columns are numbered from 1. The number 0 means that there is no row or column.
        var rowPotential = [Int64](repeating: 0, count: rows + 1)
        var columnPotential = [Int64](repeating: 0, count: columns + 1)
        var rowOfColumn = [Int](repeating: 0, count: columns + 1)
        for row in 1...rows {
            rowOfColumn[0] = row
            var column = 0
            var least = [Int64](repeating: .max, count: columns + 1)
            var previous = [Int](repeating: 0, count: columns + 1)
            var isDone = [Bool](repeating: false, count: columns + 1)
            repeat {
                isDone[column] = true
                let current = rowOfColumn[column]
                var (delta, next) = (Int64.max, 0)
                for candidate in 1...columns where !isDone[candidate] {
                    let reduced =
                        cost(current - 1, candidate - 1) - rowPotential[current] - columnPotential[candidate]
                    if reduced < least[candidate] {
                        least[candidate] = reduced
                        previous[candidate] = column
                    }
                    if least[candidate] < delta { (delta, next) = (least[candidate], candidate) }
                }
                for candidate in 0...columns {
                    if isDone[candidate] {
                        rowPotential[rowOfColumn[candidate]] += delta
                        columnPotential[candidate] -= delta
                    } else if candidate > 0 {
                        least[candidate] -= delta
                    }
                }
                column = next
            } while rowOfColumn[column] != 0
            while column != 0 {
                rowOfColumn[column] = rowOfColumn[previous[column]]
                column = previous[column]
            }
        }
        var result = [Int](repeating: 0, count: rows)
        for column in 1...columns where rowOfColumn[column] > 0 { result[rowOfColumn[column] - 1] = column - 1 }
        return result
    }
}
