/// A matching of the equal events of a recording and a snapshot.
///
/// If the order does not count, the time is linear in the number of events.
struct Matching {
    /// For each actual event, the index of the expected event that it matches, or -1.
    private(set) var expectedOfActual: [Int32]
    /// Whether each expected event is matched.
    private(set) var isMatched: [Bool]
    /// The indices of the actual events that match but are out of order.
    private(set) var moved: Set<Int> = []
    /// The number of events that match.
    private(set) var matched = 0

    private let classes: FingerprintClasses

    init(expected: EventList, actual: EventList, order: SnapshotSettings.Order, groupCount: Int) {
        classes = FingerprintClasses(expected.fingerprints)
        expectedOfActual = Array(repeating: -1, count: actual.count)
        isMatched = Array(repeating: false, count: expected.count)
        let classes = classes
        let actualClasses = ActualClasses(
            first: actual.fingerprints.map { classes.number(of: $0) },
            others: actual.otherFingerprints.mapValues { $0.map { classes.number(of: $0) }.filter { $0 >= 0 } })
        matchFirstToFirst(actualClasses)
        switch order {
        case .strict:
            arrange(Array(isMatched.indices), Array(expectedOfActual.indices), actualClasses)
        case .any:
            for group in 0..<min(groupCount, CompiledRules.groupLimit) {
                let bit: UInt64 = 1 << UInt64(group)
                arrange(
                    expected.groups.indices.filter { expected.groups[$0] & bit != 0 },
                    actual.groups.indices.filter { actual.groups[$0] & bit != 0 }, actualClasses)
            }
            // An event can belong to several groups. If an earlier group moved the event, a later group may have left
            // it unmatched and matched an equal event in its place.
            moved = moved.filter { expectedOfActual[$0] >= 0 }
        }
    }

    /// Returns the index of the first expected event that equals an actual event, or `nil` if no event equals it.
    func firstExpected(_ index: Int, of actual: EventList) -> Int? {
        let fingerprints = [actual.fingerprints[index]] + (actual.otherFingerprints[index] ?? [])
        return fingerprints.compactMap { fingerprint in
            let number = classes.number(of: fingerprint)
            return number < 0 ? nil : Int(classes.first[Int(number)])
        }.min()
    }

    private mutating func matchFirstToFirst(_ classOfActual: ActualClasses) {
        var next = classes.first
        for (actual, number) in classOfActual.first.enumerated() {
            guard number >= 0, next[Int(number)] >= 0, !classOfActual.isContested(actual) else { continue }
            let expected = next[Int(number)]
            next[Int(number)] = classes.following[Int(expected)]
            expectedOfActual[actual] = expected
            isMatched[Int(expected)] = true
            matched += 1
        }
    }

    /// Matches the given events again, so that as many matching events as possible are in order.
    ///
    /// Equal events that are not in order are matched too, but count as moved.
    private mutating func arrange(_ expected: [Int], _ actual: [Int], _ classOfActual: ActualClasses) {
        for index in actual where expectedOfActual[index] >= 0 {
            isMatched[Int(expectedOfActual[index])] = false
            expectedOfActual[index] = -1
            matched -= 1
        }
        let expectedClasses = expected.map { classes.ofExpected[$0] }
        for (left, right) in CommonSubsequence.find(expectedClasses, classOfActual.chosen(actual)) {
            pair(expected[left], actual[right])
        }
        // The remaining equal events are matched in order, first to first.
        var left: [Int32: [Int]] = [:]
        for index in expected.reversed() where !isMatched[index] {
            left[classes.ofExpected[index], default: []].append(index)
        }
        for index in actual where expectedOfActual[index] < 0 && !classOfActual.isContested(index) {
            guard let other = left[classOfActual.first[index]]?.popLast() else { continue }
            pair(other, index)
            moved.insert(index)
        }
    }

    private mutating func pair(_ expected: Int, _ actual: Int) {
        expectedOfActual[actual] = Int32(expected)
        isMatched[expected] = true
        matched += 1
    }
}

/// For each actual event, the classes of expected events that equal the actual event.
///
/// An event with one fingerprint belongs to at most one class. An event can have several fingerprints, for example
/// because expected events of the same name have different rules. Such an event is contested: the pairing decides which
/// class it belongs to.
struct ActualClasses {
    /// The first class of each event, or -1 if the event belongs to no class.
    let first: [Int32]
    /// The further classes of contested events. The list is empty if a contested event has no further class.
    let others: [Int: [Int32]]

    func isContested(_ index: Int) -> Bool { !others.isEmpty && others[index] != nil }

    func isEqual(_ index: Int, to number: Int32) -> Bool {
        guard number >= 0 else { return false }
        return first[index] == number || (!others.isEmpty && others[index]?.contains(number) == true)
    }

    /// Returns the classes of some of the events, in the order of `indices`.
    func chosen(_ indices: [Int]) -> ActualClasses {
        var chosen: [Int: [Int32]] = [:]
        if !others.isEmpty {
            for (place, index) in indices.enumerated() { chosen[place] = others[index] }
        }
        return ActualClasses(first: indices.map { first[$0] }, others: chosen)
    }
}
