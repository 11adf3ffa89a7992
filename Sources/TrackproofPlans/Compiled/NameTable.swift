import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// A hash table that finds the index of a name, or the name that is most similar to a name that it lacks.
///
/// The checker searches this table for each parameter of each event, so the table must be fast. It hashes and compares
/// eight bytes at a time. A `Dictionary` takes four times as long, because it protects itself against names that an
/// attacker chooses to have equal hashes. This table needs no such protection, because its names come from the plan.
public final class NameTable: Sendable {
    /// An entry of the table. If `index` is negative, the entry is empty.
    private struct Slot {
        var hash: UInt32 = 0
        var index: Int32 = -1
        var start: UInt32 = 0
        var count: UInt32 = 0
    }

    // With arrays, each access would check bounds and count references, which takes longer than the search itself.
    // `nonisolated(unsafe)` is safe here, because nothing changes the memory after `init`.
    private nonisolated(unsafe) let slots: UnsafeMutablePointer<Slot>
    private nonisolated(unsafe) let bytes: UnsafeMutableRawPointer
    /// For each name, the index of its slot.
    private nonisolated(unsafe) let slotsOfNames: UnsafeMutablePointer<Int32>
    private let count: Int
    /// The number of slots minus one. The number of slots is a power of two, and at least twice the number of names.
    private let mask: Int

    private let suggested: ArraySlice<String>
    /// The results of searches for similar names. A mistake in an app occurs in many events. Without the results, a check
    /// of many events would spend most of its time with such searches.
    private let results = Lock<[ExactText: String?]>([:])
    /// The maximum number of results. Recordings can have any number of names.
    private static let resultLimit = 1_000

    /// Creates a table. All names must be different.
    ///
    /// - Parameter suggestionLimit: The number of names among which the table searches for a similar name.
    public init(_ names: [String], suggestionLimit: Int = .max) {
        suggested = names.prefix(suggestionLimit)
        var count = 4
        while count < 2 * names.count { count *= 2 }
        mask = count - 1
        slots = .allocate(capacity: count)
        slots.initialize(repeating: Slot(), count: count)
        let size = names.reduce(0) { $0 + $1.utf8.count }
        bytes = .allocate(byteCount: max(1, size), alignment: 8)
        self.count = names.count
        slotsOfNames = .allocate(capacity: max(1, names.count))
        var end = 0
        for (index, name) in names.enumerated() {
            let own = Array(name.utf8)
            own.withUnsafeBytes { own in
                let hash = Self.hash(own)
                var slot = Int(hash) & mask
                while slots[slot].index >= 0 { slot = (slot + 1) & mask }
                slots[slot] = Slot(
                    hash: hash, index: Int32(index), start: UInt32(end), count: UInt32(truncatingIfNeeded: own.count))
                slotsOfNames[index] = Int32(slot)
                if let base = own.baseAddress { (bytes + end).copyMemory(from: base, byteCount: own.count) }
                end += own.count
            }
        }
    }

    deinit {
        slots.deallocate()
        slotsOfNames.deallocate()
        bytes.deallocate()
    }

    /// Returns the name that is most similar to `name`, or `nil` if no name is similar enough.
    func nearest(to name: String) -> String? {
        let key = ExactText(name)
        if let result = results.withLock({ $0[key] }) { return result }
        let result = NameSimilarity.nearest(to: name, among: Array(suggested), from: NameSimilarity.similar)
        results.withLock { results in
            if results.count == Self.resultLimit { results = [:] }
            results[key] = .some(result)
        }
        return result
    }

    /// Returns the index of a name, or `nil` if the table does not contain the name.
    public func index(of name: String) -> Int? {
        let found = name.utf8.withContiguousStorageIfAvailable { index(of: UnsafeRawBufferPointer($0)) }
        if let found { return found }
        return Array(name.utf8).withUnsafeBytes { index(of: $0) }
    }

    /// Returns the index of a name, or `nil` if the table does not contain the name. First tries the index after
    /// `previous`.
    ///
    /// Apps often send parameters in the order of the plan. So the first try often finds the name without a hash.
    func index(of name: String, after previous: Int) -> Int? {
        let found = name.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
            let name = UnsafeRawBufferPointer(bytes)
            return isName(name, at: previous + 1) ? previous + 1 : index(of: name)
        }
        return found ?? index(of: name)
    }

    /// Returns the index of a name in UTF-8. First tries the index after `previous`.
    public func index(ofBytes name: UnsafeBufferPointer<UInt8>, after previous: Int) -> Int? {
        let name = UnsafeRawBufferPointer(name)
        return isName(name, at: previous + 1) ? previous + 1 : index(of: name)
    }

    private func isName(_ name: UnsafeRawBufferPointer, at index: Int) -> Bool {
        guard index < count else { return false }
        let slot = slots[Int(slotsOfNames[index])]
        return Int(slot.count) == name.count
            && Self.isEqual(name, UnsafeRawBufferPointer(start: bytes + Int(slot.start), count: name.count))
    }

    private func index(of name: UnsafeRawBufferPointer) -> Int? {
        let hash = Self.hash(name)
        var place = Int(hash) & mask
        while true {
            let slot = slots[place]
            if slot.index < 0 { return nil }
            if slot.hash == hash, Int(slot.count) == name.count,
                Self.isEqual(name, UnsafeRawBufferPointer(start: bytes + Int(slot.start), count: name.count))
            {
                return Int(slot.index)
            }
            place = (place + 1) & mask
        }
    }

    private static func isEqual(_ name: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
        let count = name.count
        guard count >= 8 else { return shortWord(name) == shortWord(other) }
        var place = 0
        while place < count - 8 {
            if word(name, at: place) != word(other, at: place) { return false }
            place += 8
        }
        return word(name, at: count - 8) == word(other, at: count - 8)
    }

    /// Returns a hash of the bytes, computed with an odd constant (Knuth, "The Art of Computer Programming", 6.4).
    private static func hash(_ name: UnsafeRawBufferPointer) -> UInt32 {
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
            // These eight bytes end at the end of the name. The loop may already have hashed some of them.
            mix(word(name, at: count - 8))
        }
        return UInt32(truncatingIfNeeded: hash)
    }

    private static func word(_ bytes: UnsafeRawBufferPointer, at place: Int) -> UInt64 {
        bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    }

    /// Returns a number that contains all bytes of a text of fewer than eight bytes. Different texts of equal length
    /// give different numbers.
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
