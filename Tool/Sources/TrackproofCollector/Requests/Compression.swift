import CZlib

extension [UInt8] {
    /// The bytes, compressed in the zlib format, or `nil` if compression is not worthwhile.
    ///
    /// Compression is not worthwhile for fewer than 1,000 bytes, or if the result is not shorter. The settings favor
    /// speed: the compression level is 1, and the window has 4 KiB. A small window is enough, because the events of
    /// a batch resemble one another. The setup of a larger window would take too long.
    var deflated: [UInt8]? {
        guard count >= 1_000, count <= Int(UInt32.max) else { return nil }
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit2_(&stream, 1, Z_DEFLATED, 12, 5, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK else {
            return nil
        }
        defer { deflateEnd(&stream) }
        var input = self
        return input.withUnsafeMutableBufferPointer { source in
            // The output buffer is as large as the input. If the output does not fit, compression does not make it
            // shorter.
            let output = [UInt8](unsafeUninitializedCapacity: source.count) { target, filled in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(target.count)
                filled = deflate(&stream, Z_FINISH) == Z_STREAM_END ? target.count - Int(stream.avail_out) : 0
            }
            return output.isEmpty ? nil : output
        }
    }
}

/// An error for a body that cannot be decompressed.
enum InflateError: Error, Equatable {
    /// The decompressed body would be larger than the limit.
    case tooLarge
    /// The body is neither gzip nor zlib, or it is damaged.
    case damaged(String)
    /// The body ends before the end of the compressed data.
    case cutShort
}

extension [UInt8] {
    /// Whether the bytes begin with the signature of gzip.
    var isGzipped: Bool { starts(with: [0x1F, 0x8B]) }

    /// Whether the bytes begin as gzip or zlib data does.
    ///
    /// The first two bytes of zlib data are an integer that is divisible by 31 (RFC 1950).
    var isCompressed: Bool {
        isGzipped || count > 1 && self[0] & 0x0F == 8 && (Int(self[0]) << 8 + Int(self[1])) % 31 == 0
    }

    /// Returns the decompressed bytes of gzip or zlib data. The data may consist of several gzip members.
    ///
    /// - Parameter limit: The maximum size of the result, in bytes. The method stops with an error if the result would
    ///   be larger.
    func inflated(upTo limit: Int) throws(InflateError) -> [UInt8] {
        var stream = z_stream()
        guard inflateInitOfGzipOrZlib(&stream) == Z_OK else { throw .damaged("out of memory") }
        defer { inflateEnd(&stream) }
        var output: [UInt8] = []
        var input = self
        let size = input.count
        var failure: InflateError?
        input.withUnsafeMutableBufferPointer { source in
            stream.next_in = source.baseAddress
            stream.avail_in = UInt32(size)
            failure = Self.inflateAll(&stream, into: &output, limit: limit)
        }
        if let failure { throw failure }
        return output
    }

    private static func inflateAll(_ stream: inout z_stream, into output: inout [UInt8], limit: Int) -> InflateError? {
        let step = 1 << 16
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: step) { buffer in
            while true {
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(step)
                let status = inflate(&stream, Z_NO_FLUSH)
                let piece = buffer[..<(step - Int(stream.avail_out))]
                guard output.count + piece.count <= limit else { return .tooLarge }
                output += piece
                switch status {
                case Z_STREAM_END where stream.avail_in == 0: return nil
                case Z_STREAM_END: inflateReset(&stream)
                case Z_OK where piece.isEmpty && stream.avail_in == 0: return .cutShort
                case Z_OK: continue
                case Z_BUF_ERROR: return .cutShort
                default: return .damaged(stream.msg.map { String(cString: $0) } ?? "status \(status)")
                }
            }
        }
    }
}
