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
            let place = places[slot]
            if place.start < 0 { return 0 }
            let quote: Int32 = columns == nil && bytes[Int(place.start)] == 0x22 ? 1 : 0
            return RowID.hash(of: Range(start: place.start + quote, end: place.end - quote).bytes(at: bytes))
        }
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
        let place = places[slot]
        if timeUnit != nil {
            // BigQuery writes numbers as texts.
            let quote: Int32 = bytes[Int(place.start)] == 0x22 ? 1 : 0
            var scanner = PlainScanner(bytes, from: Int(place.start + quote), to: Int(place.end - quote))
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
        if let object, places[object].start >= 0 {
            let context = places[object].bytes(at: bytes)
            // The decoder finds the version of its definition that an event names.
            guard context.first == 0x7B, !context.contains("event_version".utf8) else { return false }
        }
        if let integer, places[integer].start >= 0 {
            var scanner = PlainScanner(bytes, from: Int(places[integer].start), to: Int(places[integer].end))
            guard case .integer? = scanner.number() else { return false }
        }
        guard let sourceSlot, let text = text(sourceSlot, bytes) else { return false }
        if text.start < 0 { return source == .app }
        return text.bytes(at: bytes).elementsEqual(source.rawValue.utf8)
    }
}
