import Trackproof
import TrackproofCSV
import TrackproofJSON
import TrackproofPlatform

/// A reader that divides the bytes of a file into records. The memory that it needs depends on the largest record only.
///
/// If the reader cannot find a record in some bytes, it returns ``Item/skipped(_:byteCount:)`` or ``Item/unread(_:)``
/// instead of throwing an error.
package final class RecordReader {
    /// A record, or the reason why there is no record.
    package enum Item {
        /// The bytes of a record. The pointer is valid until the next call of ``RecordReader/next()``.
        case record(UnsafeBufferPointer<UInt8>)
        /// The bytes of the last line, if it has no line break. Such a line can be cut short.
        case lastLine(UnsafeBufferPointer<UInt8>)
        /// The reason why some bytes contain no record, and the number of these bytes. The next record follows.
        case skipped(String, byteCount: UInt64)
        /// The reason why the reader leaves a part of the file unread, usually everything up to the end.
        case unread(String)
    }

    /// The initial size of the buffer, in bytes.
    private static let chunk = 1 << 20

    private let source: any ByteSource
    let form: RecordForm
    let sizeLimit: Int
    /// The offset in `source` at which the split ends.
    ///
    /// A record that starts at this offset or later belongs to the next split.
    private let end: UInt64
    private var buffer: UnsafeMutableRawBufferPointer
    /// The bytes in the buffer from `place` up to `filled` are not yet part of a record.
    var place = 0
    var filled = 0
    /// The number of bytes that were read from `source` and have left the buffer.
    private var discarded: UInt64 = 0
    private var isAtEnd = false
    /// The message of the ``DamagedBytes`` that `source` has thrown, or `nil`.
    var damage: String?
    var isFinished = false
    /// The number of open arrays around the next value: 0 or 1.
    var depth = 0
    /// What the reader has read last in the open array.
    enum ArrayState {
        case start, afterElement, afterComma
        /// After an element that ends at a line break inside a text. It can contain the comma that follows it.
        case afterDamage
    }

    var arrayState = ArrayState.start
    /// Whether the members before the array `events` say that the file is a snapshot.
    ///
    /// The events of a snapshot have the parameters in its member `common`. If the file can be read only once, the
    /// reader finds this member too late after the events, and reports it. `nil` if these parameters are known.
    var isSnapshot: Bool?
    /// The number of the first line of the last row of a table, from 1. 0 if the file is not a table.
    package private(set) var line = 0
    /// The number of the first line that is not part of a row yet.
    private var lineAfterRow = 0
    /// The size of the byte order mark at the beginning, in bytes. 0 if the reader has found no mark.
    private var markSize = 0

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - form: The arrangement of records in the file.
    ///   - isInside: Whether the split starts after offset 0. In this case, `source` must start one byte before the
    ///     split.
    ///   - length: The number of bytes of the split, or `nil` to read all bytes of `source`.
    ///   - hasByteOrderMark: Whether to skip a byte order mark at the beginning of `source`.
    ///   - sizeLimit: The maximum size of a record, in bytes.
    package init(
        _ source: any ByteSource, _ form: RecordForm, isInside: Bool = false, length: UInt64? = nil,
        hasByteOrderMark: Bool = true, sizeLimit: Int = JSONLimits.eventBytes
    ) throws {
        self.sizeLimit = sizeLimit
        self.source = source
        self.form = form
        end = length.map { $0.addingReportingOverflow(isInside ? 1 : 0).partialValue } ?? .max
        buffer = .allocate(byteCount: Self.chunk, alignment: 16)
        if isInside {
            try skipLine()
        } else if case .document(let firstElement) = form {
            try skip(firstElement)
            depth = 1
        } else if case .table(let header) = form {
            try skip(header.byteCount)
            lineAfterRow = header.lineCount + 1
        } else if hasByteOrderMark {
            try skipByteOrderMark()
        }
    }

    deinit { buffer.deallocate() }

    /// Returns the next item, or `nil` after the last one.
    ///
    /// - Throws: The error of `source`, unless it is ``DamagedBytes``.
    package func next() throws -> Item? {
        if isFinished { return nil }
        switch form {
        case .lines: return try nextLine()
        case .values, .document: return try nextValue()
        case .table(let header): return try nextRow(header.delimiter)
        }
    }

    // MARK: Bytes

    var bytes: UnsafePointer<UInt8> {
        // The buffer is never empty, so it has an address.
        UnsafePointer(buffer.bindMemory(to: UInt8.self).baseAddress.unsafelyUnwrapped)
    }

    func slice(_ start: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes + start, count: end - start)
    }

    /// Reads more bytes from `source` into the buffer. Offsets in the buffer can change, as the method updates `place`.
    ///
    /// - Returns: `false` if `source` has no more bytes.
    func fill() throws -> Bool {
        if isAtEnd { return false }
        if place > 0 {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[place..<filled]))
            discarded += UInt64(place)
            filled -= place
            place = 0
        }
        if filled == buffer.count {
            let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count * 2, alignment: 16)
            larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
            buffer.deallocate()
            buffer = larger
        }
        do {
            let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            filled += count
            isAtEnd = count == 0
        } catch let error as DamagedBytes {
            damage = error.message
            isAtEnd = true
        }
        return !isAtEnd
    }

    private func skip(_ count: Int) throws {
        while filled - place < count, try fill() {}
        place += min(count, filled - place)
    }

    private func skipByteOrderMark() throws {
        while filled < 3, try fill() {}
        if filled >= 3, slice(0, 3).elementsEqual([0xEF, 0xBB, 0xBF]) {
            place = 3
            markSize = 3
        }
    }

    /// Skips the bytes up to the next line break, and the line break.
    ///
    /// - Returns: The number of bytes before the line break.
    @discardableResult private func skipLine() throws -> UInt64 {
        let start = discarded + UInt64(place)
        repeat {
            if let found = lineBreak(from: place) {
                place = found + 1
                return discarded + UInt64(found) - start
            }
            place = filled
        } while try fill()
        return discarded + UInt64(place) - start
    }

    private func lineBreak(from start: Int) -> Int? {
        guard start < filled, let found = memchr(bytes + start, 0x0A, filled - start) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
    }

    /// Ends the reading. Returns an item if `source` has thrown ``DamagedBytes``, otherwise `nil`.
    func finish() -> Item? {
        isFinished = true
        return damage.map { .unread("\($0); the rest of the file was not read") }
    }

    // MARK: Lines

    private func nextLine() throws -> Item? {
        var searched = place
        while true {
            // A byte order mark belongs to the first line. So the first line starts at offset 0, although `start` is 3.
            let start = discarded + UInt64(place)
            if start == UInt64(markSize) ? end == 0 : start >= end {
                isFinished = true
                return nil
            }
            if let found = lineBreak(from: searched) {
                let line = slice(place, found)
                place = found + 1
                searched = place
                if line.isBlank { continue }
                // Without this check, a long line would be a record or not depending on how many bytes each read returns.
                return line.count > sizeLimit ? tooLarge(UInt64(line.count)) : .record(line)
            }
            if filled - place > sizeLimit {
                return tooLarge(try skipLine())
            }
            let length = filled - place
            if try fill() {
                searched = place + length
                continue
            }
            // If `source` is damaged after these bytes, the line can be incomplete.
            if damage != nil { return finish() }
            isFinished = true
            let line = slice(place, filled)
            return line.isBlank ? nil : line.count > sizeLimit ? tooLarge(UInt64(line.count)) : .lastLine(line)
        }
    }

    // MARK: Rows of a table

    private func nextRow(_ delimiter: CSVDelimiter) throws -> Item? {
        while true {
            var scanner = CSVScanner(delimiter)
            var scanned = 0
            var end: Int?
            repeat {
                end = scanner.end(in: slice(place + scanned, filled)).map { place + scanned + $0 }
                scanned = filled - place
            } while try end == nil && scanned <= sizeLimit && fill()
            line = lineAfterRow
            lineAfterRow += scanner.lineBreakCount + 1
            let row = slice(place, end ?? filled)
            // An open quotation mark can make the rest of the file one row, so the reader does not look for the next row.
            if row.count > sizeLimit {
                let limit = "a row must not be larger than \(sizeLimit >> 20) MiB"
                return rest("\(limit); perhaps a quotation mark is not closed")
            }
            if end == nil {
                if damage != nil { return finish() }
                if scanner.isQuoted {
                    return rest("the file ends inside a row, because a quotation mark is not closed")
                }
                isFinished = true
                return row.isBlank ? nil : .lastLine(row)
            }
            place += row.count + 1
            if !row.isBlank { return .record(row) }
        }
    }

    /// Ends the reading because of the row that begins on ``line``.
    private func rest(_ reason: String) -> Item {
        isFinished = true
        return .unread("line \(line): \(reason); the rest of the file was not read")
    }

    private func tooLarge(_ byteCount: UInt64) -> Item {
        .skipped("a record must not be larger than \(sizeLimit >> 20) MiB", byteCount: byteCount)
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate var isBlank: Bool { allSatisfy { $0 == 0x20 || $0 == 0x0D || $0 == 0x09 } }
}
