import TrackproofJSON
import TrackproofVendors

/// The arrangement of records in a file, which tells a reader where a record ends.
package enum RecordForm: Sendable, Equatable {
    /// One record on each line. Only a file with this arrangement can be divided into splits.
    case lines
    /// JSON values one after the other, on any number of lines. If a value is an array, its elements are the records.
    case values
    /// A JSON object with the array `events`, whose elements are the records.
    ///
    /// The first element starts at the offset `firstElement` in the file.
    case document(firstElement: Int)
    /// The rows of a CSV table after its header.
    case table(CSVHeader)

    /// Detects the arrangement of a file from the first bytes of the file.
    ///
    /// - Parameter isDocumentPossible: Whether to detect ``document(firstElement:)``. Otherwise, an object with the
    ///   member `events` is a record.
    package init(startOf bytes: UnsafeBufferPointer<UInt8>, isDocumentPossible: Bool = true) {
        self = .lines
        let window = ByteWindow(bytes, file: "")
        let layout: EventReader.Layout
        do {
            layout = try EventReader(window, file: "").layout
        } catch {
            // The first record is damaged or too large. If the file has one record per line, the other records can be
            // read.
            return
        }
        guard let base = bytes.baseAddress, let start = bytes.firstIndex(where: { $0 > 0x20 && $0 < 0x80 }) else {
            return
        }
        switch layout {
        case .array:
            if Self.isArray(bytes[start...]) || Self.isOnlyObjects(base, start, bytes.count) { self = .values }
        case .document
        where isDocumentPossible && Self.isLast(base, start, bytes.count) && !Self.isRecord(bytes):
            self = .document(firstElement: window.start)
        case .document, .lines:
            // Without an opening brace, the lines are not JSON objects, but for example columns with tabs between them.
            guard bytes[start] == 0x7B else { return }
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            if let place = Self.end(base, start, end) {
                // Some programs write objects without line breaks between them.
                if bytes[place...].first(where: { $0 > 0x20 || $0 == 0x0A }) == 0x7B { self = .values }
                return
            }
            if end < bytes.count, Self.end(base, start, bytes.count) != nil { self = .values }
        }
    }

    /// Returns whether the object is an event in the layout of a vendor, and not an object that contains all events.
    private static func isRecord(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let layout = ArchiveLayout(of: bytes) else { return false }
        var decoder = RecordDecoder(layout)
        if case .event = decoder.decode(bytes) { return true }
        return false
    }

    /// Returns whether bytes that begin with `[` are an array of records.
    ///
    /// Other text can begin with `[` too, such as the line `[2026-11-24] started` of a log.
    private static func isArray(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let rest = bytes.dropFirst().drop { $0 <= 0x20 }
        guard let first = rest.first else { return true }
        return [0x7B, 0x5B, 0x5D].contains(first) || rest.starts(with: "null".utf8)
    }

    /// Returns whether a complete JSON value with objects is at `start`, and only white space follows it.
    private static func isOnlyObjects(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
        guard let place = self.end(bytes, start, end) else { return false }
        return (start..<place).contains { bytes[$0] == 0x7B } && isLast(bytes, start, end)
    }

    /// Returns whether only white space follows the JSON value at `start`, or the value does not end before `end`.
    private static func isLast(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
        guard let place = self.end(bytes, start, end) else { return true }
        return (place..<end).allSatisfy { bytes[$0] <= 0x20 }
    }

    /// Returns the offset after the JSON value at `start`, or `nil` if the value does not end before `end`.
    private static func end(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
        var cursor = JSONCursor(bytes, from: start, to: end, isFinal: true)
        do throws(JSONFailure) {
            try cursor.skipValue()
            return cursor.position
        } catch {
            return nil
        }
    }
}
