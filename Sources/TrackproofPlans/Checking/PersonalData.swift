/// The kind of personal data that a text seems to contain.
///
/// The search avoids false alarms. For example, ids and times look like phone numbers. So the search finds a phone
/// number only if the number begins with a `+`.
@_spi(Tooling) public enum PersonalData: Sendable, CaseIterable {
    /// An email address.
    case email
    /// A number of a payment card.
    case card
    /// A phone number that begins with a `+`.
    case phone

    var words: String {
        switch self {
        case .email: "a text with an email address (not shown)"
        case .card: "a text with a card number (not shown)"
        case .phone: "a text with a phone number (not shown)"
        }
    }

    /// Returns the kind of personal data that a text seems to contain, or `nil` if the text seems to contain none.
    public static func kind(of text: String) -> PersonalData? {
        var text = text
        return text.withUTF8 { kind(ofBytes: $0) }
    }

    /// Returns the kind of personal data that a text in UTF-8 seems to contain, or `nil` if it seems to contain none.
    package static func kind(ofBytes bytes: UnsafeBufferPointer<UInt8>) -> PersonalData? {
        var text = ByteScanner(bytes)
        // The shortest email address that the search finds has six bytes, such as "a@b.cc".
        if text.end < 6 { return nil }
        // The number of digits in the current sequence of digits, spaces, plus signs, hyphens and parentheses.
        var digits = 0
        var mayHaveNumber = false
        while let byte = text.next {
            defer { text.position += 1 }
            if byte.isDigit {
                digits += 1
                if digits == 8 { mayHaveNumber = true }
                continue
            }
            switch byte {
            case 0x40: if isMail(text, length: 1) { return .email }
            // In a URL, `@` is often escaped as `%40`.
            case 0x25:
                if text[text.position + 1] == 0x34, text[text.position + 2] == 0x30, isMail(text, length: 3) {
                    return .email
                }
            case 0x20, 0x28, 0x29, 0x2B, 0x2D: continue
            default: break
            }
            digits = 0
        }
        return mayHaveNumber ? numbers(ByteScanner(bytes)) : nil
    }

    /// Returns whether the text around an `@` looks like an email address: a name, the `@`, and a host with a dot.
    ///
    /// - Parameters:
    ///   - text: A scanner at the `@`.
    ///   - length: The length of the `@`, which is longer if it is escaped.
    private static func isMail(_ text: ByteScanner, length: Int) -> Bool {
        guard let before = text[text.position - 1], before.isOfMailWord || before == 0x2E || before >= 0x80,
            before != 0x2F
        else { return false }
        var scanner = text
        scanner.position += length
        let start = scanner.position
        // Names and hosts can have letters outside ASCII, such as in "info@müller.de".
        _ = scanner.skip { $0.isLetter || $0.isDigit || $0 == 0x2D || $0 == 0x2E || $0 >= 0x80 }
        var end = scanner.position
        while end > start, text[end - 1] == 0x2E || text[end - 1] == 0x2D { end -= 1 }
        guard let dot = text.lastPlace(of: 0x2E, in: start..<end), dot > start, end - dot > 2 else { return false }
        // The part of a host after the last dot consists of letters. So "a@1.5" is not an email address.
        var last = text.part((dot + 1)..<end)
        _ = last.skip { $0.isLetter || $0 >= 0x80 }
        return last.isAtEnd
    }

    /// Searches for groups of digits that are a phone number or a card number.
    private static func numbers(_ text: ByteScanner) -> PersonalData? {
        var scanner = text
        while let next = scanner.next {
            guard next.isDigit || next == 0x2B,
                scanner[scanner.position - 1].map({
                    !($0.isLetter || $0.isDigit || $0 == 0x2D || $0 == 0x5F || $0 == 0x2E)
                }) ?? true
            else {
                scanner.position += 1
                continue
            }
            // A card number can follow another number. For a shorter list of numbers, that would be a false alarm.
            let isLater =
                next.isDigit && scanner[scanner.position - 1] == 0x20
                && scanner[scanner.position - 2]?.isDigit == true
            let hasPlus = scanner.take(0x2B)
            let start = scanner.position
            _ = scanner.skip(while: \.isDigit)
            let group = start..<scanner.position
            scanner.position = start
            var digits: [UInt8] = []
            var separators = 0
            while let byte = scanner.next {
                if byte.isDigit {
                    digits.append(byte - 0x30)
                    if digits.count > 19 { break }
                } else if byte == 0x20 || byte == 0x2D || (hasPlus && (byte == 0x28 || byte == 0x29)) {
                    separators += 1
                    if separators > 8 { break }
                } else {
                    break
                }
                scanner.position += 1
            }
            let isWord = isInWord(scanner)
            if !isWord, hasPlus, (8...15).contains(digits.count) { return .phone }
            if !isWord, !hasPlus, !isLater || group.count >= 4, isCard(digits) { return .card }
            scanner.position = group.upperBound
            if !isInWord(scanner), !hasPlus, isCard(Array(digits.prefix(group.count))) { return .card }
            _ = scanner.skip { $0.isLetter || $0.isDigit }
        }
        return nil
    }

    /// Returns whether the digits before the scanner's position are in a word that goes on.
    private static func isInWord(_ scanner: ByteScanner) -> Bool {
        scanner[scanner.position - 1]?.isDigit == true
            && scanner.next.map { $0.isLetter || $0.isDigit || $0 == 0x5F } ?? false
    }

    /// Returns whether the digits begin like a card number, and have its length and check digit (ISO/IEC 7812).
    private static func isCard(_ digits: [UInt8]) -> Bool {
        guard digits.count >= 13 else { return false }
        let four = digits.prefix(4).reduce(0) { $0 * 10 + Int($1) }
        let isKnown =
            switch (digits.count, four) {
            case (13, 4_000...4_999), (16, 4_000...4_999), (19, 4_000...4_999): true
            case (16, 5_100...5_599), (16, 2_221...2_720): true
            case (15, 3_400...3_499), (15, 3_700...3_799): true
            case (16, 6_011), (16, 6_440...6_599), (16, 3_528...3_589): true
            case (14, 3_000...3_059), (14, 3_600...3_699), (14, 3_800...3_999): true
            default: false
            }
        guard isKnown, Set(digits).count > 1 else { return false }
        var sum = 0
        for (index, digit) in digits.reversed().enumerated() {
            let doubled = index.isMultiple(of: 2) ? Int(digit) : 2 * Int(digit)
            sum += doubled > 9 ? doubled - 9 : doubled
        }
        return sum.isMultiple(of: 10)
    }
}
