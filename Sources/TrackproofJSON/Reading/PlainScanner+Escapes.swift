extension PlainScanner {
    /// Copies a text to a buffer without its escapes, and moves past the text.
    ///
    /// The bytes outside ASCII are copied as they are, so the caller must check that they are UTF-8.
    ///
    /// - Returns: The number of bytes that were copied. The result is `nil` if no text is next, if the buffer is too
    ///   small, or if the text contains a control character or an escape with the number of a character.
    package mutating func unescapedText(to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int? {
        guard next() == 0x22 else { return nil }
        var place = position + 1
        var count = 0
        while place < end, count < buffer.count {
            var byte = bytes[place]
            if byte == 0x22 {
                position = place + 1
                return count
            }
            if byte == 0x5C {
                place += 1
                guard place < end, let character = Self.character(ofEscape: bytes[place]) else { return nil }
                byte = character
            } else if byte < 0x20 {
                return nil
            }
            buffer[count] = byte
            count += 1
            place += 1
        }
        return nil
    }

    /// Returns the character for which an escape of two characters stands, or `nil` if the escape is longer or unknown.
    @inline(__always)
    private static func character(ofEscape byte: UInt8) -> UInt8? {
        switch byte {
        case 0x22, 0x5C, 0x2F: byte
        case 0x62: 0x08
        case 0x66: 0x0C
        case 0x6E: 0x0A
        case 0x72: 0x0D
        case 0x74: 0x09
        default: nil
        }
    }
}
