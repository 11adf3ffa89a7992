/// A scanner of plain JSON: UTF-8 with texts without escapes and numbers with few digits, as most programs write it.
///
/// The scanner creates no values. It never accepts anything that is not JSON, but it rejects valid JSON that is not
/// plain. If it rejects the bytes, the caller reads them again with ``JSONCursor``, which accepts all JSON and reports
/// errors.
///
/// The scanner is public only because the compiler must be able to inline it in all modules of this package.
@frozen public struct PlainScanner {
    /// A text without its quotes.
    @frozen public struct Text {
        /// The bytes of the text.
        public let bytes: UnsafeBufferPointer<UInt8>
        /// Whether all bytes are ASCII.
        public let isASCII: Bool

        /// Creates a text.
        @inlinable
        public init(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
            (self.bytes, self.isASCII) = (bytes, isASCII)
        }
    }

    /// A number.
    @frozen public enum Number {
        /// A number without a fraction or an exponent.
        case integer(Int64)
        /// A number with a fraction or an exponent.
        case fraction(Double)
    }

    /// The bytes that are scanned.
    public let bytes: UnsafePointer<UInt8>
    /// The offset after the last byte.
    public let end: Int
    /// The offset of the next byte.
    public var position: Int

    /// The maximum depth of nested arrays and objects.
    @usableFromInline static let depthLimit = 32

    /// Creates a scanner of a range of bytes.
    @inlinable
    public init(_ bytes: UnsafePointer<UInt8>, from position: Int, to end: Int) {
        (self.bytes, self.position, self.end) = (bytes, position, end)
    }

    /// The byte at an offset. An offset outside of the bytes ends the process instead of reading other memory.
    @inlinable @inline(__always)
    subscript(place: Int) -> UInt8 {
        precondition(UInt(bitPattern: place) < UInt(bitPattern: end))
        return bytes[place]
    }

    /// Moves to the next byte that is not white space, and returns it. Returns 0 at the end.
    @inlinable @inline(__always)
    public mutating func next() -> UInt8 {
        while position < end {
            let byte = self[position]
            if byte > 0x20 { return byte }
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            position += 1
        }
        return 0
    }

    /// Moves past `byte` and returns `true` if `byte` is the next byte that is not white space.
    @inlinable @inline(__always)
    public mutating func take(_ byte: UInt8) -> Bool {
        guard next() == byte else { return false }
        position += 1
        return true
    }

    /// Moves past the comma or the closing bracket after an element.
    ///
    /// - Returns: Whether one more element follows, or `nil` if the next byte is neither a comma nor `close`.
    @inlinable @inline(__always)
    public mutating func continues(until close: UInt8) -> Bool? {
        let byte = next()
        if byte == 0x2C {
            position += 1
            return true
        }
        guard byte == close else { return nil }
        position += 1
        return false
    }

    /// Reads a text, or returns `nil` if the next value is not a text, contains an escape, or is not UTF-8.
    @inlinable @inline(__always)
    public mutating func text() -> Text? {
        guard next() == 0x22 else { return nil }
        let start = position + 1
        var place = plainRun(from: start)
        if place < end, self[place] == 0x22 {
            position = place + 1
            return Text(UnsafeBufferPointer(start: bytes + start, count: place - start), isASCII: true)
        }
        guard let close = unusualText(from: place) else { return nil }
        place = close
        position = place + 1
        return Text(UnsafeBufferPointer(start: bytes + start, count: place - start), isASCII: false)
    }

    /// Returns the offset of the first quote, backslash, control character or non-ASCII byte from `place` on.
    @inlinable @inline(__always)
    func plainRun(from place: Int) -> Int {
        var place = place
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Examines eight bytes at a time. Each term of `found` searches for one kind of byte, such as a quote, and sets
        // the high bit of each byte that it finds ("Bit Twiddling Hacks", the test for a zero byte). A term can also
        // set the high bits of later bytes by mistake, so the code uses only the lowest bit that is set.
        while place + 8 <= end {
            let word = UnsafeRawPointer(bytes + place).loadUnaligned(as: UInt64.self).littleEndian
            let quote = word ^ (ones &* 0x22)
            let slash = word ^ (ones &* 0x5C)
            let found =
                (((quote &- ones) & ~quote) | ((slash &- ones) & ~slash) | ((word &- (ones &* 0x20)) & ~word) | word)
                & (ones &* 0x80)
            if found != 0 { return place + found.trailingZeroBitCount >> 3 }
            place += 8
        }
        while place < end, self[place] >= 0x20, self[place] < 0x80, self[place] != 0x22, self[place] != 0x5C {
            place += 1
        }
        return place
    }

    /// Returns the offset of the quote after a text with bytes outside ASCII, or `nil` if the text is not plain.
    @usableFromInline
    func unusualText(from start: Int) -> Int? {
        var place = start
        while place < end {
            let lead = self[place]
            if lead == 0x22 { return place }
            // A text with a backslash or a control character is not plain.
            guard lead >= 0x80 else { return nil }
            guard let (length, second) = Self.character(lead), place + length <= end,
                second.contains(self[place + 1])
            else { return nil }
            for index in 2..<max(2, length) where self[place + index] & 0xC0 != 0x80 { return nil }
            place = plainRun(from: place + length)
        }
        return nil
    }

    /// Returns the number of bytes of a character outside ASCII that begins with this byte, and the range of its second
    /// byte. Returns `nil` if no character begins with this byte.
    ///
    /// Source for the ranges of bytes: The Unicode Standard, table 3-7.
    static func character(_ lead: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
        switch lead {
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xE1...0xEC, 0xEE...0xEF: (3, 0x80...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: nil
        }
    }

    /// Reads a number, or returns `nil` if the next value is not a number.
    ///
    /// The result is also `nil` if the number has more than 18 digits before the point. The value is the same as the
    /// value that ``JSONCursor`` returns.
    @inlinable
    public mutating func number() -> Number? {
        _ = next()
        var place = position
        let isNegative = place < end && self[place] == 0x2D
        if isNegative { place += 1 }
        let first = place
        var magnitude: UInt64 = 0
        while place < end, self[place] &- 0x30 < 10 {
            magnitude = magnitude &* 10 &+ UInt64(self[place] &- 0x30)
            place += 1
        }
        let digits = place - first
        guard digits > 0, digits <= 18, digits == 1 || self[first] != 0x30 else { return nil }
        guard place < end, self[place] == 0x2E else {
            if place < end, self[place] | 0x20 == 0x65 { return longNumber(from: place) }
            position = place
            return .integer(isNegative ? -Int64(magnitude) : Int64(magnitude))
        }
        place += 1
        let point = place
        while place < end, self[place] &- 0x30 < 10 {
            magnitude = magnitude &* 10 &+ UInt64(self[place] &- 0x30)
            place += 1
        }
        let scale = place - point
        guard scale > 0 else { return nil }
        // If there are at most 15 digits, the magnitude and the power of ten are exact, and only the quotient is
        // rounded.
        if digits + scale > 15 || place < end && self[place] | 0x20 == 0x65 { return longNumber(from: place) }
        position = place
        var power = 1.0
        for _ in 0..<scale { power *= 10 }
        let value = Double(magnitude) / power
        return .fraction(isNegative ? -value : value)
    }

    /// Reads a number with many digits or an exponent. The caller has already checked the digits before `place`.
    @usableFromInline
    mutating func longNumber(from place: Int) -> Number? {
        var place = place
        if place < end, self[place] | 0x20 == 0x65 {
            place += 1
            if place < end, self[place] == 0x2B || self[place] == 0x2D { place += 1 }
            let first = place
            while place < end, self[place] &- 0x30 < 10 { place += 1 }
            guard place > first else { return nil }
        }
        let text = String(
            decoding: UnsafeBufferPointer(start: bytes + position, count: place - position), as: UTF8.self)
        guard place - position < 400, let value = Double(text), value.isFinite else { return nil }
        position = place
        return .fraction(value)
    }

    /// Moves past a word, such as `true`, or returns `false` if the next bytes are not this word.
    @inlinable
    public mutating func word(_ word: StaticString) -> Bool {
        guard position + word.utf8CodeUnitCount <= end else { return false }
        for index in 0..<word.utf8CodeUnitCount where self[position + index] != word.utf8Start[index] { return false }
        position += word.utf8CodeUnitCount
        return true
    }

    /// Moves past a value as ``JSONCursor/skipValue()`` does: in lists and objects, checks only texts and brackets.
    ///
    /// - Returns: `false` if the value contains anything that is not plain.
    public mutating func skipUnread() -> Bool {
        let first = next()
        guard first == 0x7B || first == 0x5B else { return skipValue() }
        var depth = 0
        while position < end {
            switch self[position] {
            case 0x22:
                guard text() != nil || skipEscapedText() else { return false }
                continue
            case 0x7B, 0x5B: depth += 1
            case 0x7D, 0x5D:
                depth -= 1
                if depth == 0 {
                    position += 1
                    return true
                }
            default: break
            }
            position += 1
        }
        return false
    }

    /// Moves past a value. Texts in the value can have escapes of two characters, such as `\/`.
    ///
    /// - Returns: `false` if the value contains anything else that is not plain JSON.
    @inlinable
    public mutating func skipValue(depth: Int = 0) -> Bool {
        switch next() {
        case 0x22: return text() != nil || skipEscapedText()
        case 0x7B:
            guard depth < Self.depthLimit else { return false }
            position += 1
            if take(0x7D) { return true }
            while true {
                guard text() != nil || skipEscapedText(), take(0x3A), skipValue(depth: depth + 1),
                    let more = continues(until: 0x7D)
                else { return false }
                if !more { return true }
            }
        case 0x5B:
            guard depth < Self.depthLimit else { return false }
            position += 1
            if take(0x5D) { return true }
            while true {
                guard skipValue(depth: depth + 1), let more = continues(until: 0x5D) else { return false }
                if !more { return true }
            }
        case 0x74: return word("true")
        case 0x66: return word("false")
        case 0x6E: return word("null")
        default: return number() != nil
        }
    }
}

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
