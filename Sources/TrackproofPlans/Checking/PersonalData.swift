import Trackproof

/// The kind of personal data that a text seems to contain.
///
/// The search avoids false alarms. For example, ids and times look like phone numbers. So the search finds a phone
/// number only in its international form: it begins with `+`, or with `00`, the code of a country and a separator.
public enum PersonalData: Sendable, CaseIterable {
    /// An email address.
    case email
    /// A number of a payment card.
    case card
    /// A phone number in its international form.
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

    /// Returns the kind of personal data that a value seems to be, or `nil` if it is an array, an object or harmless.
    ///
    /// An integer can be the number of a card, which has at least 13 digits.
    static func kind(of value: EventValue) -> PersonalData? {
        switch value {
        case .string(let text): kind(of: text)
        case .integer(let integer): integer >= 1_000_000_000_000 ? kind(of: "\(integer)") : nil
        case .number(let number): Int64(exactly: number).flatMap { kind(of: .integer($0)) }
        case .null, .bool, .array, .object: nil
        }
    }

    /// Returns the kind of personal data that a text in UTF-8 seems to contain, or `nil` if it seems to contain none.
    package static func kind(ofBytes bytes: UnsafeBufferPointer<UInt8>) -> PersonalData? {
        var text = ByteScanner(bytes)
        // The shortest email address that the search finds has six bytes, such as "a@b.cc".
        if text.end < 6 { return nil }
        // The number of digits in the current sequence of digits and bytes that can be a part of a separator.
        var digits = 0
        var mostDigits = 0
        var mayHavePhone = false
        // In a JSON text inside a text, a backslash precedes each quotation mark. The two kinds are counted separately.
        var quotes = (plain: 0, escaped: 0)
        while let byte = text.next {
            defer { text.position += 1 }
            if byte.isLetter {
                digits = 0
                continue
            }
            switch byte {
            case 0x30...0x39:
                digits += 1
                if digits > mostDigits { mostDigits = digits }
                if byte == 0x30, text[text.position - 1] == 0x30 { mayHavePhone = true }
                continue
            case 0x2B: mayHavePhone = true
            case 0x40: if isMail(text, length: 1, quotes) { return .email }
            // In a URL, `@` is often escaped as `%40`. A separator or a plus sign can be escaped too.
            case 0x25:
                if text[text.position + 1] == 0x34, text[text.position + 2] == 0x30, isMail(text, length: 3, quotes) {
                    return .email
                }
                mayHavePhone = true
                continue
            case 0x22: if text[text.position - 1] == 0x5C { quotes.escaped += 1 } else { quotes.plain += 1 }
            case 0x20, 0x28, 0x29, 0x2D...0x2F: continue
            // These bytes occur in the spaces and dashes outside ASCII that separate digits.
            case 0x80...0x8A, 0x90...0x95, 0xA0, 0xAF, 0xC2, 0xE2: continue
            default: break
            }
            digits = 0
        }
        // The search for numbers is slower. A card number has at least 13 digits, and a phone number at least 8.
        return mostDigits >= (mayHavePhone ? 8 : 13) ? numbers(ByteScanner(bytes)) : nil
    }

    /// Returns whether the text around an `@` looks like an email address: a name, the `@`, and a host with a dot.
    ///
    /// - Parameters:
    ///   - text: A scanner at the `@`.
    ///   - length: The length of the `@`, which is longer if it is escaped.
    ///   - quotes: The number of quotation marks before the `@`.
    private static func isMail(_ text: ByteScanner, length: Int, _ quotes: (plain: Int, escaped: Int)) -> Bool {
        guard let before = text[text.position - 1] else { return false }
        if before == 0x22 {
            // The name can be in quotation marks, as in `"a b"@example.com`.
            // Then the quotation mark before the `@` is the second of a pair.
            let count = text[text.position - 2] == 0x5C ? quotes.escaped : quotes.plain
            guard count.isMultiple(of: 2) else { return false }
        } else {
            guard before.isOfMailWord || before == 0x2E || before >= 0x80, before != 0x2F else { return false }
        }
        var scanner = text
        scanner.position += length
        let start = scanner.position
        // Names and hosts can have letters outside ASCII, such as in "info@müller.de".
        _ = scanner.skip { $0.isLetter || $0.isDigit || $0 == 0x2D || $0 == 0x2E || $0 >= 0x80 }
        var end = scanner.position
        while end > start, text[end - 1] == 0x2E || text[end - 1] == 0x2D { end -= 1 }
        guard let dot = text.lastPlace(of: 0x2E, in: start..<end), dot > start, end - dot > 2 else { return false }
        // The name of an image can end with its scale, as in "icon@2x.png".
        if dot == start + 2, text[start]?.isDigit == true, text[start + 1] == 0x78 { return false }
        // The part of a host after the last dot consists of letters, or is encoded. So "a@1.5" is not an email address.
        if text.hasPrefix("xn--", at: dot + 1), end - dot > 5 { return true }
        var last = text.part((dot + 1)..<end)
        _ = last.skip { $0.isLetter || $0 >= 0x80 }
        return last.isAtEnd
    }
}
