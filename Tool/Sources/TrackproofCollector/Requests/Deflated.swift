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
