extension JSONCursor {
    /// Reads the rest of a string. `position` must be after the opening quote.
    @inline(__always)
    package mutating func string() throws(JSONFailure) -> String {
        let start = position
        if try skipStringBody() {
            position = start
            return try unescapedString()
        }
        return String(decoding: UnsafeBufferPointer(start: bytes + start, count: position - 1 - start), as: UTF8.self)
    }

    /// Moves past the closing quote and checks the characters before it.
    ///
    /// - Returns: `true` if the string contains an escape, or a surrogate that a lenient cursor must replace.
    @inline(__always)
    package mutating func skipStringBody() throws(JSONFailure) -> Bool {
        var place = position
        var escaped = false
        while true {
            place = PlainScanner(bytes, from: place, to: end).plainRun(from: place)
            guard place < end else { throw JSONFailure(incompleteAt: place) }
            switch bytes[place] {
            case 0x22:
                position = place + 1
                return escaped
            case 0x5C:
                escaped = true
                guard place + 1 < end else { throw JSONFailure(incompleteAt: place) }
                // Skips an invalid escape too, because `unescapedString()` finds and reports it later.
                place += bytes[place + 1] < 0x80 ? 2 : 1
            case 0..<0x20:
                throw JSONFailure(at: place, "a control character in a string must be escaped")
            case 0xED
            where isLenient && Self.surrogate(in: UnsafeBufferPointer(start: bytes, count: end), at: place) != nil:
                // A lenient cursor replaces the surrogate in `unescapedString()`.
                escaped = true
                place += 3
            default:
                place = try characterEnd(at: place)
            }
        }
    }

    /// Returns the index after the character at `place`. Throws an error if the character is not valid UTF-8.
    private func characterEnd(at place: Int) throws(JSONFailure) -> Int {
        let lead = bytes[place]
        guard let (length, second) = PlainScanner.character(lead) else {
            throw JSONFailure(at: place, isValueProblem: true, "not UTF-8: \(Self.describe(lead))")
        }
        for index in 1..<length {
            guard place + index < end else { throw JSONFailure(incompleteAt: place) }
            let byte = bytes[place + index]
            guard index == 1 ? second.contains(byte) : (0x80...0xBF).contains(byte) else {
                throw JSONFailure(
                    at: place, isValueProblem: true,
                    "not UTF-8: \(Self.describe(lead)) followed by \(Self.describe(byte))")
            }
        }
        return place + length
    }

    /// Reads a string with escapes. `skipStringBody()` must have checked the bytes of the string.
    private mutating func unescapedString() throws(JSONFailure) -> String {
        var result: [UInt8] = []
        while true {
            let run = plainOrHighRun(from: position)
            result.append(contentsOf: UnsafeBufferPointer(start: bytes + position, count: run - position))
            position = run
            if bytes[position] == 0x22 {
                position += 1
                if isLenient { Self.joinSurrogates(in: &result) }
                return String(decoding: result, as: UTF8.self)
            }
            try appendEscape(to: &result)
        }
    }

    private func plainOrHighRun(from place: Int) -> Int {
        var place = place
        while bytes[place] != 0x22, bytes[place] != 0x5C { place += 1 }
        return place
    }

    private mutating func appendEscape(to result: inout [UInt8]) throws(JSONFailure) {
        let start = position
        position += 2
        switch bytes[start + 1] {
        case 0x22, 0x5C, 0x2F: result.append(bytes[start + 1])
        case 0x62: result.append(0x08)
        case 0x66: result.append(0x0C)
        case 0x6E: result.append(0x0A)
        case 0x72: result.append(0x0D)
        case 0x74: result.append(0x09)
        case 0x75:
            let scalar = try isLenient ? lenientEscape(at: start) : unicodeEscape(at: start)
            result.append(contentsOf: String(Character(scalar)).utf8)
        default:
            throw JSONFailure(at: start, "invalid escape: '\\' followed by \(Self.describe(bytes[start + 1]))")
        }
    }

    /// Returns the scalar that one escape `\uXXXX` represents, or that a pair of such escapes (surrogates) represents.
    ///
    /// `position` must be after the first `\u`.
    mutating func unicodeEscape(at start: Int) throws(JSONFailure) -> Unicode.Scalar {
        let first = try hexDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xD800..<0xDC00).contains(first), position + 1 < end, bytes[position] == 0x5C,
            bytes[position + 1] == 0x75
        else { throw JSONFailure(at: start, "unpaired surrogate") }
        position += 2
        let second = try hexDigits()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw JSONFailure(at: start, "unpaired surrogate") }
        return scalar
    }

    mutating func hexDigits() throws(JSONFailure) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard position < end else { throw JSONFailure(incompleteAt: position) }
            let byte = bytes[position]
            switch byte {
            case 0x30...0x39: value = value << 4 + UInt32(byte - 0x30)
            case 0x41...0x46: value = value << 4 + UInt32(byte - 0x41 + 10)
            case 0x61...0x66: value = value << 4 + UInt32(byte - 0x61 + 10)
            default: throw unexpected("four hexadecimal digits after '\\u'")
            }
            position += 1
        }
        return value
    }
}
