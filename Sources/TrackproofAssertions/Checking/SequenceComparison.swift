internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// Expected events against the events tracked, each in its place.
struct SequenceComparison {
    private let expected: [EventExpectation]
    private let actual: [Event]
    /// The places that are still without a partner.
    private var expectedLeft: [Int]
    private var actualLeft: [Int]
    private var inOrder: [(expected: Int, actual: Int)] = []
    private var found: [Difference] = []

    /// Compares; the result's differences say missing, unexpected, changed, renamed, duplicated or moved.
    static func compare(_ expected: [EventExpectation], with actual: [Event]) -> Comparison {
        var comparison = SequenceComparison(expected, actual)
        comparison.pairInOrder()
        comparison.pairMoved()
        comparison.pairChanged()
        comparison.findDuplicated()
        comparison.pairRenamed()
        comparison.addRest()
        return comparison.result
    }

    private init(_ expected: [EventExpectation], _ actual: [Event]) {
        self.expected = expected
        self.actual = actual
        expectedLeft = Array(expected.indices)
        actualLeft = Array(actual.indices)
    }

    /// Pairs as many as match in order: the longest common subsequence, by the textbook's table. Expectations are
    /// written by hand and few; what both sides begin and end with needs no table.
    private mutating func pairInOrder() {
        let start = zip(expected, actual).prefix { $0.matches($1) }.count
        let end = zip(expected[start...].reversed(), actual[start...].reversed()).prefix { $0.matches($1) }.count
        let rows = Array(expected[start..<expected.count - end].prefix(Self.tableLimit))
        let columns = Array(actual[start..<actual.count - end].prefix(Self.tableLimit))
        var pairs = (0..<start).map { ($0, $0) }
        pairs += Self.commonSubsequence(rows, columns).map { ($0 + start, $1 + start) }
        pairs += (0..<end).reversed().map { (expected.count - 1 - $0, actual.count - 1 - $0) }
        inOrder = pairs.map { (expected: $0.0, actual: $0.1) }
        take(Set(pairs.map(\.0)), Set(pairs.map(\.1)))
    }

    /// So many events a side are put into a table; past that they are told as missing and unexpected.
    private static let tableLimit = 1_000

    private static func commonSubsequence(_ rows: [EventExpectation], _ columns: [Event]) -> [(Int, Int)] {
        if rows.isEmpty || columns.isEmpty { return [] }
        let matches = rows.map { row in columns.map { row.matches($0) } }
        var length = Array(repeating: Array(repeating: 0, count: columns.count + 1), count: rows.count + 1)
        for row in rows.indices.reversed() {
            for column in columns.indices.reversed() {
                length[row][column] =
                    matches[row][column]
                    ? length[row + 1][column + 1] + 1 : max(length[row + 1][column], length[row][column + 1])
            }
        }
        var (row, column) = (0, 0)
        var pairs: [(Int, Int)] = []
        while row < rows.count, column < columns.count {
            if matches[row][column] {
                pairs.append((row, column))
                (row, column) = (row + 1, column + 1)
            } else if length[row + 1][column] >= length[row][column + 1] {
                row += 1
            } else {
                column += 1
            }
        }
        return pairs
    }

    private mutating func take(_ expectedTaken: Set<Int>, _ actualTaken: Set<Int>) {
        expectedLeft.removeAll(where: expectedTaken.contains)
        actualLeft.removeAll(where: actualTaken.contains)
    }

    private mutating func pairMoved() {
        pair(.moved) { expectation, event in expectation.matches(event) ? 0 : nil }
    }

    private mutating func pairChanged() {
        pair(.changed) { expectation, event in
            guard expectation.kind == event.kind, expectation.name == event.name else { return nil }
            return expectation.differences(from: event).cost
        }
    }

    private mutating func pairRenamed() {
        pair(.renamed) { expectation, event in
            let differences = expectation.differences(from: event)
            let isAlike = NameSimilarity.of(expectation.name, event.name) >= NameSimilarity.similar
            if differences.isEmpty, !expectation.parameters.elements.isEmpty || isAlike { return 0 }
            let shared = expectation.parameters.elements.count - differences.count
            return isAlike && shared >= differences.count ? 1 + differences.count : nil
        }
    }

    /// Pairs what is left, the nearest first; `cost` is nil where two are no pair.
    private mutating func pair(_ kind: Difference.Kind, by cost: (EventExpectation, Event) -> Int?) {
        var pairs: [(cost: Int, expected: Int, actual: Int)] = []
        for left in expectedLeft.prefix(Self.tableLimit) {
            for right in actualLeft.prefix(Self.tableLimit) {
                if let cost = cost(expected[left], actual[right]) { pairs.append((cost, left, right)) }
            }
        }
        for (_, left, right) in pairs.sorted(by: <) where expectedLeft.contains(left) && actualLeft.contains(right) {
            let parameters = kind == .moved ? [] : expected[left].differences(from: actual[right])
            add(kind, left, right, parameters)
            take([left], [right])
        }
    }

    /// What is left and is as expected somewhere was tracked too often: all such places were given away before.
    private mutating func findDuplicated() {
        var duplicates: Set<Int> = []
        for right in actualLeft {
            guard let left = expected.firstIndex(where: { $0.matches(actual[right]) }) else { continue }
            add(.duplicated, left, right)
            duplicates.insert(right)
        }
        take([], duplicates)
    }

    private mutating func addRest() {
        for left in expectedLeft { add(.missing, left, nil) }
        for right in actualLeft { add(.unexpected, nil, right) }
    }

    private mutating func add(
        _ kind: Difference.Kind, _ left: Int?, _ right: Int?, _ parameters: [ParameterDifference] = []
    ) {
        found.append(
            Difference(
                kind: kind, expected: left.map { expected[$0].displayed }, actual: right.map { actual[$0] },
                expectedPosition: left, actualPosition: right, parameters: parameters,
                expectation: left.map { expected[$0].description }))
    }

    private var result: Comparison {
        // Each difference stands behind the pairs that precede it: on the recording's side where it has a place there.
        func preceding(_ difference: Difference) -> Int {
            if difference.kind == .missing || difference.kind == .moved, let left = difference.expectedPosition {
                return inOrder.count { $0.expected < left }
            }
            return inOrder.count { $0.actual < difference.actualPosition ?? 0 }
        }
        let sorted = found.map { (place: preceding($0), difference: $0) }.sorted { left, right in
            (left.place, left.difference.expectedPosition ?? .max, left.difference.actualPosition ?? -1)
                < (right.place, right.difference.expectedPosition ?? .max, right.difference.actualPosition ?? -1)
        }
        var shown = 0
        var differences: [Difference] = []
        for (place, difference) in sorted {
            var difference = difference
            difference.unchangedBefore = place - shown
            shown = place
            differences.append(difference)
        }
        return Comparison(matched: inOrder.count, differences: differences, unchangedAfter: inOrder.count - shown)
    }
}
