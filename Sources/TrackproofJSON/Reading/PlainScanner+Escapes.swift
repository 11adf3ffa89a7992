extension PlainScanner {
    /// Moves past a text of ASCII characters and escapes of two characters.
    ///
    /// - Returns: `false` if the next value is not such a text.
    @usableFromInline
    mutating func skipEscapedText() -> Bool {
        guard next() == 0x22 else { return false }
        var place = plainRun(from: position + 1)
        while place < end {
            if self[place] == 0x22 {
                position = place + 1
                return true
            }
            guard self[place] == 0x5C, place + 1 < end, Self.character(ofEscape: self[place + 1]) != nil else {
                return false
            }
            place = plainRun(from: place + 2)
        }
        return false
    }

    /// Copies a text to a buffer with each escape replaced by its character, and moves past the text.
    ///
    /// The method does not check the bytes outside ASCII, so the caller must check that they are UTF-8.
    ///
    /// - Returns: The number of bytes that were copied. The result is `nil` if the next value is not a text, if the
    ///   buffer is too small, or if the text contains a control character or an escape such as `\u00E9`.
    public mutating func unescapedText(to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int? {
        guard next() == 0x22 else { return nil }
        var place = position + 1
        var count = 0
        while place < end, count < buffer.count {
            var byte = self[place]
            if byte == 0x22 {
                position = place + 1
                return count
            }
            if byte == 0x5C {
                place += 1
                guard place < end, let character = Self.character(ofEscape: self[place]) else { return nil }
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

    /// Returns the character that an escape of two characters represents, or `nil` if the escape is longer or unknown.
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
