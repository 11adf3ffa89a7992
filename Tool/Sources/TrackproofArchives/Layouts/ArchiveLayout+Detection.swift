import Trackproof
import TrackproofJSON

extension ArchiveLayout {
    /// Chooses the vendor's layout that fits a record. The names of the record's members decide.
    ///
    /// - Returns: `nil` if no vendor's layout fits, for example because the record is an event of a recording.
    package init?(of record: UnsafeBufferPointer<UInt8>) {
        guard let base = record.baseAddress, let first = record.first(where: { $0 > 0x20 }) else { return nil }
        if first != 0x7B {
            guard record.count(where: { $0 == 0x09 }) == SnowplowColumns.names.count - 1 else { return nil }
            self = .snowplowTSV
            return
        }
        var cursor = JSONCursor(base, from: 0, to: record.count, isFinal: true)
        var names: Set<String> = []
        var inner: Set<String> = []
        do throws(JSONFailure) {
            try Self.names(&cursor) { (cursor, name) throws(JSONFailure) in
                names.insert(name)
                guard name == "properties", try cursor.peek() == 0x7B else { return try cursor.skipValue() }
                try Self.names(&cursor) { (cursor, name) throws(JSONFailure) in
                    inner.insert(name)
                    try cursor.skipValue()
                }
            }
        } catch {
            // If the record is damaged, the names before the damage can be enough to choose a layout.
        }
        guard let layout = Self.layout(names, inner) else { return nil }
        self = layout
    }

    private static func layout(_ names: Set<String>, _ inner: Set<String>) -> ArchiveLayout? {
        func has(_ all: String...) -> Bool { names.isSuperset(of: all) }
        if has("event_type"), names.contains("event_properties") || names.contains("amplitude_id") { return .amplitude }
        if has("event_name", "event_params") { return .ga4 }
        if has("event_name", "collector_tstamp") { return .snowplow }
        if has("type"), names.contains("messageId") || names.contains("anonymousId") || names.contains("userId") {
            return names.contains("channel") ? .rudderStack : .segment
        }
        guard has("event", "properties") else { return nil }
        if names.contains("distinct_id") || names.contains("uuid") { return .postHog }
        return inner.isDisjoint(with: ["distinct_id", "time", "mp_lib", "token"]) ? nil : .mixpanel
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
