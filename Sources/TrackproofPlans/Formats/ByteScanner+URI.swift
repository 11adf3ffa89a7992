// URIs and URI references follow RFC 3986.
extension ByteScanner {
    mutating func uuid() -> Bool {
        for (index, length) in [8, 4, 4, 4, 12].enumerated() {
            if index > 0, !take(0x2D) { return false }
            guard skip(while: \.isHexDigit) == length else { return false }
        }
        return true
    }

    mutating func uri(isReference: Bool) -> Bool {
        let hasScheme = scheme()
        guard hasScheme || isReference else { return false }
        if next == 0x2F, self[position + 1] == 0x2F {
            position += 2
            guard authority() else { return false }
            // After an authority, there must be the end, a path that begins with a slash, a query or a fragment.
            guard isAtEnd || next == 0x2F || next == 0x3F || next == 0x23 else { return false }
        } else if !hasScheme {
            // Without a scheme, the path must have no colon before its first slash.
            let start = position
            let length = skip { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
            if firstPlace(of: 0x3A, in: start..<(start + length)) != nil { return false }
            position = start
        }
        guard characters("/") else { return false }
        if take(0x3F), !characters("/?") { return false }
        if take(0x23), !characters("/?") { return false }
        return true
    }

    /// Skips a scheme and the colon after it. If there is no scheme, skips nothing and returns `false`.
    private mutating func scheme() -> Bool {
        let start = position
        if let next, next.isLetter {
            _ = skip { $0.isLetter || $0.isDigit || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }
            if take(0x3A) { return true }
        }
        position = start
        return false
    }

    private mutating func authority() -> Bool {
        let start = position
        let length = skip { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
        var part = part(start..<(start + length))
        if let at = part.lastPlace(of: 0x40, in: start..<part.end) {
            var user = self.part(start..<at)
            guard user.characters(":", allowsAt: false), user.isAtEnd else { return false }
            part.position = at + 1
        }
        if part.take(0x5B) {
            guard let close = part.firstPlace(of: 0x5D, in: part.position..<part.end) else { return false }
            var inside = part.part(part.position..<close)
            guard inside.next.map({ $0 | 0x20 }) == 0x76 ? inside.futureAddress() : inside.ipv6(), inside.isAtEnd
            else { return false }
            part.position = close + 1
        } else {
            guard part.characters("", allowsAt: false, allowsColon: false) else { return false }
        }
        if part.take(0x3A) { _ = part.skip(while: \.isDigit) }
        return part.isAtEnd
    }

    /// Skips an address of a future version of IP, such as `v1.fe80`.
    private mutating func futureAddress() -> Bool {
        position += 1
        guard skip(while: \.isHexDigit) > 0, take(0x2E) else { return false }
        return skip { $0.isUnreserved || $0.isSubDelimiter || $0 == 0x3A } > 0
    }

    /// Skips the characters that a path may contain, and the characters in `others`. Returns `false` for a wrong
    /// escape.
    private mutating func characters(
        _ others: StaticString, allowsAt: Bool = true, allowsColon: Bool = true
    ) -> Bool {
        while let byte = next {
            if byte == 0x25 {
                guard self[position + 1]?.isHexDigit == true, self[position + 2]?.isHexDigit == true else {
                    return false
                }
                position += 3
            } else if byte.isUnreserved || byte.isSubDelimiter || (byte == 0x3A && allowsColon)
                || (byte == 0x40 && allowsAt)
            {
                position += 1
            } else if !take(anyOf: others) {
                // The caller decides whether this byte is allowed here.
                return true
            }
        }
        return true
    }
}

extension UInt8 {
    fileprivate var isUnreserved: Bool {
        isLetter || isDigit || self == 0x2D || self == 0x2E || self == 0x5F || self == 0x7E
    }

    fileprivate var isSubDelimiter: Bool {
        switch self {
        case 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D: true
        default: false
        }
    }
}
