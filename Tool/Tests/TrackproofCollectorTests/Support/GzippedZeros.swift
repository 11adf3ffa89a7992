import CZlib

/// Returns gzip data of `mebibytes` MiB of zeros. The data lacks its end.
func zeros(mebibytes: Int) -> [UInt8] {
    let piece = deflated([UInt8](repeating: 0, count: 1 << 20), window: -15, Z_FULL_FLUSH)
    let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    return head + repeated(piece, upTo: piece.count * mebibytes)
}

/// Repeats a piece as often as it fits into `size` bytes.
func repeated(_ piece: [UInt8], upTo size: Int) -> [UInt8] {
    var bytes = piece
    while bytes.count * 2 <= size { bytes += bytes }
    return bytes + bytes.prefix((size - bytes.count) / piece.count * piece.count)
}

/// Returns gzip data of bytes that compress well.
func gzipped(_ bytes: [UInt8]) -> [UInt8] { deflated(bytes, window: 15 + 16, Z_FINISH) }

/// Compresses `bytes`, which must be so regular that they shrink to about a fiftieth of their size or less.
///
/// - Parameters:
///   - window: zlib's `windowBits`, which also decides whether there is a header.
///   - flush: zlib's flush mode, which decides how the output ends.
private func deflated(_ bytes: [UInt8], window: Int32, _ flush: Int32) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    deflateInit2_(&stream, 9, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: bytes.count / 50 + 1_000)
    let count = input.withUnsafeMutableBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(output.count)
            deflate(&stream, flush)
            return output.count - Int(stream.avail_out)
        }
    }
    return Array(output[..<count])
}
