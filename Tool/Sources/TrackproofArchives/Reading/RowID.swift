/// The id of a row: a hash of the fields that identify the row for its vendor.
///
/// The hash is the same in all processes. It has 64 bits: the probability that any two of 100 million different rows have
/// the same id is 0.03 %.
package struct RowID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The hash, which is never 0.
    package let hash: UInt64

    /// Creates an id with a hash. Returns `nil` for 0.
    package init?(hash: UInt64) {
        if hash == 0 { return nil }
        self.hash = hash
    }

    /// Creates the id of a row from the first list of fields that the row has. Returns `nil` if it has none of the lists.
    ///
    /// - Parameter hash: A closure that returns the hash of a field's value, or 0 if the row does not have the field.
    @inline(__always)
    init?(_ lists: [[LayoutTree.Slot]], hash: (LayoutTree.Slot) -> UInt64) {
        list: for (index, slots) in lists.enumerated() {
            var sum = UInt64(truncatingIfNeeded: index) &+ 1
            for slot in slots {
                let value = hash(slot)
                if value == 0 { continue list }
                sum = Self.mixed(sum ^ value)
            }
            self.hash = max(1, Self.mixed(sum))
            return
        }
        return nil
    }

    /// Returns the hash of a value as the row spells it. The hash is never 0.
    static func hash(of value: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash = mixed(UInt64(truncatingIfNeeded: value.count) &+ 1)
        let bytes = UnsafeRawBufferPointer(value)
        var place = 0
        while place + 8 <= bytes.count {
            hash = mixed(hash ^ UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
            place += 8
        }
        var rest: UInt64 = 0
        while place < bytes.count {
            rest = rest << 8 | UInt64(bytes[place])
            place += 1
        }
        return max(1, mixed(hash ^ rest))
    }

    /// Multiplies a number by a constant, and combines both halves of the product. Source of the idea: wyhash (public
    /// domain), <https://github.com/wangyi-fudan/wyhash>
    @inline(__always)
    private static func mixed(_ value: UInt64) -> UInt64 {
        let (high, low) = (value ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
        return high ^ low
    }

    /// Parses the text of an id.
    package init?(_ text: String) {
        guard text.utf8.count == 16, let hash = UInt64(text, radix: 16) else { return nil }
        self.init(hash: hash)
    }

    /// The hash as 16 hexadecimal digits.
    package var description: String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    package static func < (left: RowID, right: RowID) -> Bool { left.hash < right.hash }
}

/// A set of ids of rows that needs at most a certain memory.
package struct RowIDs: Sendable {
    /// The maximum number of ids from one part of an archive. They need 32 MiB.
    static let limitOfPart = 3 << 20
    /// The maximum number of ids from all parts of an archive. They need 256 MiB.
    static let limitOfArchive = 3 << 23

    /// The number of ids.
    package private(set) var count = 0
    private let limit: Int
    /// The hashes. The place of a hash is the first free place after its upper bits. 0 is a free place.
    private var places: [UInt64] = []
    /// The number of lower bits that are not part of a place.
    private var shift: UInt64 = 64
    /// The hashes that ``insert(_:)`` has only noted, or `nil` if it adds each id at once.
    private var noted: [UInt64]?

    /// Creates an empty set.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of ids.
    ///   - isNoting: Whether the set only notes ids until ``addNoted()``. Until then, it contains no id.
    package init(limit: Int = limitOfPart, isNoting: Bool = false) {
        self.limit = limit
        if isNoting { noted = [] }
    }

    /// Adds the ids that the set has noted.
    ///
    /// It takes a third of the time to add many ids at once, because the processor then waits for several places in the
    /// memory at the same time.
    ///
    /// - Returns: `false` if some ids are the same.
    package mutating func addNoted() -> Bool {
        guard let hashes = noted else { return true }
        noted = nil
        var areUnique = true
        add(hashes, count: hashes.count) { _ in areUnique = false }
        return areUnique
    }

    /// Adds the ids of another set, and returns those that this set contained before.
    ///
    /// Both sets keep ids in the order of their upper bits, so this needs little memory that is not in the cache.
    package mutating func merge(_ other: RowIDs) -> RowIDs {
        var copies = RowIDs()
        add(other.places, count: other.count) { hash in
            if let copy = RowID(hash: hash) { copies.insert(copy) }
        }
        return copies
    }

    /// Adds many hashes until the set is full, and calls `onCopy` with each that the set contained before.
    ///
    /// - Parameters:
    ///   - hashes: The hashes. 0 stands for no hash.
    ///   - more: The number of hashes that are not 0.
    @inline(__always)
    private mutating func add(_ hashes: [UInt64], count more: Int, onCopy: (UInt64) -> Void) {
        reserve(more)
        let shift = shift
        var free = limit - count
        places.withUnsafeMutableBufferPointer { places in
            for hash in hashes where hash != 0 {
                let place = Self.place(of: hash, in: places, shift)
                if places[place] == hash {
                    onCopy(hash)
                } else if free > 0 {
                    places[place] = hash
                    free -= 1
                }
            }
        }
        count = limit - free
    }

    /// Returns whether the set contains an id.
    package func contains(_ id: RowID) -> Bool { count > 0 && places[place(of: id.hash)] != 0 }

    /// Adds an id, unless the set is full.
    ///
    /// - Returns: `false` if the set contained the id before.
    @discardableResult
    package mutating func insert(_ id: RowID) -> Bool {
        if let known = noted?.count {
            if known < limit { noted?.append(id.hash) }
            return true
        }
        if count < limit { reserve(1) }
        let place = place(of: id.hash)
        if places[place] != 0 { return false }
        if count < limit {
            places[place] = id.hash
            count += 1
        }
        return true
    }

    /// Makes room for more ids. Without it, many ids in the order of their places would be slow to add.
    mutating func reserve(_ more: Int) {
        let needed = min(count + more, limit)
        if needed * 4 <= places.count * 3, !places.isEmpty { return }
        let known = places
        var size = max(1 << 10, known.count)
        while needed * 4 > size * 3 { size *= 2 }
        places = Array(repeating: 0, count: size)
        shift = UInt64(64 - size.trailingZeroBitCount)
        for hash in known where hash != 0 { places[place(of: hash)] = hash }
    }

    /// Returns the place of a hash, or the free place for it.
    private func place(of hash: UInt64) -> Int { Self.place(of: hash, in: places, shift) }

    @inline(__always)
    private static func place<Places: RandomAccessCollection<UInt64>>(
        of hash: UInt64, in places: Places, _ shift: UInt64
    ) -> Int where Places.Index == Int {
        var place = Int(hash >> shift)
        while places[place] != 0, places[place] != hash { place = (place + 1) & (places.count - 1) }
        return place
    }
}
