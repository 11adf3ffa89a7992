import TrackproofPlans

/// A slow search for personal data, which looks at each position of a text separately.
enum SlowPersonalData {
    static func kind(of text: [UInt8]) -> PersonalData? {
        if text.count < 6 { return nil }
        if text.indices.contains(where: { isMail(text, at: $0) }) { return .email }
        // The digits after a plus sign do not begin another number.
        var excluded: Int?
        for place in text.indices where place != excluded && isStart(text, place) {
            let prefix = phonePrefix(text[place...])
            if let prefix {
                excluded = place + prefix
                let number = Number(text, place + prefix, most: 8, isPhone: true)
                if !number.isBeforeWord, (8...15).contains(number.digits.count), number.digits[0] != 0 { return .phone }
            } else if isDigit(text[place]) {
                let number = Number(text, place, most: 8, isPhone: false)
                let group = Number(text, place, most: 0, isPhone: false)
                let isFirst = !isAfterNumber(text, place) || group.digits.count >= 4
                if isFirst && !number.isBeforeWord && isCard(number.digits) { return .card }
                if !group.isBeforeWord && isCard(group.digits) { return .card }
            }
        }
        return nil
    }

    // MARK: Characters

    private static func isDigit(_ byte: UInt8) -> Bool { "0123456789".utf8.contains(byte) }
    private static func isHex(_ byte: UInt8) -> Bool { isDigit(byte) || "abcdefABCDEF".utf8.contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool {
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8.contains(byte)
    }

    private static func isEscape(_ text: [UInt8], _ place: Int) -> Bool {
        guard place >= 0, place + 2 < text.count else { return false }
        return text[place] == 0x25 && isHex(text[place + 1]) && isHex(text[place + 2])
    }

    private static let spaces =
        [" ", "-", "%20", "\u{A0}", "\u{202F}"]
        + (0x2000...0x200A).compactMap(Unicode.Scalar.init).map(String.init)
        + (0x2010...0x2015).compactMap(Unicode.Scalar.init).map(String.init)

    /// Returns whether no word and no escape surrounds the position.
    private static func isStart(_ text: [UInt8], _ place: Int) -> Bool {
        if isEscape(text, place - 1) || isEscape(text, place - 2) { return false }
        guard place > 0, !isEscape(text, place - 3) else { return true }
        return !isLetter(text[place - 1]) && !isDigit(text[place - 1]) && !"-_.".utf8.contains(text[place - 1])
    }

    private static func isAfterNumber(_ text: [UInt8], _ place: Int) -> Bool {
        spaces.contains { space in
            let start = place - space.utf8.count
            return start > 0 && text[start..<place].elementsEqual(space.utf8) && isDigit(text[start - 1])
        }
    }

    // MARK: Email addresses

    private static func isMail(_ text: [UInt8], at place: Int) -> Bool {
        let rest = text[place...]
        let sign = rest.starts(with: "@".utf8) ? 1 : rest.starts(with: "%40".utf8) ? 3 : 0
        guard sign > 0, let before = text[..<place].last else { return false }
        if before == 0x22 {
            // The quotation marks with the same number of backslashes must be pairs.
            func isEscaped(_ place: Int) -> Bool { place > 0 && text[place - 1] == 0x5C }
            let same = text[..<place].indices.filter { text[$0] == 0x22 && isEscaped($0) == isEscaped(place - 1) }
            guard same.count % 2 == 0 else { return false }
        } else {
            guard isLetter(before) || isDigit(before) || before >= 0x80 || "!#$%&'*+-=?^_`{|}~.".utf8.contains(before)
            else { return false }
        }
        var host = rest.dropFirst(sign).prefix {
            isLetter($0) || isDigit($0) || $0 == 0x2D || $0 == 0x2E || $0 >= 0x80
        }
        while let last = host.last, last == 0x2E || last == 0x2D { host.removeLast() }
        let labels = host.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard labels.count > 1, let last = labels.last, host.first != 0x2E || labels.count > 2 else { return false }
        if labels.count == 2, let first = labels.first, first.count == 2, isDigit(first[first.startIndex]),
            first.last == 0x78
        {
            return false
        }
        if String(decoding: last, as: UTF8.self).lowercased().hasPrefix("xn--") { return last.count > 4 }
        return last.count >= 2 && last.allSatisfy { isLetter($0) || $0 >= 0x80 }
    }

    // MARK: Numbers

    /// Returns the length of the beginning of an international phone number.
    private static func phonePrefix(_ text: ArraySlice<UInt8>) -> Int? {
        for plus in ["+", "%2B", "%2b"] where text.starts(with: plus.utf8) {
            let next = text.dropFirst(plus.utf8.count).first
            return next.map { isDigit($0) || $0 == 0x28 } == true ? plus.utf8.count : nil
        }
        guard text.starts(with: "00".utf8) else { return nil }
        let code = text.dropFirst(2).prefix(while: isDigit)
        let rest = text[code.endIndex...]
        guard countryCodes.contains(String(decoding: code, as: UTF8.self)), rest.first != 0x2D,
            let separator = (spaces + ["(", ")", "/"]).first(where: { rest.starts(with: $0.utf8) }),
            rest.dropFirst(separator.utf8.count).first != 0x30
        else { return nil }
        return 2
    }

    private static let countryCodes: Set<String> = {
        let short =
            "1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81"
        let more = "82 84 86 90 91 92 93 94 95 98"
        let long = "21 22 23 24 25 26 29 35 37 38 42 50 59 67 68 69 80 85 87 88 96 97 99".split(separator: " ")
        return Set((short + " " + more).split(separator: " ").map(String.init))
            .union(long.flatMap { code in (0...9).map { "\(code)\($0)" } })
    }()

    /// The digits from a position on, and the position of their end.
    private struct Number {
        var digits: [Int] = []
        /// Whether a word that begins with the digits goes on after them.
        var isBeforeWord = false

        init(_ text: [UInt8], _ start: Int, most: Int, isPhone: Bool) {
            var place = start
            var separators = 0
            while place < text.count, digits.count < 20 {
                if isDigit(text[place]) {
                    digits.append(Int(text[place]) - 0x30)
                    place += 1
                    continue
                }
                let all = spaces + (isPhone ? ["(", ")", "/"] : [])
                let separator =
                    all.first { text[place...].starts(with: $0.utf8) }
                    ?? (Self.isDotOfThreeGroups(text, place, least: isPhone ? 1 : 3) ? "." : nil)
                guard let separator, separators < most else { break }
                separators += 1
                place += separator.utf8.count
            }
            let goesOn = place < text.count && (isLetter(text[place]) || isDigit(text[place]) || text[place] == 0x5F)
            isBeforeWord = goesOn && place > 0 && isDigit(text[place - 1]) && !isEscape(text, place - 3)
        }

        private static func isDotOfThreeGroups(_ text: [UInt8], _ place: Int, least: Int) -> Bool {
            guard text[place] == 0x2E else { return false }
            func isPart(_ byte: UInt8) -> Bool { isDigit(byte) || byte == 0x2E }
            let before = Array(text[..<place].reversed().prefix(while: isPart).reversed())
                .split(separator: 0x2E, omittingEmptySubsequences: false).map(\.count)
            let after = text[(place + 1)...].prefix(while: isPart)
                .split(separator: 0x2E, omittingEmptySubsequences: false).map(\.count)
            guard let last = before.last, let first = after.first, last >= least, first >= least else { return false }
            return before.dropLast().last ?? 0 > 0 || after.dropFirst().first ?? 0 > 0
        }
    }

    /// Returns whether the digits are the number of a card from Visa, Mastercard or another known company.
    private static func isCard(_ digits: [Int]) -> Bool {
        let text = digits.map(String.init).joined()
        let four = Int(text.prefix(4)) ?? 0
        let ranges: [Int: [ClosedRange<Int>]] = [
            13: [4_000...4_999], 14: [3_000...3_059, 3_600...3_699, 3_800...3_999], 15: [3_400...3_499, 3_700...3_799],
            16: [4_000...4_999, 5_100...5_599, 2_221...2_720, 6_011...6_011, 6_440...6_599, 3_528...3_589],
            19: [4_000...4_999],
        ]
        guard let known = ranges[digits.count], known.contains(where: { $0.contains(four) }), Set(digits).count > 1
        else {
            return false
        }
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let value = digit.offset.isMultiple(of: 2) ? digit.element : digit.element * 2
            return sum + value / 10 + value % 10
        }
        return sum.isMultiple(of: 10)
    }
}
