import TrackproofJSON
import TrackproofPlans
import TrackproofPlatform
package import TrackproofVendors

/// A vendor's layout that fits a record, and the reason.
package struct RecognizedLayout: Sendable, Hashable {
    package let layout: ArchiveLayout
    /// The names of the members that decided, or `nil` if the number of columns decided.
    package let members: [String]?
    /// The names of other layouts that fit the record equally well.
    package let others: [String]

    /// Chooses the vendor's layout that fits a record. The names of the record's members decide.
    ///
    /// A layout fits better if the record has members that only this layout has.
    ///
    /// - Returns: `nil` if no vendor's layout fits, for example because the record is an event of a recording.
    package init?(_ record: UnsafeBufferPointer<UInt8>) {
        guard let base = record.baseAddress, let first = record.first(where: { $0 > 0x20 }) else { return nil }
        if first != 0x7B {
            let columns = record.count(where: { $0 == 0x09 }) + 1
            guard let layout = ArchiveLayout.vendors.first(where: { $0.columns?.count == columns }) else { return nil }
            (self.layout, members, others) = (layout, nil, [])
            return
        }
        var cursor = JSONCursor(base, from: 0, to: record.count, isFinal: true)
        var names: Set<String> = []
        do throws(JSONFailure) {
            try ArchiveLayout.names(&cursor) { (cursor, name) throws(JSONFailure) in
                names.insert(name)
                guard name == "properties", try cursor.peek() == 0x7B else { return try cursor.skipValue() }
                try ArchiveLayout.names(&cursor) { (cursor, name) throws(JSONFailure) in
                    names.insert("properties." + name)
                    try cursor.skipValue()
                }
            }
        } catch {
            // If the record is damaged, the names before the damage can be enough to choose a layout.
        }
        func fitting(_ lists: KeyPath<ArchiveLayout, [[String]]>) -> [(layout: ArchiveLayout, members: [String])] {
            ArchiveLayout.vendors.compactMap { layout in
                layout[keyPath: lists].first(where: names.isSuperset).map { (layout, $0) }
            }
        }
        let own = fitting(\.members)
        let all = own.isEmpty ? fitting(\.sharedMembers) : own
        guard let best = all.first else { return nil }
        (layout, members, others) = (best.layout, best.members, all.dropFirst().map(\.layout.name))
    }
}

extension RecognizedLayout: CustomStringConvertible {
    /// The reason for the layout as words, which begin with a small letter and have no period at the end.
    package var description: String {
        let why = members.map { "members \($0.quotedForDisplay(atMost: 8))" } ?? "number of columns"
        let reason = "records have the layout \(layout.name), because of the \(why)"
        if others.isEmpty { return reason }
        let noun = others.count == 1 ? "layout" : "layouts"
        return reason + "; the \(noun) \(others.joined(separator: " and ")) would fit, too: choose with --layout"
    }
}

extension ArchiveLayout {
    /// Chooses the vendor's layout that fits a record, or returns `nil` if none fits.
    package init?(of record: UnsafeBufferPointer<UInt8>) {
        guard let recognized = RecognizedLayout(record) else { return nil }
        self = recognized.layout
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
