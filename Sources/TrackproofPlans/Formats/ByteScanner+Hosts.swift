extension ByteScanner {
    mutating func hostname() -> Bool {
        let start = position
        while true {
            let label = position
            let length = skip { $0.isLetter || $0.isDigit || $0 == 0x2D }
            guard (1...63).contains(length), self[label] != 0x2D, self[position - 1] != 0x2D else { return false }
            // If the third and fourth characters are "--", the label is encoded. Only Punycode ("xn--") is allowed.
            if length >= 4, self[label + 2] == 0x2D, self[label + 3] == 0x2D {
                guard hasPrefix("xn", at: label), length > 4 else { return false }
            }
            guard take(0x2E) else { return position - start <= 253 }
        }
    }

    mutating func ipv4() -> Bool {
        for part in 0..<4 {
            if part > 0, !take(0x2E) { return false }
            let start = position
            let digits = skip(while: \.isDigit)
            guard (1...3).contains(digits), digits == 1 || self[start] != 0x30 else { return false }
            let value = (start..<position).reduce(0) { $0 * 10 + Int((self[$1] ?? 0x30) - 0x30) }
            guard value <= 255 else { return false }
        }
        return true
    }

    mutating func ipv6() -> Bool {
        var groups = 0
        var hasGap = false
        if take(0x3A) {
            guard take(0x3A) else { return false }
            hasGap = true
        }
        while let next, next.isHexDigit {
            let start = position
            let digits = skip(while: \.isHexDigit)
            if self.next == 0x2E {
                // An IPv6 address can end with an IPv4 address instead of its last two groups.
                position = start
                guard ipv4() else { return false }
                groups += 2
                break
            }
            guard digits <= 4 else { return false }
            groups += 1
            guard self.next == 0x3A else { break }
            position += 1
            if take(0x3A) {
                if hasGap { return false }
                hasGap = true
            } else if self.next?.isHexDigit != true {
                return false
            }
        }
        return hasGap ? groups <= 7 : groups == 8
    }

    mutating func email() -> Bool {
        let start = position
        guard next == 0x22 ? quotedLocalPart() : localPart(), position - start <= 64, take(0x40) else { return false }
        guard take(0x5B) else { return hostname() }
        // The part after `@` can be an IP address in brackets instead of a host name.
        guard let close = firstPlace(of: 0x5D, in: position..<end) else { return false }
        var inside = part(position..<close)
        let isIPv6 = inside.hasPrefix("IPv6:", at: inside.position)
        if isIPv6 { inside.position += 5 }
        guard isIPv6 ? inside.ipv6() : inside.ipv4(), inside.isAtEnd else { return false }
        position = close + 1
        return true
    }

    /// Returns whether a part of the text is an ASCII text, in upper or lower case.
    func hasPrefix(_ prefix: StaticString, at place: Int) -> Bool {
        (0..<prefix.utf8CodeUnitCount).allSatisfy { index in
            self[place + index].map { $0 | 0x20 == prefix.utf8Start[index] | 0x20 } ?? false
        }
    }

    /// Skips a sequence of words with one dot between two words. A word has only bytes with `isOfMailWord`.
    mutating func localPart() -> Bool {
        repeat {
            guard skip(while: \.isOfMailWord) > 0 else { return false }
        } while take(0x2E)
        return true
    }

    private mutating func quotedLocalPart() -> Bool {
        position += 1
        while let byte = next {
            position += 1
            switch byte {
            case 0x22: return true
            case 0x5C:
                guard let escaped = next, (0x20...0x7E).contains(escaped) else { return false }
                position += 1
            case 0x20...0x7E: continue
            default: return false
            }
        }
        return false
    }
}

extension UInt8 {
    /// Whether the name in an email address may contain the byte without quotes (RFC 5322, `atext`).
    var isOfMailWord: Bool {
        switch self {
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2F, 0x3D, 0x3F, 0x5E...0x60, 0x7B...0x7E: true
        default: isLetter || isDigit
        }
    }
}
