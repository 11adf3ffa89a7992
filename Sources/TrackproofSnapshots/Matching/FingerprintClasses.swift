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
