public import Trackproof
import TrackproofFiles
public import TrackproofJSON
import TrackproofPlatform

/// An open file of events that can be read several times.
///
/// The file can have any size, because only one event is in memory at a time. Standard input and pipes can be read only
/// once, so their content is first copied to a temporary file. The operating system removes this file when the
/// ``EventFile`` is deinitialized or the process ends. The copy has a size limit, because a pipe may never end.
public final class EventFile: Sendable {
    /// The path as the caller gave it. `-` means standard input.
    public let path: String
    private let file: OpenFile

    /// The maximum number of bytes that are copied from standard input or from a pipe.
    private static let copyLimit = 1 << 30
    /// The maximum number of bytes of white space at the beginning of standard input or of a pipe.
    ///
    /// Without this limit, endless white space would be copied until ``copyLimit`` is reached.
    private static let blankLimit = 1 << 20

    /// Opens a file. Copies the content of standard input or of a pipe to a temporary file.
    ///
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if the file does not exist or cannot be read, or
    ///   ``/TrackproofJSON/EventFormatError`` if standard input or a pipe begins with more than 1 MB of white space.
    public convenience init(path: String) throws { try self.init(OpenFile(path: path, .any)) }

    /// Copies the content of an open file to a temporary file, if the content can be read only once.
    init(_ opened: OpenFile) throws {
        path = opened.path
        file = opened.isStream ? try Self.copy(opened) : opened
    }

    /// Copies standard input or a pipe to a temporary file that has no name.
    ///
    /// The copy stops if the input does not begin with `{` or `[`. In that case, the reader of the copy reports an
    /// error at the first byte of the copy.
    private static func copy(_ source: OpenFile) throws -> OpenFile {
        let copy = try OpenFile(temporaryIn: Folder.temporary)
        var start = DocumentStart()
        var size = 0
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
        defer { buffer.deallocate() }
        while start != .other {
            let count = try source.read(into: buffer)
            if count == 0 { break }
            size += count
            guard size <= copyLimit else {
                let limit = "the input exceeds \(copyLimit >> 20) MB and may be endless; write it to a file first"
                throw FileAccessError(source.path, .read, code: 0, message: limit)
            }
            let bytes = buffer[..<count]
            start.take(bytes)
            guard start != .unknown || size <= blankLimit else {
                let message = "expected an event, found more than \(blankLimit >> 20) MB of white space"
                throw EventFormatError(file: source.path, line: 1, column: 1, message: message)
            }
            try write(all: bytes, to: copy.descriptor, copy.path)
        }
        return copy
    }

    /// Whether a document begins like JSON. `unknown` means that all bytes so far are white space.
    private enum DocumentStart {
        case unknown, json, other

        init() { self = .unknown }

        mutating func take(_ bytes: some Sequence<UInt8>) {
            guard self == .unknown else { return }
            // Skips white space, and the three bytes of a UTF-8 byte order mark.
            let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
            switch first {
            case nil: break
            case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
            default: self = .other
            }
        }
    }

    /// Returns a reader that starts at the first event.
    package func reader() throws -> EventReader {
        try EventReader(ByteWindow(descriptor: file.descriptor, owner: file, file: path), file: path)
    }

    /// Returns the event that starts at the byte with the index `offset` in the file.
    package func event(at offset: UInt64, shape: EventShape) throws -> RecordedEvent {
        let window = ByteWindow(descriptor: file.descriptor, offset: offset, chunk: 1 << 12, file: path)
        return try window.read { (cursor: inout JSONCursor) throws(JSONFailure) in try cursor.recordedEvent(shape) }
    }

    /// Calls `body` for every event, in order.
    ///
    /// - Returns: An error that says where the last line is cut short, or `nil` if the last line is complete.
    /// - Throws: ``/TrackproofJSON/EventFormatError`` that says where the file contains something other than an event,
    ///   or ``/TrackproofJSON/FileAccessError`` if reading fails.
    @discardableResult
    public func forEach(_ body: (RecordedEvent) throws -> Void) throws -> EventFormatError? {
        let reader = try reader()
        try reader.checkMembers()
        while let event = try reader.next() { try body(event) }
        try reader.checkMembers()
        return reader.truncation
    }
}

/// Writes all of `bytes`, in as many calls of `write` as necessary.
func write(all bytes: some Collection<UInt8>, to descriptor: Int32, _ path: String) throws {
    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        var rest = UnsafeRawBufferPointer(bytes)
        while let base = rest.baseAddress, !rest.isEmpty {
            let count = Platform.writeBytes(descriptor, base, rest.count)
            guard count >= 0 else { throw FileAccessError(path, .write) }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
    }
    if try bytes.withContiguousStorageIfAvailable(write) == nil {
        try Array(bytes).withUnsafeBufferPointer(write)
    }
}
