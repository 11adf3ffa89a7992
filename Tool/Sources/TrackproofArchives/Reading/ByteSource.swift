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
    /// The damage in words, such as "the gzip data are cut short".
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
