/// A sequence of bytes, such as a file or the output of a decompressor.
@_spi(Tooling) public protocol ByteSource: AnyObject {
    /// Copies the next bytes to `buffer`.
    ///
    /// - Returns: The number of bytes, or 0 after the last byte.
    /// - Throws: ``DamagedBytes`` if the following bytes are lost.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// An error in a compressed file: the remaining bytes cannot be restored.
@_spi(Tooling) public struct DamagedBytes: Error, Sendable {
    /// What is wrong, such as "the gzip data are cut short".
    public let message: String

    /// Creates an error.
    public init(_ message: String) { self.message = message }
}

/// A source that returns bytes that were already read from another source, and then the other source's remaining bytes.
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

/// A source that reports how many bytes were read from another source.
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
