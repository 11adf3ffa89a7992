/// A hash table that finds the index of a name.
///
/// The checker looks up each parameter of each event here, so the table hashes and compares eight bytes at a time. A
/// dictionary takes four times as long, because its hash function resists keys that an attacker has chosen. This table
/// needs no such protection, because its keys come from the plan.
struct NameTable: Sendable {
    /// The bytes of all names, one after the other.
    private var bytes: [UInt8] = []
    /// The end of each name in `bytes`.
    private var ends: [Int32] = []
    /// The index of the name in each slot, or -1 for an empty slot. The number of slots is a power of two, and at least
    /// twice the number of names.
    private var slots: [Int32]

    /// Creates a table of distinct names.
    init(_ names: [String]) {
        var count = 4
        while count < 2 * names.count { count *= 2 }
        slots = [Int32](repeating: -1, count: count)
        for (index, name) in names.enumerated() {
            let own = Array(name.utf8)
            var slot = own.withUnsafeBytes { Self.hash($0) } & (count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (count - 1) }
            slots[slot] = Int32(index)
            bytes += own
            ends.append(Int32(bytes.count))
        }
    }

    /// Returns the index of a name, or `nil` if the table does not have it.
    func index(of name: String) -> Int? {
        let found = name.utf8.withContiguousStorageIfAvailable { index(of: UnsafeRawBufferPointer($0)) }
        if let found { return found }
        return Array(name.utf8).withUnsafeBytes { index(of: $0) }
    }

    private func index(of name: UnsafeRawBufferPointer) -> Int? {
        let mask = slots.count - 1
        var slot = Self.hash(name) & mask
        return bytes.withUnsafeBytes { bytes in
            while slots[slot] >= 0 {
                let index = Int(slots[slot])
                let start = index == 0 ? 0 : Int(ends[index - 1])
                if Int(ends[index]) - start == name.count, Self.isEqual(name, bytes, at: start) { return index }
                slot = (slot + 1) & mask
            }
            return nil
        }
    }

    private static func isEqual(_ name: UnsafeRawBufferPointer, _ bytes: UnsafeRawBufferPointer, at start: Int) -> Bool
    {
        var place = 0
        while place + 8 <= name.count {
            let word = name.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            if word != bytes.loadUnaligned(fromByteOffset: start + place, as: UInt64.self) { return false }
            place += 8
        }
        while place < name.count {
            if name[place] != bytes[start + place] { return false }
            place += 1
        }
        return true
    }

    /// Hashes bytes by multiplication with an odd constant, as in Knuth's "The Art of Computer Programming", 6.4.
    private static func hash(_ name: UnsafeRawBufferPointer) -> Int {
        var hash = UInt64(name.count)
        var place = 0
        func mix(_ word: UInt64) {
            hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 32
        }
        while place + 8 <= name.count {
            mix(name.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place += 8
        }
        var rest: UInt64 = 0
        while place < name.count {
            rest = rest << 8 | UInt64(name[place])
            place += 1
        }
        mix(rest)
        return Int(truncatingIfNeeded: hash)
    }
}
