import CZlib
import TrackproofArchives

/// A source that decompresses gzip data (RFC 1952). The data can consist of several members, one after the other.
final class GzipSource: ByteSource {
    private let base: any ByteSource
    private var stream = z_stream()
    private var input: UnsafeMutableRawBufferPointer
    /// Whether the source is inside a member, after its beginning and before its end.
    private var isInside = false
    /// Whether at least one member has ended.
    private var hasEnded = false
    private var isAtEnd = false
    /// The error that the next read throws, because the bytes after the last returned bytes are damaged.
    private var damage: DamagedBytes?

    /// Creates a source that decompresses the bytes of `base`.
    ///
    /// - Throws: ``DamagedBytes`` if there is not enough memory.
    init(_ base: any ByteSource) throws {
        self.base = base
        guard inflateInitOfGzipOrZlib(&stream) == Z_OK else { throw DamagedBytes("not enough memory to decompress") }
        input = .allocate(byteCount: 1 << 17, alignment: 16)
    }

    deinit {
        inflateEnd(&stream)
        input.deallocate()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if let damage {
            self.damage = nil
            throw damage
        }
        guard !buffer.isEmpty, let output = buffer.bindMemory(to: UInt8.self).baseAddress else { return 0 }
        while !isAtEnd {
            if stream.avail_in == 0, try !fill() {
                isAtEnd = true
                if isInside { throw DamagedBytes("the compressed data are cut short") }
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
                let damage = DamagedBytes("the compressed data are damaged (\(reason))")
                // The bytes before the damage are correct. If only the checksum is wrong, all bytes of the member can
                // be correct.
                guard count > 0 else { throw damage }
                self.damage = damage
            }
            if count > 0 { return count }
        }
        return 0
    }

    /// Skips the zeros that some programs write after the last member to fill a block.
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

    /// Reads more compressed bytes from `base`.
    ///
    /// - Returns: `false` if `base` has no more bytes.
    private func fill() throws -> Bool {
        let count = try base.read(into: input)
        stream.next_in = input.bindMemory(to: UInt8.self).baseAddress
        stream.avail_in = UInt32(count)
        return count > 0
    }
}
