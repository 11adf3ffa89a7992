internal import CZlib
@_spi(Tooling) package import TrackproofArchives

/// The content of gzip data (RFC 1952), which can consist of several members.
package final class GzipSource: ByteSource {
    private let base: any ByteSource
    private var stream = z_stream()
    private var input: UnsafeMutableRawBufferPointer
    /// Whether a member has begun and has not ended.
    private var isInside = false
    /// Whether a member has ended.
    private var hasEnded = false
    private var isAtEnd = false
    /// The damage that follows the bytes that were returned last.
    private var damage: DamagedBytes?

    /// Creates a source.
    ///
    /// - Throws: An error if there is not enough memory.
    package init(_ base: any ByteSource) throws {
        self.base = base
        guard inflateInitOfGzipOrZlib(&stream) == Z_OK else { throw DamagedBytes("not enough memory to decompress") }
        input = .allocate(byteCount: 1 << 17, alignment: 16)
    }

    deinit {
        inflateEnd(&stream)
        input.deallocate()
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if let damage {
            self.damage = nil
            throw damage
        }
        guard !buffer.isEmpty, let output = buffer.bindMemory(to: UInt8.self).baseAddress else { return 0 }
        while !isAtEnd {
            if stream.avail_in == 0, try !fill() {
                isAtEnd = true
                if isInside { throw DamagedBytes("the gzip data are cut short") }
                return 0
            }
            if !isInside, skipPadding() { continue }
            stream.next_out = output
            stream.avail_out = UInt32(min(buffer.count, Int(UInt32.max)))
            let room = stream.avail_out
            let status = inflate(&stream, Z_NO_FLUSH)
            let count = Int(room - stream.avail_out)
            switch status {
            case Z_OK, Z_BUF_ERROR: isInside = true
            case Z_STREAM_END:
                isInside = false
                hasEnded = true
                inflateReset(&stream)
            default:
                isAtEnd = true
                let reason = stream.msg.map { String(cString: $0) } ?? "status \(status)"
                let damage = DamagedBytes("the gzip data are damaged (\(reason))")
                // The bytes before the damage are good, and so are all bytes if only the checksum is wrong.
                guard count > 0 else { throw damage }
                self.damage = damage
            }
            if count > 0 { return count }
        }
        return 0
    }

    /// Skips the zeros that some programs write after the last member, to fill a block.
    ///
    /// - Returns: Whether all bytes of the input were skipped.
    private func skipPadding() -> Bool {
        guard hasEnded else { return false }
        while stream.avail_in > 0, let next = stream.next_in, next.pointee == 0 {
            stream.next_in = next + 1
            stream.avail_in -= 1
        }
        return stream.avail_in == 0
    }

    /// Reads more compressed bytes.
    ///
    /// - Returns: `false` if there are no more bytes.
    private func fill() throws -> Bool {
        let count = try base.read(into: input)
        stream.next_in = input.bindMemory(to: UInt8.self).baseAddress
        stream.avail_in = UInt32(count)
        return count > 0
    }
}
