/// The hash of the content of each event that arrived, by the hash of its id.
///
/// A dictionary would hash the hashes again, and look at three places in memory to find one: with a million events each
/// of them is a wait for memory. Here an entry stands where the low bits of its id say, or behind, next to its content.
struct EventIDs {
    private struct Entry {
        /// 0 for an empty place; no id is 0.
        var id: UInt64 = 0
        var content: UInt64 = 0
    }

    /// A power of two of places, of which at most three quarters are taken.
    private var entries: [Entry] = []
    private(set) var count = 0

    init() {}

    /// Makes room for so many.
    mutating func reserveCapacity(_ capacity: Int) {
        var places = max(entries.count, 16)
        while places / 4 * 3 < capacity { places *= 2 }
        if places > entries.count { resize(to: places) }
    }

    subscript(id: UInt64) -> UInt64? {
        get {
            guard !entries.isEmpty else { return nil }
            let entry = entries[place(of: id)]
            return entry.id == id ? entry.content : nil
        }
    }

    /// Adds an id unless it is there; returns the content that it has.
    mutating func insert(_ id: UInt64, _ content: UInt64) -> UInt64? {
        reserveCapacity(count + 1)
        let place = place(of: id)
        if entries[place].id == id { return entries[place].content }
        entries[place] = Entry(id: id, content: content)
        count += 1
        return nil
    }

    mutating func remove(_ id: UInt64) {
        guard !entries.isEmpty else { return }
        var hole = place(of: id)
        guard entries[hole].id == id else { return }
        count -= 1
        // An entry behind it that would not be found across the hole moves into it.
        var next = (hole + 1) & (entries.count - 1)
        while entries[next].id != 0 {
            let distance = (next &- home(of: entries[next].id)) & (entries.count - 1)
            if distance >= (next &- hole) & (entries.count - 1) {
                entries[hole] = entries[next]
                hole = next
            }
            next = (next + 1) & (entries.count - 1)
        }
        entries[hole] = Entry()
    }

    private func home(of id: UInt64) -> Int { Int(truncatingIfNeeded: id) & (entries.count - 1) }

    /// Where an id stands, or else the empty place where it would.
    private func place(of id: UInt64) -> Int {
        entries.withUnsafeBufferPointer { entries in
            var place = Int(truncatingIfNeeded: id) & (entries.count - 1)
            while entries[place].id != 0, entries[place].id != id { place = (place + 1) & (entries.count - 1) }
            return place
        }
    }

    private mutating func resize(to places: Int) {
        let old = entries
        entries = Array(repeating: Entry(), count: places)
        for entry in old where entry.id != 0 { entries[place(of: entry.id)] = entry }
    }
}
