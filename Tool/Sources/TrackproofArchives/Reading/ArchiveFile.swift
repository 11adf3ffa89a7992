import Trackproof
package import TrackproofFiles
package import TrackproofJSON

/// An open file of an archive. Several threads can read from the file at the same time.
package final class ArchiveFile: Sendable {
    /// The size in bytes, or `nil` if the bytes can be read only once, as from standard input or a pipe.
    package let size: UInt64?
    private let file: OpenFile

    /// The path that the caller passed to `init`. `-` is standard input.
    package var path: String { file.path }

    /// Opens the file at a path, or standard input if the path is `-`.
    ///
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if the file does not exist, is of another kind or cannot be read.
    package init(path: String, _ kinds: OpenFile.Kinds = .any) throws {
        file = try OpenFile(path: path, kinds)
        size = file.isStream ? nil : UInt64(max(0, file.status.size))
    }

    /// Checks that the size of the file has not changed since `init` opened the file.
    ///
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if the size has changed.
    package func checkSize() throws {
        guard let size else { return }
        let status = FileStatus(of: file.descriptor)
        guard status.map({ UInt64(max(0, $0.size)) }) == size else { throw Self.changed(path) }
    }

    /// Reads bytes, beginning with the byte at `offset`. If ``size`` is `nil`, reads the next bytes.
    fileprivate func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws -> Int {
        size == nil ? try file.read(into: buffer) : try file.read(into: buffer, at: offset)
    }

    /// Returns the error for a file whose size changed during a check.
    package static func changed(_ path: String) -> FileAccessError {
        FileAccessError(path, .read, code: 0, message: "the size of the file changed during the check")
    }

    /// Returns a source of the file's bytes, beginning with the byte at `offset`.
    ///
    /// If ``size`` is `nil`, `offset` must be 0, and only one source may be used.
    package func bytes(from offset: UInt64) -> any ByteSource { FileBytes(self, from: offset) }
}

private final class FileBytes: ByteSource {
    private let file: ArchiveFile
    private var offset: UInt64

    init(_ file: ArchiveFile, from offset: UInt64) {
        self.file = file
        self.offset = offset
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try file.read(into: buffer, at: offset)
        offset += UInt64(count)
        return count
    }
}

/// A sequence of bytes that can be read once, such as the bytes of a file or the output of a decompressor.
package protocol ByteSource: AnyObject {
    /// Reads the next bytes and copies them to `buffer`.
    ///
    /// - Returns: The number of copied bytes, or 0 if there are no more bytes.
    /// - Throws: ``DamagedBytes`` if the next bytes cannot be decompressed.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// The error of a decompressor if it cannot decompress the remaining bytes of a file.
package struct DamagedBytes: Error, Sendable {
    /// The damage in words, such as "the compressed data are cut short".
    package let message: String

    /// Creates an error.
    package init(_ message: String) { self.message = message }
}

/// A source that first returns the bytes `prefix`, and then the bytes of the source `rest`.
///
/// With it, a caller can read the beginning of a pipe, and then read the pipe from its first byte again.
final class PrefixedSource: ByteSource {
    private var prefix: ArraySlice<UInt8>
    private let rest: any ByteSource

    init(_ prefix: [UInt8], then rest: any ByteSource) {
        self.prefix = prefix[...]
        self.rest = rest
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if prefix.isEmpty { return try rest.read(into: buffer) }
        let count = min(prefix.count, buffer.count)
        buffer.copyBytes(from: prefix.prefix(count))
        prefix = prefix.dropFirst(count)
        return count
    }
}

/// A source that returns the bytes of `base`, and calls `onRead` with the number of bytes after each read.
final class CountingSource: ByteSource {
    private let base: any ByteSource
    private let onRead: (Int) throws -> Void

    init(_ base: any ByteSource, _ onRead: @escaping (Int) throws -> Void) {
        self.base = base
        self.onRead = onRead
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try base.read(into: buffer)
        try onRead(count)
        return count
    }
}
