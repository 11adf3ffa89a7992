internal import TrackproofJSON

/// The way in which a file separates its records.
package enum RecordForm: Sendable, Equatable {
    /// One record on each line. Only files of this form can be divided into splits.
    case lines
    /// JSON values one after the other, on any number of lines. The elements of arrays are records.
    case values
    /// A JSON document with the array `events`, whose first element starts at the offset `firstElement`.
    case document(firstElement: Int)

    /// Returns the form of a file from its first bytes.
    ///
    /// - Parameter isDocumentPossible: Whether the file can be a document, if its first object has a member `events`.
    package init(startOf bytes: UnsafeBufferPointer<UInt8>, isDocumentPossible: Bool = true) {
        self = .lines
        let window = ByteWindow(bytes, file: "")
        let layout: EventReader.Layout
        do {
            layout = try EventReader(window, file: "").layout
        } catch {
            // The first record is damaged or too large. If the file has lines, only this record is lost.
            return
        }
        guard let base = bytes.baseAddress, let start = bytes.firstIndex(where: { $0 > 0x20 && $0 < 0x80 }) else {
            return
        }
        switch layout {
        case .array:
            if Self.isArray(bytes[start...]) { self = .values }
        case .document where isDocumentPossible && Self.isLast(base, start, bytes.count):
            self = .document(firstElement: window.start)
        case .document, .lines:
            // If the file does not begin with an object, its lines are not JSON, but another format such as TSV.
            guard bytes[start] == 0x7B else { return }
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            if Self.end(base, start, end) != nil { return }
            if end < bytes.count, Self.end(base, start, bytes.count) != nil { self = .values }
        }
    }

    /// Returns whether bytes that begin with a bracket are an array of records. A line of a log can begin with a bracket
    /// too, such as `[2026-11-24] started`.
    private static func isArray(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let rest = bytes.dropFirst().drop { $0 <= 0x20 }
        guard let first = rest.first else { return true }
        return [0x7B, 0x5B, 0x5D].contains(first) || rest.starts(with: "null".utf8)
    }

    /// Returns whether nothing follows the JSON value at the offset `start`, as far as the first bytes show.
    private static func isLast(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
        guard let place = self.end(bytes, start, end) else { return true }
        return (place..<end).allSatisfy { bytes[$0] <= 0x20 }
    }

    /// Returns the offset after the JSON value that starts at the offset `start`, or `nil` if no complete value ends
    /// before `end`.
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
