/// The expected events, grouped by content. Equal events belong to the same class. Classes are numbered from 0.
struct FingerprintClasses {
    private let fingerprints: [Fingerprint]
    /// The class of each expected event.
    private(set) var ofExpected: [Int32]
    /// The first event of each class.
    private(set) var first: [Int32] = []
    /// For each event, the next event of the same class, or -1.
    private(set) var following: [Int32]
    // A hash table with open addressing. A class is in the slot of its fingerprint or in a later slot. An empty slot is
    // -1. A dictionary would hash the fingerprints, which are random already, and store them a second time.
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

    /// Returns the class of events with this fingerprint, or -1.
    func number(of fingerprint: Fingerprint) -> Int32 { slots[slot(of: fingerprint)] }

    /// Returns the slot of the fingerprint's class, or the free slot for a new class.
    ///
    /// At least half of the slots are free, so the search ends.
    private func slot(of fingerprint: Fingerprint) -> Int {
        var slot = Int(truncatingIfNeeded: fingerprint.low) & mask
        while slots[slot] >= 0, fingerprints[Int(first[Int(slots[slot])])] != fingerprint { slot = (slot + 1) & mask }
        return slot
    }
}
