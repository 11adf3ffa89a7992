internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A reader that divides the bytes of a file into records. The memory that it needs depends on the largest record only.
///
/// If the reader cannot find a record in some bytes, it returns ``Item/problem(_:isRest:)`` instead of throwing an
/// error.
package final class RecordReader {
    /// A record, or the reason why there is no record.
    package enum Item {
        /// The bytes of a record. The pointer is valid until the next call of ``RecordReader/next()``.
        case record(UnsafeBufferPointer<UInt8>)
        /// The bytes of the last line, if it has no line break. Such a line can be cut short.
        case lastLine(UnsafeBufferPointer<UInt8>)
        /// The reason why some bytes contain no record.
        ///
        /// If `isRest` is `true`, the reader does not read the file from these bytes to its end.
        case problem(String, isRest: Bool)
    }

    /// The initial size of the buffer, in bytes.
    private static let chunk = 1 << 20

    private let source: any ByteSource
    private let form: RecordForm
    private let sizeLimit: Int
    /// The offset in `source` at which the split ends.
    ///
    /// A record that starts at this offset or later belongs to the next split.
    private let end: UInt64
    private var buffer: UnsafeMutableRawBufferPointer
    /// The bytes in the buffer from `place` up to `filled` are not yet part of a record.
    private var place = 0
    private var filled = 0
    /// The number of bytes that were read from `source` and have left the buffer.
    private var discarded: UInt64 = 0
    private var isAtEnd = false
    /// The message of the ``DamagedBytes`` that `source` has thrown, or `nil`.
    private var damage: String?
    private var isFinished = false
    /// The number of open arrays around the next value: 0 or 1.
    private var depth = 0
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
        } else if hasByteOrderMark {
            try skipByteOrderMark()
        }
    }

    deinit { buffer.deallocate() }

    /// Returns the next record or problem, or `nil` after the last one.
    ///
    /// - Throws: The error of `source`, unless it is ``DamagedBytes``.
    package func next() throws -> Item? {
        if isFinished { return nil }
        switch form {
        case .lines: return try nextLine()
        case .values, .document: return try nextValue()
        }
    }

    // MARK: Bytes

    private var bytes: UnsafePointer<UInt8> {
        // The buffer is never empty, so it has an address.
        UnsafePointer(buffer.bindMemory(to: UInt8.self).baseAddress.unsafelyUnwrapped)
    }

    private func slice(_ start: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes + start, count: end - start)
    }

    /// Reads more bytes from `source` into the buffer. Offsets in the buffer can change, as the method updates `place`.
    ///
    /// - Returns: `false` if `source` has no more bytes.
    private func fill() throws -> Bool {
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
    private func skipLine() throws {
        repeat {
            if let found = lineBreak(from: place) {
                place = found + 1
                return
            }
            place = filled
        } while try fill()
    }

    private func lineBreak(from start: Int) -> Int? {
        guard start < filled, let found = memchr(bytes + start, 0x0A, filled - start) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
    }

    /// Ends the reading. Returns the problem if `source` has thrown ``DamagedBytes``, otherwise `nil`.
    private func finish() -> Item? {
        isFinished = true
        return damage.map { .problem("\($0); the rest of the file was not read", isRest: true) }
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
                // Without this check, a long line would be a record or a problem depending on how many bytes each read
                // returns.
                return line.count > sizeLimit ? tooLarge : .record(line)
            }
            if filled - place > sizeLimit {
                try skipLine()
                return tooLarge
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
            return line.isBlank ? nil : line.count > sizeLimit ? tooLarge : .lastLine(line)
        }
    }

    private var tooLarge: Item {
        .problem("a record must not be larger than \(sizeLimit >> 20) MiB", isRest: false)
    }

    // MARK: Values

    private func nextValue() throws -> Item? {
        while true {
            guard place < filled else {
                if try fill() { continue }
                if damage != nil || depth == 0 { return finish() }
                isFinished = true
                return .problem("the file ends inside an array", isRest: true)
            }
            switch bytes[place] {
            case 0x20, 0x09, 0x0A, 0x0D: place += 1
            case 0x2C where depth > 0: place += 1
            case 0x5B where depth == 0:
                depth = 1
                place += 1
            case 0x5D where depth == 1:
                depth = 0
                place += 1
                if case .document = form { return try endOfDocument() }
            case 0x7B, 0x5B: return try object()
            default: return try scalar()
            }
        }
    }

    /// Reads the rest of a document after the array `events`, and ends the reading.
    private func endOfDocument() throws -> Item? {
        while filled - place <= sizeLimit, try fill() {}
        if damage != nil { return finish() }
        guard filled - place <= sizeLimit else { return unlimited() }
        isFinished = true
        // With this beginning, the rest is an object. It contains the members after the events.
        let rest = Array(#"{"":0"#.utf8) + slice(place, filled)
        place = filled
        return rest.withUnsafeBufferPointer { Self.problem(ofRest: $0) }
    }

    /// Returns the problem of the members after the events, or `nil` if there is no problem.
    private static func problem(ofRest rest: UnsafeBufferPointer<UInt8>) -> Item? {
        guard let base = rest.baseAddress else { return nil }
        var cursor = JSONCursor(base, from: 0, to: rest.count, isFinal: true)
        var hasSecondList = false
        do throws(JSONFailure) {
            try ArchiveLayout.names(&cursor) { (cursor, name) throws(JSONFailure) in
                if name == "events" { hasSecondList = true }
                try cursor.skipValue()
            }
            cursor.skipWhitespace()
            guard cursor.position == cursor.end else {
                throw JSONFailure(at: cursor.position, "expected the end of the file")
            }
        } catch {
            return .problem(
                "after the list \"events\": \(error.message); the rest of the file was not read", isRest: true)
        }
        return hasSecondList
            ? .problem("the file has a second list \"events\", which was not read", isRest: true) : nil
    }

    /// Returns the bytes of a value that is not an object or an array.
    ///
    /// The value ends before the next comma, bracket, brace or white space.
    private func scalar() throws -> Item? {
        var scanned = 0
        var isInText = false
        while true {
            while place + scanned < filled {
                let byte = bytes[place + scanned]
                switch byte {
                case 0x22: isInText.toggle()
                case 0x5C where isInText: scanned += 1
                case 0x2C where !isInText, 0x5B where !isInText && scanned > 0, 0x5D where !isInText && scanned > 0,
                    0x7B where !isInText && scanned > 0, 0x20 where !isInText, 0x09 where !isInText,
                    0x0A where !isInText, 0x0D where !isInText:
                    scanned = max(scanned, 1)
                    defer { place += scanned }
                    return .record(slice(place, place + scanned))
                default: break
                }
                scanned += 1
                if scanned > sizeLimit { return unlimited() }
            }
            if try !fill() {
                if damage != nil { return finish() }
                let end = filled
                defer { place = end }
                return .record(slice(place, end))
            }
        }
    }

    private func unlimited() -> Item {
        isFinished = true
        return .problem(
            "a record must not be larger than \(sizeLimit >> 20) MiB; the rest of the file was not read", isRest: true)
    }

    /// Returns the bytes of the object or array that starts at `place`.
    private func object() throws -> Item? {
        var scanned = 0
        var level = 0
        var isInText = false
        while true {
            while place + scanned < filled {
                let byte = bytes[place + scanned]
                scanned += 1
                switch byte {
                case 0x22: isInText.toggle()
                case 0x5C where isInText:
                    // The character after a backslash can be a quote that does not end the text. If this character is
                    // not in the buffer yet, the loop reads more bytes and continues from the backslash.
                    if place + scanned == filled {
                        scanned -= 1
                        if try fill() { continue }
                        return cut()
                    }
                    scanned += 1
                case 0x0A where isInText, 0x0D where isInText:
                    // JSON does not allow a line break in a text, so a quote is missing. The next record can begin on
                    // the next line.
                    defer { place += scanned }
                    return .record(slice(place, place + scanned))
                case 0x7B where !isInText, 0x5B where !isInText: level += 1
                case 0x7D where !isInText, 0x5D where !isInText:
                    level -= 1
                    if level == 0 {
                        defer { place += scanned }
                        let value = slice(place, place + scanned)
                        guard value.first == 0x5B, value.contains(0x7B) else { return .record(value) }
                        return .problem(
                            "expected an event, found an array of objects, which was not read", isRest: true)
                    }
                default: break
                }
                if scanned > sizeLimit { return unlimited() }
            }
            if try !fill() { return cut() }
        }
    }

    private func cut() -> Item? {
        if damage != nil { return finish() }
        isFinished = true
        return .problem("the file ends inside an event", isRest: true)
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate var isBlank: Bool { allSatisfy { $0 == 0x20 || $0 == 0x0D || $0 == 0x09 } }
}
