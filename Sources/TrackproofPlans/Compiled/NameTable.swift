/// A hash table that finds the index of a name.
///
/// The checker looks up each parameter of each event here, so the table hashes and compares eight bytes at a time. A
/// dictionary takes four times as long, because its hash function resists keys that an attacker has chosen. This table
/// does not have to, because its keys come from the plan.
struct NameTable: Sendable {
    /// The bytes of all names, one after the other.
    private var bytes: [UInt8] = []
    /// The end of each name in `bytes`.
    private var ends: [Int32] = []
    /// The index of a name in each slot, or -1. The number of slots is a power of two, and at least twice the number of
    /// names.
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
        let count = name.count
        guard count >= 8 else {
            return shortWord(name) == shortWord(UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]))
        }
        var place = 0
        while place < count - 8 {
            if word(name, at: place) != word(bytes, at: start + place) { return false }
            place += 8
        }
        return word(name, at: count - 8) == word(bytes, at: start + count - 8)
    }

    /// Hashes bytes by multiplication with an odd constant, as in Knuth's "The Art of Computer Programming", 6.4.
    private static func hash(_ name: UnsafeRawBufferPointer) -> Int {
        let count = name.count
        var hash = UInt64(truncatingIfNeeded: count)
        func mix(_ word: UInt64) {
            hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 32
        }
        if count < 8 {
            mix(shortWord(name))
        } else {
            var place = 0
            while place < count - 8 {
                mix(word(name, at: place))
                place += 8
            }
            // The last eight bytes. Some of them may be in the word before, too.
            mix(word(name, at: count - 8))
        }
        return Int(truncatingIfNeeded: hash)
    }

    private static func word(_ bytes: UnsafeRawBufferPointer, at place: Int) -> UInt64 {
        bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    }

    /// Returns fewer than eight bytes as one number, which is different for different bytes of the same count.
    private static func shortWord(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let count = bytes.count
        if count >= 4 {
            let first = bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
            let last = bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
            return UInt64(first) | UInt64(last) << 32
        }
        if count == 0 { return 0 }
        return UInt64(bytes[0]) | UInt64(bytes[count / 2]) << 8 | UInt64(bytes[count - 1]) << 16
    }
}
