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
    package init(startOf bytes: UnsafeBufferPointer<UInt8>) {
        self = .lines
        let window = ByteWindow(bytes, file: "")
        let layout: EventReader.Layout
        do {
            layout = try EventReader(window, file: "").layout
        } catch {
            // The first record is damaged or too large. If the file has lines, only this record is lost.
            return
        }
        switch layout {
        case .array: self = .values
        case .document: self = .document(firstElement: window.start)
        case .lines:
            // If the file does not begin with an object, its lines are not JSON, but another format such as TSV.
            guard let start = bytes.firstIndex(where: { $0 > 0x20 && $0 < 0x80 }), bytes[start] == 0x7B,
                let base = bytes.baseAddress
            else { return }
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            if Self.isComplete(base, start, end) { return }
            if end < bytes.count, Self.isComplete(base, start, bytes.count) { self = .values }
        }
    }

    /// Returns whether a complete JSON value starts at the offset `start` and ends before `end`.
    private static func isComplete(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
        var cursor = JSONCursor(bytes, from: start, to: end, isFinal: true)
        do throws(JSONFailure) {
            try cursor.skipValue()
            return true
        } catch {
            return false
        }
    }
}
