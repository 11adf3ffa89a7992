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
            for group in 0..<min(groupCount, 64) {
                let bit: UInt64 = 1 << UInt64(group)
                arrange(
                    expected.groups.indices.filter { expected.groups[$0] & bit != 0 },
                    actual.groups.indices.filter { actual.groups[$0] & bit != 0 }, classOfActual)
            }
        }
    }

    /// Whether the snapshot has an event like this one.
    func expectedLike(_ fingerprint: Fingerprint) -> Int? {
        classes.number(of: fingerprint).map { Int(classes.first[Int($0)]) }
    }

    private mutating func matchFirstToFirst(_ classOfActual: [Int32?]) {
        var next = classes.first
        for (actual, number) in classOfActual.enumerated() {
            guard let number, next[Int(number)] >= 0 else { continue }
            let expected = next[Int(number)]
            next[Int(number)] = classes.following[Int(expected)]
            expectedOfActual[actual] = expected
            isMatched[Int(expected)] = true
            matched += 1
        }
    }

    /// Matches anew, among the given events, so that as many as possible are in order; the rest of the equal ones
    /// stay matched but count as moved.
    private mutating func arrange(_ expected: [Int], _ actual: [Int], _ classOfActual: [Int32?]) {
        for index in actual where expectedOfActual[index] >= 0 {
            isMatched[Int(expectedOfActual[index])] = false
            expectedOfActual[index] = -1
            matched -= 1
        }
        let expectedClasses = expected.map { classes.ofExpected[$0] }
        let actualClasses = actual.map { classOfActual[$0] ?? -1 }
        for (left, right) in CommonSubsequence.find(expectedClasses, actualClasses) {
            pair(expected[left], actual[right])
        }
        // What is left of equal events matches first to first.
        var left: [Int32: [Int]] = [:]
        for index in expected.reversed() where !isMatched[index] {
            left[classes.ofExpected[index], default: []].append(index)
        }
        for index in actual where expectedOfActual[index] < 0 {
            guard let number = classOfActual[index], let other = left[number]?.popLast() else { continue }
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

/// The expected events by content: equal ones are of one class.
private struct FingerprintClasses {
    private var numbers: [Fingerprint: Int32] = [:]
    /// The class of each expected event.
    private(set) var ofExpected: [Int32] = []
    /// The first event of each class.
    private(set) var first: [Int32] = []
    /// The event of the same class after each, or -1.
    private(set) var following: [Int32]

    init(_ fingerprints: [Fingerprint]) {
        numbers.reserveCapacity(fingerprints.count)
        ofExpected.reserveCapacity(fingerprints.count)
        following = Array(repeating: -1, count: fingerprints.count)
        var last: [Int32] = []
        for (index, fingerprint) in fingerprints.enumerated() {
            if let number = numbers[fingerprint] {
                following[Int(last[Int(number)])] = Int32(index)
                last[Int(number)] = Int32(index)
                ofExpected.append(number)
            } else {
                let number = Int32(first.count)
                numbers[fingerprint] = number
                first.append(Int32(index))
                last.append(Int32(index))
                ofExpected.append(number)
            }
        }
    }

    func number(of fingerprint: Fingerprint) -> Int32? { numbers[fingerprint] }
}
