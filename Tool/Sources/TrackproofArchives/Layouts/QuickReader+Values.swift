import Trackproof
import TrackproofJSON
import TrackproofVendors

// The values of the fields, from their places in a record.
extension QuickReader {
    /// Returns the range of a text without its quotes. The range is absent if the record does not have the field.
    ///
    /// - Returns: `nil` if the field is not a text.
    func text(_ slot: Int, _ bytes: UnsafePointer<UInt8>) -> Range? {
        let place = places[slot]
        if place.start < 0 || columns != nil { return place }
        return bytes[Int(place.start)] == 0x22 ? Range(start: place.start + 1, end: place.end - 1) : nil
    }

    /// Returns the range of the text in the first field that the record has.
    ///
    /// The range is absent if the record does not have any of the fields.
    ///
    /// - Returns: `nil` if the field is not a text of 1 to 100 bytes.
    func first(_ slots: [Int], _ bytes: UnsafePointer<UInt8>) -> Range? {
        for slot in slots where places[slot].start >= 0 {
            guard let text = text(slot, bytes) else { return nil }
            return text.end == text.start || text.end - text.start > 100 ? nil : text
        }
        return Range()
    }

    /// Returns the id of the row that this reader has read last, or `nil` if the row does not have one.
    func rowID(_ bytes: UnsafePointer<UInt8>) -> RowID? {
        if slots.identity.isEmpty { return nil }
        return RowID(slots.identity) { slot in
            let place = unquoted(slot, bytes)
            return place.start < 0 ? 0 : RowID.hash(of: place.bytes(at: bytes))
        }
    }

    /// Returns the range of a field's value, without the quotes of a text.
    func unquoted(_ slot: Int, _ bytes: UnsafePointer<UInt8>) -> Range {
        let place = places[slot]
        if place.start < 0 || columns != nil || bytes[Int(place.start)] != 0x22 { return place }
        return Range(start: place.start + 1, end: place.end - 1)
    }

    func eventKind(_ bytes: UnsafePointer<UInt8>) -> EventKind? {
        guard let word = first(slots.kind, bytes) else { return nil }
        if word.start < 0 { return .track }
        let text = word.bytes(at: bytes)
        return text.elementsEqual("track".utf8) ? .track : EventKind(rawValue: String(decoding: text, as: UTF8.self))
    }

    /// Returns the time.
    ///
    /// - Returns: `.some(nil)` if the record does not have a time, and `nil` if this reader cannot read the time.
    func eventTime(_ bytes: UnsafePointer<UInt8>) -> EventTime?? {
        guard let slot = slots.time.first(where: { places[$0].start >= 0 }) else { return .some(nil) }
        if timeUnit != nil {
            // BigQuery writes numbers as texts.
            let place = unquoted(slot, bytes)
            var scanner = PlainScanner(bytes, from: Int(place.start), to: Int(place.end))
            let number = scanner.number()
            guard scanner.position == scanner.end else { return nil }
            switch number {
            case .integer(let count): return EventTime(.integer(count), timeUnit).map { .some($0) } ?? nil
            case .fraction(let count): return EventTime(.number(count), timeUnit).map { .some($0) } ?? nil
            case nil: return nil
            }
        }
        guard let text = text(slot, bytes) else { return nil }
        let word = text.bytes(at: bytes)
        // The time of a recording is always RFC 3339.
        if isOfRecording { return EventTime(utf8: word).map { .some($0) } ?? nil }
        return EventTime(lenient: word).map { .some($0) } ?? nil
    }

    /// Returns whether the fields that only recordings have are valid.
    func isRecording(_ bytes: UnsafePointer<UInt8>) -> Bool {
        guard isOfRecording else { return true }
        for slot in texts where text(slot, bytes) == nil { return false }
        if let object, places[object].start >= 0, bytes[Int(places[object].start)] != 0x7B { return false }
        if let integer, places[integer].start >= 0 {
            var scanner = PlainScanner(bytes, from: Int(places[integer].start), to: Int(places[integer].end))
            guard case .integer? = scanner.number() else { return false }
        }
        guard let sourceSlot, let text = text(sourceSlot, bytes) else { return false }
        if text.start < 0 { return source == .app }
        return text.bytes(at: bytes).elementsEqual(source.rawValue.utf8)
    }
}
