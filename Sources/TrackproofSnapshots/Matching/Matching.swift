/// Which events of a recording are which of a snapshot: the equal ones, found in time linear in their number.
struct Matching {
    /// For each actual event the expected one that it matches, or -1.
    private(set) var expectedOfActual: [Int32]
    /// Whether each expected event is matched.
    private(set) var isMatched: [Bool]
    /// Actual events that match but stand out of order.
    private(set) var moved: Set<Int> = []
    /// How many events match.
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
            // A later group may have chosen another of several equal events.
            moved = moved.filter { expectedOfActual[$0] >= 0 }
        }
    }

    /// The first expected event like this actual one.
    func expectedLike(_ index: Int, of actual: EventList) -> Int? {
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

    /// Matches anew, among the given events, so that as many as possible are in order; the rest of the equal ones
    /// stay matched but count as moved.
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
        // What is left of equal events matches first to first.
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

/// The classes of expected events that each actual event equals: one at most, unless expected events of its name have
/// different rules. Then it is contested: which of several it is decides the pairing.
struct ActualClasses {
    /// The class of each event, or -1.
    let first: [Int32]
    /// The further classes of contested events. A contested event without any has an empty list.
    let others: [Int: [Int32]]

    func isContested(_ index: Int) -> Bool { !others.isEmpty && others[index] != nil }

    func isEqual(_ index: Int, to number: Int32) -> Bool {
        guard number >= 0 else { return false }
        return first[index] == number || (!others.isEmpty && others[index]?.contains(number) == true)
    }

    /// The classes of some of the events, in their order.
    func chosen(_ indices: [Int]) -> ActualClasses {
        var chosen: [Int: [Int32]] = [:]
        if !others.isEmpty {
            for (place, index) in indices.enumerated() { chosen[place] = others[index] }
        }
        return ActualClasses(first: indices.map { first[$0] }, others: chosen)
    }
}
