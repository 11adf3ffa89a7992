import CZlib

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
