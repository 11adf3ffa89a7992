import TrackproofJSON
import TrackproofPlans
import TrackproofText
package import TrackproofVendors

extension ArchiveLayout {
    /// Chooses the vendor's layout that fits a record. The names of the record's members decide.
    ///
    /// - Returns: `nil` if no vendor's layout fits, for example because the record is an event of a recording.
    package init?(of record: UnsafeBufferPointer<UInt8>) {
        guard let base = record.baseAddress, let first = record.first(where: { $0 > 0x20 }) else { return nil }
        if first != 0x7B {
            let columns = record.count(where: { $0 == 0x09 }) + 1
            guard let layout = Self.vendors.first(where: { $0.columns?.count == columns }) else { return nil }
            self = layout
            return
        }
        var cursor = JSONCursor(base, from: 0, to: record.count, isFinal: true)
        var names: Set<String> = []
        do throws(JSONFailure) {
            try Self.names(&cursor) { (cursor, name) throws(JSONFailure) in
                names.insert(name)
                guard name == "properties", try cursor.peek() == 0x7B else { return try cursor.skipValue() }
                try Self.names(&cursor) { (cursor, name) throws(JSONFailure) in
                    names.insert("properties." + name)
                    try cursor.skipValue()
                }
            }
        } catch {
            // If the record is damaged, the names before the damage can be enough to choose a layout.
        }
        let layout = Self.vendors.first { $0.members.contains(where: names.isSuperset) }
        guard let layout else { return nil }
        self = layout
    }

    /// Returns the reason why a record that is not an event of a recording has no layout either.
    ///
    /// - Returns: `nil` if the record is an event of a recording with a mistake, or is damaged.
    static func reason(noLayoutFits record: UnsafeBufferPointer<UInt8>) -> String? {
        guard let base = record.baseAddress, let first = record.first(where: { $0 > 0x20 }) else { return nil }
        if first != 0x7B {
            let count = record.count(where: { $0 == 0x09 }) + 1
            guard count > 9, let tabbed = vendors.first(where: { $0.columns != nil }) else { return nil }
            let columns = tabbed.columns?.count ?? 0
            return
                "no layout fits: the record has \(count) columns between tabs, and the layout \(tabbed.name) has \(columns)"
        }
        var cursor = JSONCursor(base, from: 0, to: record.count, isFinal: true)
        var found: [String] = []
        do throws(JSONFailure) {
            try names(&cursor) { (cursor, name) throws(JSONFailure) in
                found.append(name)
                try cursor.skipValue()
            }
        } catch {
            return nil
        }
        let ofEvents: Set = ["name", "eventName", "identifier", "kind", "hello", "recording"]
        if found.isEmpty || !ofEvents.isDisjoint(with: found) { return nil }
        return "no layout fits: name one with --layout; the record has the members "
            + found.quotedForDisplay(atMost: 8)
    }

    /// Calls `body` with the name of each member of the object at the cursor. `body` must move the cursor past the
    /// value.
    static func names(
        _ cursor: inout JSONCursor, _ body: (inout JSONCursor, String) throws(JSONFailure) -> Void
    ) throws(JSONFailure) {
        try cursor.expect(0x7B, "an object")
        if try cursor.peek() == 0x7D {
            cursor.position += 1
            return
        }
        repeat {
            let (range, name) = try cursor.rawKey()
            let bytes = UnsafeBufferPointer(start: cursor.bytes + range.lowerBound, count: range.count)
            _ = try cursor.peek()
            try body(&cursor, name ?? String(decoding: bytes, as: UTF8.self))
        } while try cursor.continues(until: 0x7D, "',' or '}'")
    }
}
