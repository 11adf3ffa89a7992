public import Trackproof
import TrackproofPlatform

/// A window that moves over the bytes of a file, so that reading a large file needs little memory.
///
/// The window starts at the value that is being read. If the value continues beyond the end of the window, the window
/// reads more of the file. So the memory depends on the size of the largest value, and not on the size of the file.
public final class ByteWindow {
    private var buffer: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var filled = 0
    private let descriptor: Int32?
    private let owner: AnyObject?
    private let file: String

    /// The index, in the window, of the first byte of the value that is being read.
    public var start = 0
    /// The offset of the window in the file, in bytes.
    private var discarded: UInt64
    /// The number of line breaks before the window, and the number of bytes between the last line break and the window.
    private var linesBefore = 0
    private var columnBefore = 0
    /// Whether no more bytes follow the window.
    package private(set) var isAtEnd = false
    /// Whether the last value could not be read, because the file ended inside the value.
    package private(set) var isCut = false

    /// Creates a window over an open file, from `offset` on.
    ///
    /// Any number of windows may use the same descriptor. When the object `owner` is deinitialized, it closes the
    /// descriptor. So the window keeps a reference to `owner`.
    public init(
        descriptor: Int32, offset: UInt64 = 0, chunk: Int = 1 << 20, owner: AnyObject? = nil, file: String
    ) {
        self.descriptor = descriptor
        self.owner = owner
        self.file = file
        discarded = offset
        capacity = chunk
        buffer = .allocate(capacity: capacity)
    }

    /// Creates a window over bytes in memory.
    public init(_ bytes: some Collection<UInt8>, file: String) {
        descriptor = nil
        owner = nil
        self.file = file
        discarded = 0
        capacity = max(1, bytes.count)
        buffer = .allocate(capacity: capacity)
        _ = UnsafeMutableBufferPointer(start: buffer, count: capacity).initialize(from: bytes)
        filled = bytes.count
        isAtEnd = true
    }

    deinit {
        buffer.deallocate()
    }

    /// The offset, in the file, of the first byte of the value that is being read.
    package var offset: UInt64 { discarded + UInt64(start) }

    /// A cursor at the value that is being read.
    @inline(__always)
    package var cursor: JSONCursor { JSONCursor(buffer, from: start, to: filled, isFinal: isAtEnd) }

    /// Reads more of the file into the window. May remove the bytes before `start` from the window.
    private func extend() throws {
        guard let descriptor, !isAtEnd else {
            isAtEnd = true
            return
        }
        discard()
        if filled == capacity { grow() }
        let count = Platform.readBytes(descriptor, buffer + filled, capacity - filled, at: discarded + UInt64(filled))
        guard count >= 0 else { throw FileAccessError(file, .read) }
        filled += count
        isAtEnd = count == 0
    }

    private func discard() {
        guard start > 0 else { return }
        (linesBefore, columnBefore) = lineAndColumn(at: start)
        memmove(buffer, buffer + start, filled - start)
        filled -= start
        discarded += UInt64(start)
        start = 0
    }

    private func grow() {
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
        memcpy(larger, buffer, filled)
        buffer.deallocate()
        buffer = larger
        capacity *= 2
    }

    /// The number of bytes in the window from ``start`` on.
    package var available: Int { filled - start }

    /// Returns the number of line breaks before the byte at `place`, and the number of bytes after the last break.
    private func lineAndColumn(at place: Int) -> (lines: Int, column: Int) {
        var breaks = 0
        for index in 0..<place where buffer[index] == 0x0A { breaks &+= 1 }
        guard breaks > 0 else { return (linesBefore, columnBefore + place) }
        var last = place - 1
        while buffer[last] != 0x0A { last -= 1 }
        return (linesBefore + breaks, place - 1 - last)
    }

    /// Returns the line and column, from 1, of the byte at each index in `places`. The indices must be in ascending
    /// order.
    func linesAndColumns(at places: [Int]) -> [(line: Int, column: Int)] {
        var counted = CountedLines(line: linesBefore + 1, lineStart: -columnBefore)
        return places.map { counted.place(of: $0, in: UnsafeBufferPointer(start: buffer, count: filled)) }
    }

    /// Returns the members whose names begin at the indices in `places`. The indices must be in ascending order.
    func members(at places: [(name: String, place: Int)]) -> [FileMember] {
        zip(places, linesAndColumns(at: places.map(\.place))).map {
            FileMember(name: $0.name, line: $1.line, column: $1.column)
        }
    }

    /// Returns the member whose name begins at the index `place`.
    func member(at place: Int) throws -> FileMember? {
        do { return members(at: [(try cursor.name(at: place), place)]).first } catch { throw self.error(error) }
    }

    /// Returns an error with the line and column of `failure` in the file.
    package func error(_ failure: JSONFailure) -> EventFormatError {
        error(at: failure.offset, field: failure.field, failure.message)
    }

    /// Returns an error with the line and column, in the file, of the byte at the index `place`.
    package func error(at place: Int, field: String? = nil, _ message: String) -> EventFormatError {
        let bytes = UnsafeBufferPointer(start: buffer, count: filled)
        if let conflict = MergeConflict(in: bytes, firstLine: linesBefore + 1), let line = conflict.lines.first {
            return EventFormatError(file: file, line: line, column: 1, message: conflict.message)
        }
        let (lines, column) = lineAndColumn(at: min(place, filled))
        return EventFormatError(file: file, line: lines + 1, column: column + 1, field: field, message: message)
    }

    /// Reads the event at `start`, and moves `start` past the event.
    public func event(_ shape: EventShape) throws -> RecordedEvent {
        try read { (cursor: inout JSONCursor) throws(JSONFailure) in try cursor.recordedEvent(shape) }
    }

    /// Reads the value at `start`, and moves `start` past the value.
    ///
    /// If the value continues beyond the end of the window, this method reads more of the file and calls `body` again.
    ///
    /// - Throws: ``EventFormatError`` if the value is not valid, or ``FileAccessError`` if reading the file fails.
    @inline(__always)
    package func read<Value>(_ body: (inout JSONCursor) throws(JSONFailure) -> Value) throws -> Value {
        while true {
            var cursor = cursor
            do throws(JSONFailure) {
                let value = try body(&cursor)
                if cursor.position - start <= JSONLimits.eventBytes {
                    start = cursor.position
                    return value
                }
            } catch {
                try extend(after: error)
                continue
            }
            throw tooLarge()
        }
    }

    /// Reads a value like ``read(_:)``, but leaves `start` at the value.
    ///
    /// The offsets that `body` gets are offsets in the window, not in the file.
    package func peek<Value>(_ body: (inout JSONCursor) throws(JSONFailure) -> Value) throws -> Value {
        while true {
            var cursor = cursor
            do throws(JSONFailure) {
                return try body(&cursor)
            } catch {
                try extend(after: error)
            }
        }
    }

    @inline(never)
    private func extend(after failure: JSONFailure) throws {
        isCut = failure.isIncomplete && isAtEnd
        guard failure.isIncomplete, !isAtEnd else { throw error(failure) }
        guard available <= JSONLimits.eventBytes else { throw tooLarge() }
        try extend()
    }

    private func tooLarge() -> EventFormatError {
        error(at: start, "an event must not be larger than \(JSONLimits.eventBytes >> 20) MiB")
    }

    // MARK: Between values

    /// Moves to the next byte that is not white space.
    package func skipSpace() throws {
        while true {
            var cursor = cursor
            cursor.skipWhitespace()
            start = cursor.position
            if start < filled || isAtEnd { return }
            try extend()
        }
    }

    /// Moves to the next byte that is not white space.
    ///
    /// At the start of a file, this method also skips the byte order mark (U+FEFF) that some editors write.
    package func skipMarkAndSpace() throws {
        if offset == 0 {
            while available < 3, !isAtEnd { try extend() }
            let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
            // A file that ends inside its byte order mark counts as empty.
            if UnsafeBufferPointer(start: buffer, count: min(filled, 3)).elementsEqual(mark.prefix(filled)) {
                start = min(filled, 3)
            }
        }
        try skipSpace()
    }

    /// Whether no bytes are left.
    package var isEmpty: Bool { start == filled && isAtEnd }

    /// Whether the next value is an array.
    package var startsArray: Bool { start < filled && buffer[start] == 0x5B }
}

/// A counter that finds the lines and columns of errors in a text.
///
/// Each count continues at the previous offset. If each count began at the start of the text, the time would be
/// quadratic.
struct CountedLines {
    /// The number of calls of ``place(of:in:)``.
    private(set) var places = 0
    private var offset = 0
    private var line: Int
    private var lineStart: Int

    /// Creates a counter for a text whose first byte is in this line. The line starts at this offset.
    init(line: Int = 1, lineStart: Int = 0) { (self.line, self.lineStart) = (line, lineStart) }

    /// Returns the line and column, from 1, of the byte at `offset`. The offset must not be less than the previous
    /// offset.
    mutating func place(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (line: Int, column: Int) {
        places += 1
        while self.offset < min(offset, bytes.count) {
            if bytes[self.offset] == 0x0A {
                line += 1
                lineStart = self.offset + 1
            }
            self.offset += 1
        }
        return (line, offset - lineStart + 1)
    }
}
