extension PersonalData {
    /// Searches for groups of digits that are a phone number or a card number.
    static func numbers(_ text: ByteScanner) -> PersonalData? {
        var scanner = text
        while let next = scanner.next {
            let prefix = scanner.lengthOfPhonePrefix
            guard next.isDigit || prefix > 0, !scanner.isInWord else {
                scanner.position += scanner.hasEscape(at: scanner.position) ? 3 : 1
                continue
            }
            // A card number can follow another number. For a shorter list of numbers, that would be a false alarm.
            let isLater = scanner.isAfterNumber
            scanner.position += prefix
            var all = scanner
            let number = NumberText(&all, maxSeparators: 8, isPhone: prefix > 0)
            let group = NumberText(&scanner, maxSeparators: 0, isPhone: prefix > 0)
            if prefix > 0 {
                if number.isPhone, !all.isBeforeWord { return .phone }
            } else if number.isCard && !all.isBeforeWord && (!isLater || group.count >= 4)
                || group.isCard && !scanner.isBeforeWord
            {
                return .card
            }
            _ = scanner.skip { $0.isLetter || $0.isDigit }
        }
        return nil
    }
}

/// The digits of a number in a text, without the separators between them.
private struct NumberText {
    /// The digits as one number. It is only right for at most 19 digits.
    private var value: UInt64 = 0
    private(set) var count = 0
    private var beginsWithZero = false

    /// Reads at most 20 digits and the separators between them.
    init(_ scanner: inout ByteScanner, maxSeparators: Int, isPhone: Bool) {
        var separators = 0
        while let byte = scanner.next {
            if byte.isDigit {
                if count == 0 { beginsWithZero = byte == 0x30 }
                value = value &* 10 &+ UInt64(byte - 0x30)
                count += 1
                if count == 20 { return }
                scanner.position += 1
            } else {
                let length = scanner.lengthOfSeparator(isPhone: isPhone)
                separators += 1
                if length == 0 || separators > maxSeparators { return }
                scanner.position += length
            }
        }
    }

    /// Whether the digits can be a country code and a number in that country (ITU-T E.164).
    var isPhone: Bool { (8...15).contains(count) && !beginsWithZero }

    /// Whether the digits begin like a card number, and have its length and check digit (ISO/IEC 7812).
    var isCard: Bool {
        guard (13...19).contains(count) else { return false }
        var four = value
        for _ in 4..<count { four /= 10 }
        let isKnown =
            switch (count, four) {
            case (13, 4_000...4_999), (16, 4_000...4_999), (19, 4_000...4_999): true
            case (16, 5_100...5_599), (16, 2_221...2_720): true
            case (15, 3_400...3_499), (15, 3_700...3_799): true
            case (16, 6_011), (16, 6_440...6_599), (16, 3_528...3_589): true
            case (14, 3_000...3_059), (14, 3_600...3_699), (14, 3_800...3_999): true
            default: false
            }
        guard isKnown else { return false }
        var (rest, sum, isUniform) = (value, UInt64(0), true)
        for index in 0..<count {
            let digit = rest % 10
            rest /= 10
            isUniform = isUniform && digit == value % 10
            let weighted = index.isMultiple(of: 2) ? digit : 2 * digit
            sum += weighted > 9 ? weighted - 9 : weighted
        }
        return !isUniform && sum.isMultiple(of: 10)
    }
}

extension ByteScanner {
    /// Returns whether an escape such as `%20` is at a position.
    fileprivate func hasEscape(at place: Int) -> Bool {
        self[place] == 0x25 && self[place + 1]?.isHexDigit == true && self[place + 2]?.isHexDigit == true
    }

    /// Whether the byte before the position belongs to a word that goes on. An escape is not part of a word.
    fileprivate var isInWord: Bool {
        guard let before = self[position - 1], before.isLetter || before.isDigit || [0x2D, 0x2E, 0x5F].contains(before)
        else { return false }
        return !hasEscape(at: position - 3)
    }

    /// Whether a word that begins with the digits before the position goes on.
    fileprivate var isBeforeWord: Bool {
        self[position - 1]?.isDigit == true && !hasEscape(at: position - 3)
            && next.map { $0.isLetter || $0.isDigit || $0 == 0x5F } ?? false
    }

    /// Whether a digit and a space come before the position.
    fileprivate var isAfterNumber: Bool {
        (1...3).contains { length in
            var before = self
            before.position -= length
            return before.lengthOfSpace == length && self[before.position - 1]?.isDigit == true
        }
    }

    /// The length of the space or dash at the position, in bytes. The length is 0 if the position has neither.
    private var lengthOfSpace: Int {
        switch next {
        case 0x20, 0x2D: return 1
        case 0x25: return self[position + 1] == 0x32 && self[position + 2] == 0x30 ? 3 : 0
        // A no-break space.
        case 0xC2: return self[position + 1] == 0xA0 ? 2 : 0
        // Spaces and dashes of other widths, such as a narrow no-break space.
        case 0xE2:
            guard self[position + 1] == 0x80, let last = self[position + 2] else { return 0 }
            return (0x80...0x8A).contains(last) || (0x90...0x95).contains(last) || last == 0xAF ? 3 : 0
        default: return 0
        }
    }

    /// Returns the length of the separator at the position, in bytes, or 0 if the position has no separator.
    fileprivate func lengthOfSeparator(isPhone: Bool) -> Int {
        switch next {
        case 0x2E: isBetweenGroups(leastDigits: isPhone ? 1 : 3) ? 1 : 0
        case 0x28, 0x29, 0x2F: isPhone ? 1 : 0
        default: lengthOfSpace
        }
    }

    /// Returns whether the dot at the position separates two of at least three groups of digits.
    ///
    /// A single dot is the dot of a fraction, as in coordinates.
    private func isBetweenGroups(leastDigits: Int) -> Bool {
        var after = self
        after.position += 1
        var start = position
        while self[start - 1]?.isDigit == true { start -= 1 }
        guard position - start >= leastDigits, after.skip(while: \.isDigit) >= leastDigits else { return false }
        return after.next == 0x2E && self[after.position + 1]?.isDigit == true
            || self[start - 1] == 0x2E && self[start - 2]?.isDigit == true
    }

    /// The length of the beginning of an international phone number at the position, in bytes. It can be 0.
    ///
    /// The beginning is a plus sign, which can be escaped as `%2B`, or `00`. Ids often begin with `00`. So the code of
    /// a country and a separator other than a hyphen must follow `00`.
    fileprivate var lengthOfPhonePrefix: Int {
        var rest = self
        if rest.take(0x2B) || rest.take(0x25) && rest.take(0x32) && (rest.take(0x42) || rest.take(0x62)) {
            return rest.next.map { $0.isDigit || $0 == 0x28 } == true ? rest.position - position : 0
        }
        guard rest.take(0x30), rest.take(0x30), rest.takeCountryCode(), rest.next != 0x2D, rest.next != 0x2E
        else { return 0 }
        let separator = rest.lengthOfSeparator(isPhone: true)
        rest.position += separator
        // The number in the country does not begin with a zero, except in parentheses.
        return separator > 0 && rest.next != 0x30 ? 2 : 0
    }

    /// Skips digits and returns whether they are the code of a country (ITU-T E.164).
    private mutating func takeCountryCode() -> Bool {
        let start = position
        let length = skip(while: \.isDigit)
        position = start
        guard length <= 3, let code = number(digits: length) else { return false }
        return switch (length, code) {
        case (1, 1), (1, 7): true
        case (2, 20), (2, 27), (2, 30...34), (2, 36), (2, 39...41), (2, 43...49), (2, 51...58), (2, 60...66): true
        case (2, 81), (2, 82), (2, 84), (2, 86), (2, 90...95), (2, 98): true
        case (3, 210...269), (3, 290...299), (3, 350...359), (3, 370...389), (3, 420...429), (3, 500...509): true
        case (3, 590...599), (3, 670...699), (3, 800...809), (3, 850...859), (3, 870...889): true
        case (3, 960...979), (3, 990...999): true
        default: false
        }
    }
}
