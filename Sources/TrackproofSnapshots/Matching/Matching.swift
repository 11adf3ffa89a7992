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
        let classOfActual = actual.fingerprints.map { classes.number(of: $0) }
        matchFirstToFirst(classOfActual)
        switch order {
        case .strict:
            arrange(Array(isMatched.indices), Array(expectedOfActual.indices), classOfActual)
        case .any:
            for group in 0..<min(groupCount, CompiledRules.groupLimit) {
                let bit: UInt64 = 1 << UInt64(group)
                arrange(
                    expected.groups.indices.filter { expected.groups[$0] & bit != 0 },
                    actual.groups.indices.filter { actual.groups[$0] & bit != 0 }, classOfActual)
            }
            // A later group may have chosen another of several equal events.
            moved = moved.filter { expectedOfActual[$0] >= 0 }
        }
    }

    /// Whether the snapshot has an event like this one.
    func expectedLike(_ fingerprint: Fingerprint) -> Int? {
        let number = classes.number(of: fingerprint)
        return number < 0 ? nil : Int(classes.first[Int(number)])
    }

    private mutating func matchFirstToFirst(_ classOfActual: [Int32]) {
        var next = classes.first
        for (actual, number) in classOfActual.enumerated() {
            guard number >= 0, next[Int(number)] >= 0 else { continue }
            let expected = next[Int(number)]
            next[Int(number)] = classes.following[Int(expected)]
            expectedOfActual[actual] = expected
            isMatched[Int(expected)] = true
            matched += 1
        }
    }

    /// Matches anew, among the given events, so that as many as possible are in order; the rest of the equal ones
    /// stay matched but count as moved.
    private mutating func arrange(_ expected: [Int], _ actual: [Int], _ classOfActual: [Int32]) {
        for index in actual where expectedOfActual[index] >= 0 {
            isMatched[Int(expectedOfActual[index])] = false
            expectedOfActual[index] = -1
            matched -= 1
        }
        let expectedClasses = expected.map { classes.ofExpected[$0] }
        let actualClasses = actual.map { classOfActual[$0] }
        for (left, right) in CommonSubsequence.find(expectedClasses, actualClasses) {
            pair(expected[left], actual[right])
        }
        // What is left of equal events matches first to first.
        var left: [Int32: [Int]] = [:]
        for index in expected.reversed() where !isMatched[index] {
            left[classes.ofExpected[index], default: []].append(index)
        }
        for index in actual where expectedOfActual[index] < 0 {
            guard let other = left[classOfActual[index]]?.popLast() else { continue }
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
