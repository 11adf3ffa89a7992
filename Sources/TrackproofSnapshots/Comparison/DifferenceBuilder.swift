internal import Trackproof

/// Makes differences of what matching left, and puts them in order.
struct DifferenceBuilder {
    private let expected: EventList
    private let actual: EventList
    private let matching: Matching
    private var rules: CompiledRules
    private let fingerprinter: Fingerprinter
    /// For each actual event the expected one that the nearest matching event before it matches, or -1.
    private let precedingMatch: [Int32]
    /// For each expected event the first from it on that matches, or their number.
    private let nextMatched: [Int32]
    /// The differences with the place in the snapshot where each belongs: twice the index of its event, odd where the
    /// event is one of the recording's only.
    private var found: [(place: Int, difference: Difference)] = []

    init(_ plan: ComparisonPlan, _ expected: EventList, _ actual: EventList, _ matching: Matching) {
        self.expected = expected
        self.actual = actual
        self.matching = matching
        rules = plan.rules
        fingerprinter = Fingerprinter(looseNumbers: rules.looseNumbers)
        var last: Int32 = -1
        precedingMatch = matching.expectedOfActual.enumerated().map { index, match in
            defer { if match >= 0, matching.moved.isEmpty || !matching.moved.contains(index) { last = match } }
            return last
        }
        var next = Int32(expected.count)
        var following = Array(repeating: next, count: expected.count)
        for index in following.indices.reversed() {
            if matching.isMatched[index] { next = Int32(index) }
            following[index] = next
        }
        nextMatched = following
    }

    /// Adds what has no match: pairs of one name are changed, what equals an expected event is duplicated, pairs that
    /// are much alike are renamed, and the rest is missing or unexpected.
    mutating func add(
        unmatched expectedEvents: [RecordedEvent], _ expectedIndices: [Int], _ actualEvents: [RecordedEvent],
        _ actualIndices: [Int]
    ) {
        let left = unmatched(expectedEvents, expectedIndices, isExpected: true)
        let right = unmatched(actualEvents, actualIndices, isExpected: false)
        let byName = Pairing.sameName(left, right)
        for (one, two) in byName.pairs { add(.changed, left[one], right[two]) }

        var unexpected: [Int] = []
        for index in byName.actualLeft {
            if right[index].isRepeated, let like = matching.expectedLike(actual.fingerprints[right[index].index]) {
                add(duplicate: right[index], of: like)
            } else {
                unexpected.append(index)
            }
        }
        let renamed = Pairing.renamed(left, byName.expectedLeft, right, unexpected, fingerprinter)
        for (one, two) in renamed { add(.renamed, left[one], right[two]) }
        let renamedExpected = Set(renamed.map(\.expected))
        let renamedActual = Set(renamed.map(\.actual))
        for index in byName.expectedLeft where !renamedExpected.contains(index) { add(.missing, left[index], nil) }
        for index in unexpected where !renamedActual.contains(index) { add(.unexpected, nil, right[index]) }
    }

    private mutating func unmatched(
        _ events: [RecordedEvent], _ indices: [Int], isExpected: Bool
    ) -> [UnmatchedEvent] {
        var result: [UnmatchedEvent] = []
        result.reserveCapacity(events.count)
        for (recorded, index) in zip(events, indices) {
            let volatile = rules.rules(for: recorded.event).volatile
            let leaves = EventLeaves(recorded.event, volatile, fingerprinter, isExpected: isExpected)
            let isRepeated = !isExpected && matching.expectedLike(actual.fingerprints[index]) != nil
            result.append(
                UnmatchedEvent(
                    index: index, event: recorded.event, volatile: volatile, leaves: leaves, isRepeated: isRepeated))
        }
        return result
    }

    private mutating func add(_ kind: Difference.Kind, _ left: UnmatchedEvent?, _ right: UnmatchedEvent?) {
        var parameters: [ParameterDifference] = []
        if let left, let right {
            parameters = ParameterComparer(fingerprinter: fingerprinter).differences(
                expected: left.event, actual: right.event, volatile: rules.rules(for: left.event).volatile)
        }
        let place = left.map { 2 * $0.index } ?? right.map { self.place(ofActual: $0.index) }
        append(kind, left?.event, right?.event, left?.index, right?.index, parameters, place: place ?? 0)
    }

    private mutating func add(duplicate event: UnmatchedEvent, of like: Int) {
        append(.duplicated, event.event, event.event, like, event.index, [], place: place(ofActual: event.index))
    }

    /// Adds events that match but stand out of order.
    mutating func add(moved indices: [Int], _ events: [RecordedEvent]) {
        for (index, recorded) in zip(indices, events) {
            let partner = Int(matching.expectedOfActual[index])
            append(.moved, recorded.event, recorded.event, partner, index, [], place: 2 * partner)
        }
    }

    private mutating func append(
        _ kind: Difference.Kind, _ expectedEvent: Event?, _ actualEvent: Event?, _ expectedIndex: Int?,
        _ actualIndex: Int?, _ parameters: [ParameterDifference], place: Int
    ) {
        let difference = Difference(
            kind: kind, expected: expectedEvent, actual: actualEvent,
            expectedPosition: expectedIndex.map { Int(expected.positions[$0]) },
            actualPosition: actualIndex.map { Int(actual.positions[$0]) }, parameters: parameters)
        found.append((place, difference))
    }

    /// Behind the match of the nearest event before it, and behind what is missing there.
    private func place(ofActual index: Int) -> Int {
        let following = Int(precedingMatch[index]) + 1
        let next = following < nextMatched.count ? Int(nextMatched[following]) : following
        return 2 * next - 1
    }

    /// The differences in the order of the snapshot, with the number of matching events between them.
    func inOrder() -> (differences: [Difference], unchangedAfter: Int) {
        let sorted = found.sorted { left, right in
            if left.place != right.place { return left.place < right.place }
            return (left.difference.actualPosition ?? -1) < (right.difference.actualPosition ?? -1)
        }
        var isUnchanged = matching.isMatched
        for index in matching.moved { isUnchanged[Int(matching.expectedOfActual[index])] = false }
        var next = 0
        func unchanged(until place: Int) -> Int {
            var count = 0
            while next < isUnchanged.count, 2 * next < place {
                if isUnchanged[next] { count += 1 }
                next += 1
            }
            return count
        }
        var differences: [Difference] = []
        for (place, difference) in sorted {
            var difference = difference
            difference.unchangedBefore = unchanged(until: place)
            differences.append(difference)
        }
        return (differences, unchanged(until: .max))
    }
}
