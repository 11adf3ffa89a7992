/// A hash table that maps the hash of each event's id to the hash of the event's content.
///
/// With a million events, this table is faster than a dictionary. A dictionary would hash the hashes again, and a
/// search in a dictionary would wait for memory three times. In this table, the low bits of an id's hash determine the
/// position of the id's entry. If another id has taken that position, the entry is at one of the next positions.
struct EventIDs {
    private struct Entry {
        /// The hash of the id, or 0 if the entry is empty. No id has the hash 0.
        var id: UInt64 = 0
        var content: UInt64 = 0
    }

    /// The entries. The number of entries is a power of two. At most three quarters of the entries are in use.
    private var entries: [Entry] = []
    private(set) var count = 0

    /// Makes room for a number of ids.
    ///
    /// - Parameter capacity: The number of ids, including the ids that the table already contains.
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

    /// Adds an id, unless the table contains the id already.
    ///
    /// - Returns: The content hash that the table already contained for the id, or `nil` if the id is new.
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
        // This method empties the entry at `hole`. A search ends at the first empty entry. Therefore, a later entry
        // moves to `hole` if a search for that entry would otherwise end there.
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

    /// Returns the position of an id, or the empty position for a new entry with that id.
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
