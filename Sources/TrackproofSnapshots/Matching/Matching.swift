/// The pairs of an actual event and an expected event that match.
///
/// If the order of events does not count, the time to find these pairs is linear in the number of events.
struct Matching {
    /// For each actual event, the index of the expected event with which it is paired, or -1 if it is not paired.
    private(set) var expectedOfActual: [Int32]
    /// For each expected event, whether it is paired with an actual event.
    private(set) var isMatched: [Bool]
    /// The indices of the actual events that are paired, but out of order.
    private(set) var moved: Set<Int> = []
    /// The number of pairs.
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
            // An event can belong to several groups. If a later group has paired another event instead of this event,
            // this event is no longer a moved event.
            moved = moved.filter { expectedOfActual[$0] >= 0 }
        }
    }

    /// Returns the index of the first expected event that equals the actual event at `index`.
    ///
    /// - Returns: `nil` if no expected event equals the actual event.
    func firstExpected(_ index: Int, of actual: EventList) -> Int? {
        let fingerprints = [actual.fingerprints[index]] + (actual.otherFingerprints[index] ?? [])
        return fingerprints.compactMap { fingerprint in
            let number = classes.number(of: fingerprint)
            return number < 0 ? nil : Int(classes.first[Int(number)])
        }.min()
    }

    /// Returns the number of the class of equal events to which the expected event at `index` belongs.
    func classOfExpected(_ index: Int) -> Int32 { classes.ofExpected[index] }

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

    /// Pairs the events at these indices anew, so that as many pairs as possible are in order.
    ///
    /// Then pairs the remaining equal events, which are out of order, and adds them to ``moved``.
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
        // Pairs the remaining equal events: the first actual event with the first expected event, and so on.
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

/// For each actual event, the classes of expected events with which it can be paired.
///
/// An event with one fingerprint belongs to at most one class. An event with several fingerprints is contested: it can
/// belong to several classes, and the search for pairs decides which class is used. For example, an event has several
/// fingerprints if expected events of its name have different rules.
struct ActualClasses {
    /// For each event, the class of its first fingerprint, or -1 if no expected event has this fingerprint.
    let first: [Int32]
    /// For each contested event, the classes of its further fingerprints. The key is the index of the event.
    let others: [Int: [Int32]]

    func isContested(_ index: Int) -> Bool { !others.isEmpty && others[index] != nil }

    func isEqual(_ index: Int, to number: Int32) -> Bool {
        guard number >= 0 else { return false }
        return first[index] == number || (!others.isEmpty && others[index]?.contains(number) == true)
    }

    /// Returns the classes of an event. If no expected event has its first fingerprint, the first class is -1.
    func classes(of index: Int) -> [Int32] { [first[index]] + (others.isEmpty ? [] : others[index] ?? []) }

    /// Returns the classes of the events at `indices`, in the order of `indices`.
    func chosen(_ indices: [Int]) -> ActualClasses {
        var chosen: [Int: [Int32]] = [:]
        if !others.isEmpty {
            for (place, index) in indices.enumerated() { chosen[place] = others[index] }
        }
        return ActualClasses(first: indices.map { first[$0] }, others: chosen)
    }
}

/// The classes of expected events with equal fingerprints, numbered from 0.
struct FingerprintClasses {
    private let fingerprints: [Fingerprint]
    /// For each expected event, the number of its class.
    private(set) var ofExpected: [Int32]
    /// For each class, the index of its first expected event.
    private(set) var first: [Int32] = []
    /// For each expected event, the index of the next event in its class, or -1 if there is no such event.
    private(set) var following: [Int32]
    // A hash table with open addressing, which contains the numbers of the classes, and -1 in each empty slot. A class
    // is in the slot that its fingerprint selects, or in a later slot. A dictionary would hash the fingerprints, which
    // are random already, and store them a second time.
    private var slots: [Int32]
    private let mask: Int

    init(_ fingerprints: [Fingerprint]) {
        self.fingerprints = fingerprints
        var capacity = 16
        while capacity < fingerprints.count * 2 { capacity *= 2 }
        mask = capacity - 1
        slots = Array(repeating: -1, count: capacity)
        ofExpected = Array(repeating: -1, count: fingerprints.count)
        following = Array(repeating: -1, count: fingerprints.count)
        var last: [Int32] = []
        for (index, fingerprint) in fingerprints.enumerated() {
            let slot = self.slot(of: fingerprint)
            var number = slots[slot]
            if number >= 0 {
                following[Int(last[Int(number)])] = Int32(index)
                last[Int(number)] = Int32(index)
            } else {
                number = Int32(first.count)
                slots[slot] = number
                first.append(Int32(index))
                last.append(Int32(index))
            }
            ofExpected[index] = number
        }
    }

    /// Returns the number of the class whose events have this fingerprint, or -1 if there is no such class.
    func number(of fingerprint: Fingerprint) -> Int32 { slots[slot(of: fingerprint)] }

    /// Returns the slot of the class whose events have this fingerprint, or an empty slot if there is no such class.
    ///
    /// At least half of the slots are empty, so the search ends.
    private func slot(of fingerprint: Fingerprint) -> Int {
        var slot = Int(truncatingIfNeeded: fingerprint.low) & mask
        while slots[slot] >= 0, fingerprints[Int(first[Int(slots[slot])])] != fingerprint { slot = (slot + 1) & mask }
        return slot
    }
}
