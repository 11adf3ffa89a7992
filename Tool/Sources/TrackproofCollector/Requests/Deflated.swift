internal import CZlib

extension [UInt8] {
    /// These bytes as zlib has them; nil if that is not shorter, or not worth the time.
    ///
    /// A window of 4 KiB, and the fastest level: a batch repeats itself from event to event, and a larger window takes
    /// longer to set up than to fill.
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
            // What does not fit has not become shorter.
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
