import Trackproof

/// A builder that turns unmatched events and moved events into differences, and puts the differences into order.
struct DifferenceBuilder {
    private let expected: EventList
    private let actual: EventList
    private let matching: Matching
    private var rules: CompiledRules
    private let ownRules: OwnRules?
    private let fingerprinter: Fingerprinter
    /// For each actual event A, the index of the expected event that matches the last matched event before A, or -1.
    ///
    /// Moved events do not count as matched events here.
    private let precedingMatch: [Int32]
    /// For each expected event, the index of the first matched expected event at or after it.
    ///
    /// If there is no such event, the element is the number of expected events.
    private let nextMatched: [Int32]
    /// For each expected event, whether it is matched and not moved.
    private var isUnchanged: [Bool]
    /// The matching pairs that ``add(unmatched:_:_:_:)`` found among the unmatched events.
    private(set) var matchedLate: [UserComparison.Pair] = []
    private var users: UserComparison?
    private let order: SnapshotSettings.Order
    /// The differences, each with its place in the order of the result.
    ///
    /// The place is twice the index of the expected event. If the difference has no expected event, the place is an odd
    /// number between the places of two expected events. The pair is `nil` if the difference has no pair of events.
    private var found: [(place: Int, pair: UserComparison.Pair?, difference: Difference)] = []

    init(
        _ plan: ComparisonPlan, _ fingerprinter: Fingerprinter, _ expected: EventList, _ actual: EventList,
        _ matching: Matching, _ ownRules: OwnRules?
    ) {
        self.ownRules = ownRules
        self.expected = expected
        self.actual = actual
        self.matching = matching
        rules = plan.rules
        self.fingerprinter = fingerprinter
        order = plan.settings.order
        isUnchanged = matching.isMatched
        for index in matching.moved { isUnchanged[Int(matching.expectedOfActual[index])] = false }
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

    /// Adds differences for the events that are not matched.
    ///
    /// Pairs of events with the same kind and name become changed events, unless they match after all. An actual event
    /// that equals an expected event becomes a duplicated event. Pairs of similar events with different names become
    /// renamed events. All other events become missing or unexpected events.
    mutating func add(
        unmatched expectedEvents: [RecordedEvent], _ expectedIndices: [Int], _ actualEvents: [RecordedEvent],
        _ actualIndices: [Int]
    ) {
        let left = unmatched(expectedEvents, expectedIndices, isExpected: true)
        let right = unmatched(actualEvents, actualIndices, isExpected: false)
        let pairing = Pairing(expected: left, actual: right, fingerprinter: fingerprinter)
        var pairs = pairing.sameName()
        var (isExpectedFree, isActualFree) = (left.map { _ in true }, right.map { _ in true })
        for (one, two) in pairs {
            (isExpectedFree[one], isActualFree[two]) = (false, false)
            if left[one].matches(right[two]) {
                addMatch(left[one], right[two])
            } else {
                add(.changed, left[one], right[two])
            }
        }
        for index in right.indices where isActualFree[index] && right[index].isRepeated {
            guard let like = matching.firstExpected(right[index].index, of: actual) else { continue }
            isActualFree[index] = false
            add(duplicate: right[index], of: like)
        }
        pairs = pairing.renamed(
            left.indices.filter { isExpectedFree[$0] }, right.indices.filter { isActualFree[$0] })
        for (one, two) in pairs {
            (isExpectedFree[one], isActualFree[two]) = (false, false)
            add(.renamed, left[one], right[two])
        }
        for index in left.indices where isExpectedFree[index] { add(.missing, left[index], nil) }
        for index in right.indices where isActualFree[index] { add(.unexpected, nil, right[index]) }
    }

    private mutating func unmatched(
        _ events: [RecordedEvent], _ indices: [Int], isExpected: Bool
    ) -> [UnmatchedEvent] {
        var result: [UnmatchedEvent] = []
        result.reserveCapacity(events.count)
        for (recorded, index) in zip(events, indices) {
            let rule = rule(of: recorded.event, index, isExpected: isExpected)
            let event = isExpected ? recorded.event : actual.contents.completed(recorded) ?? recorded.event
            let leaves = EventLeaves(event, rule, fingerprinter, isExpected: isExpected)
            let isRepeated = !isExpected && matching.firstExpected(index, of: actual) != nil
            result.append(
                UnmatchedEvent(
                    index: index, recorded: recorded, event: event, rule: rule, leaves: leaves, isRepeated: isRepeated,
                    fingerprints: isExpected ? [expected.fingerprints[index]] : contested(index)))
        }
        return result
    }

    private mutating func rule(of event: Event, _ index: Int, isExpected: Bool) -> ValueRule? {
        guard let ownRules else { return rules.rules(for: event).volatile }
        return isExpected ? ownRules.ofExpected[index] : ownRules.ofActual[index]
    }

    /// Returns the fingerprints of an unmatched actual event that has several fingerprints.
    ///
    /// An event with one fingerprint cannot match any more, so the result is empty for it. For the reasons why an event
    /// has several fingerprints, see ``EventList/otherFingerprints``.
    private func contested(_ index: Int) -> [Fingerprint] {
        actual.otherFingerprints[index].map { [actual.fingerprints[index]] + $0 } ?? []
    }

    /// Adds a pair of events that match after all. If the order of events counts, the actual event becomes a moved
    /// event.
    private mutating func addMatch(_ left: UnmatchedEvent, _ right: UnmatchedEvent) {
        switch order {
        case .strict: add(.moved, left, right)
        case .any:
            isUnchanged[left.index] = true
            matchedLate.append(.init(expected: left.index, actual: right.index))
        }
    }

    private mutating func add(_ kind: Difference.Kind, _ left: UnmatchedEvent?, _ right: UnmatchedEvent?) {
        var parameters: [ParameterDifference] = []
        var event = right?.recorded.event
        if let left, let right {
            let completed = completed(right.recorded, like: left.event)
            event = completed
            if kind != .moved {
                parameters = ParameterComparer(fingerprinter: fingerprinter).differences(
                    expected: left.event, actual: completed, rule: ownRules?.inWords[left.index] ?? left.rule)
            }
        }
        let place = left.map { 2 * $0.index } ?? right.map { self.place(ofActual: $0.index) }
        append(kind, left?.event, event, left?.index, right?.index, parameters, place: place ?? 0)
    }

    /// Returns the actual event of a pair, with values of its context as additional parameters.
    ///
    /// Only values that are parameters of the expected event become parameters. Other expected events with the same name
    /// can have other parameters.
    private func completed(_ actual: RecordedEvent, like expected: Event) -> Event {
        actual.completed(fingerprinter.types.completesParameters ? expected.parameters.names : []) ?? actual.event
    }

    private mutating func add(duplicate event: UnmatchedEvent, of like: Int) {
        append(.duplicated, event.event, event.event, like, event.index, [], place: place(ofActual: event.index))
    }

    /// Adds differences for actual events that match but are out of order.
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
            actualPosition: actualIndex.map { Int(actual.positions[$0]) }, parameters: parameters,
            expectation: expectedIndex.flatMap { ownRules?.texts[$0] })
        var pair: UserComparison.Pair?
        if kind != .duplicated, let expectedIndex, let actualIndex {
            pair = .init(expected: expectedIndex, actual: actualIndex)
        }
        found.append((place, pair, difference))
    }

    /// Returns the place of a difference that has no expected event, only the actual event at `index`.
    ///
    /// The place is after the expected event in `precedingMatch`, and after all unmatched expected events that follow
    /// that expected event.
    private func place(ofActual index: Int) -> Int {
        let following = Int(precedingMatch[index]) + 1
        let next = following < nextMatched.count ? Int(nextMatched[following]) : following
        return 2 * next - 1
    }

    /// Returns the differences in the order of the snapshot, with the number of matching events between them.
    func inOrder() -> (differences: [Difference], unchangedAfter: Int) {
        let sorted = found.sorted { left, right in
            if left.place != right.place { return left.place < right.place }
            return (left.difference.actualPosition ?? -1) < (right.difference.actualPosition ?? -1)
        }
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
        for (place, _, difference) in sorted {
            var difference = difference
            difference.unchangedBefore = unchanged(until: place)
            differences.append(difference)
        }
        return (differences, unchanged(until: .max))
    }
}

// The users of paired events.
extension DifferenceBuilder {
    /// Adds the users that differ to the differences found so far.
    ///
    /// - Returns: The pairs without any other difference whose users differ.
    mutating func compareUsers(_ plan: ComparisonPlan) -> [UserComparison.Pair] {
        if expected.users.ids.isEmpty { return [] }
        let own = found.compactMap(\.pair)
        let matched = matching.expectedOfActual.indices.filter {
            matching.expectedOfActual[$0] >= 0 && !matching.moved.contains($0)
        }.map { pair(ofMatched: $0) }
        guard var users = UserComparison(expected, actual, plan, matched + matchedLate + own) else { return [] }
        for (index, found) in found.enumerated() {
            guard let user = found.pair.flatMap({ users.difference(of: $0) }) else { continue }
            self.found[index].difference.parameters.insert(user, at: 0)
        }
        self.users = users
        let known = Set(own.map(\.actual))
        return users.differing.filter { !known.contains($0.actual) }
    }

    private func pair(ofMatched index: Int) -> UserComparison.Pair {
        let partner = Int(matching.expectedOfActual[index])
        let isFree = order == .any && (expected.groups.isEmpty || expected.groups[partner] == 0)
        return .init(expected: partner, actual: index, exchange: isFree ? matching.classOfExpected(partner) : nil)
    }

    /// Adds differences for pairs in which only the users differ.
    mutating func add(
        _ pairs: [UserComparison.Pair], _ expectedEvents: [RecordedEvent], _ actualEvents: [RecordedEvent]
    ) {
        for (pair, (left, right)) in zip(pairs, zip(expectedEvents, actualEvents)) {
            guard let user = users?.difference(of: pair) else { continue }
            isUnchanged[pair.expected] = false
            append(
                .changed, left.event, completed(right, like: left.event), pair.expected, pair.actual, [user],
                place: 2 * pair.expected)
        }
    }
}
