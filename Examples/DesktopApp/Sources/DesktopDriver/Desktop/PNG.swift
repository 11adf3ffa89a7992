/// An encoder for PNG files of screens. It compresses only runs of equal bytes, which is enough for screens.
enum PNG {
    static func encode(_ picture: Framebuffer) -> [UInt8] {
        var header = bigEndian(picture.width) + bigEndian(picture.height)
        header += [8, 2, 0, 0, 0]  // Eight bits each of red, green and blue.
        return [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + chunk("IHDR", header)
            + chunk("IDAT", compressed(filtered(picture))) + chunk("IEND", [])
    }

    /// Returns the difference of each byte from the byte above it.
    ///
    /// In areas of one colour and at vertical edges, the differences are zeros.
    private static func filtered(_ picture: Framebuffer) -> [UInt8] {
        let size = picture.width * 3
        var bytes: [UInt8] = []
        bytes.reserveCapacity(picture.height * (size + 1))
        for row in 0..<picture.height {
            bytes.append(2)
            for place in row * size..<(row + 1) * size {
                bytes.append(picture.pixels[place] &- (row == 0 ? 0 : picture.pixels[place - size]))
            }
        }
        return bytes
    }

    /// Returns a zlib stream with one block. A run of equal bytes becomes one byte and repetitions of this byte.
    private static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        var bits = BitWriter()
        bits.bytes = [0x78, 0x01]
        bits.write(0b011, 3)  // The last block, with fixed codes.
        var place = 0
        while place < bytes.count {
            bits.writeLiteral(Int(bytes[place]))
            var end = place + 1
            while end < bytes.count, bytes[end] == bytes[place] { end += 1 }
            var run = end - place - 1
            while run >= 3 {
                let length = min(run, 258)
                bits.writeRun(length)
                run -= length
            }
            for _ in 0..<run { bits.writeLiteral(Int(bytes[place])) }
            place = end
        }
        bits.writeLiteral(256)
        bits.flush()
        return bits.bytes + bigEndian(Int(adler32(bytes)))
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(name.utf8) + content
        return bigEndian(content.count) + checked + bigEndian(Int(crc32(checked)))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian) { Array($0) }
    }

    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes { crc = crcTable[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ crc >> 8 }
        return ~crc
    }

    private static let crcTable: [UInt32] = (0..<256 as Range<UInt32>).map { index in
        (0..<8).reduce(index) { crc, _ in crc & 1 == 0 ? crc >> 1 : 0xEDB8_8320 ^ crc >> 1 }
    }
}

/// A writer of bits in the deflate format. It uses only the format's fixed codes.
private struct BitWriter {
    var bytes: [UInt8] = []
    private var pending: UInt64 = 0
    private var count = 0

    /// Writes `size` bits, the lowest bit first.
    mutating func write(_ bits: Int, _ size: Int) {
        pending |= UInt64(bits) << UInt64(count)
        count += size
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            count -= 8
        }
    }

    /// Writes a code of `size` bits, the highest bit first.
    private mutating func writeCode(_ code: Int, _ size: Int) {
        write((0..<size).reduce(0) { $0 | (code >> $1 & 1) << (size - 1 - $1) }, size)
    }

    /// Writes the code of a symbol, which is a byte (0 to 255), the end of the block (256), or a length.
    mutating func writeLiteral(_ symbol: Int) {
        switch symbol {
        case 0...143: writeCode(0x30 + symbol, 8)
        case 144...255: writeCode(0x190 + symbol - 144, 9)
        case 256...279: writeCode(symbol - 256, 7)
        default: writeCode(0xC0 + symbol - 280, 8)
        }
    }

    /// Writes that the previous byte is repeated `length` times. The length is 3 to 258.
    mutating func writeRun(_ length: Int) {
        if length == 258 {
            writeLiteral(285)
        } else {
            // Lengths below 11 have a code each. From length 11 on, several lengths share a code and differ in extra
            // bits. Each doubling of the length has four codes.
            let offset = length - 3
            let extra = max(0, Int.bitWidth - offset.leadingZeroBitCount - 3)
            writeLiteral(257 + extra * 4 + offset >> extra)
            write(offset & (1 << extra - 1), extra)
        }
        writeCode(0, 5)  // A distance of one byte.
    }

    mutating func flush() {
        if count > 0 { write(0, 8 - count) }
    }
}
