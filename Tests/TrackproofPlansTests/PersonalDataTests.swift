import TestSupport
import Testing
@_spi(Tooling) import TrackproofPlans

/// Tests the search for personal data against a slow search over arrays.
@Suite("Personal data in texts")
struct PersonalDataTests {
    private static let texts = [
        "12345678 +", "+49 170 1234567", "call +49 (170) 123-4567 now", "4111 1111 1111 1111", "4111-1111-1111-1111.",
        "jane.doe+x@mail.example.com", "https://x.example/?to=jane%40example.com&a=1", "a@b.cc", "a@1.5", "a@b.c-.",
        "+1", "++++12345678", "1234 5678 + +", "378282246310005", "id_4111111111111111", "+123456789012345678901",
        "1 2 3 4 5 6 7 8 9 0 1 2 3", "größe@ä.de 12345678 %4", "12345678 +4", "5500005555555559x", "%40%40%40a.bc",
    ]

    @Test func allCutsOfTextsAgreeWithTheSlowSearch() {
        let random = randomTexts(
            of: [
                "0", "1", "4111", "1111", "+", "-", " ", "(", ")", "@", "%40", ".", "a", "com", "_", "/", "ä", "5555",
                "4444", "49", "170",
            ], count: 1_500, length: 14, seed: 31)
        var found: [PersonalData?: Int] = [:]
        for text in Self.texts + random {
            for cut in cuts(of: text) + [ArraySlice(text.utf8)] {
                let expected = Self.slowKind(of: Array(cut))
                found[expected, default: 0] += 1
                #expect(scanned(cut) { PersonalData.kind(ofBytes: $0) } == .some(expected), "\(Array(cut)) of \(text)")
            }
        }
        // The texts must contain each kind of personal data.
        for kind in PersonalData.allCases { #expect(found[kind, default: 0] > 20, "\(kind)") }
    }

    @Test(arguments: [
        ("exp 12/29 4111111111111111", PersonalData.card), ("qty 2 4111 1111 1111 1111", .card),
        ("4111111111111111 123", .card), ("4111111111111111 5500005555555559", .card),
        ("4111 1111 1111 1111 Visa", .card), ("andré@example.com", .email), ("info@müller.de", .email),
        ("почта@пример.рф", .email), ("+1 (234) 567-8901 ext 5", .phone),
        ("12 41 11 11 11 11 11 11 11", nil), ("2 4111111111111111x", nil), ("é 1@2.5", nil),
    ])
    func kinds(_ text: String, _ kind: PersonalData?) { #expect(PersonalData.kind(of: text) == kind) }

    // MARK: The slow search

    private static func slowKind(of text: [UInt8]) -> PersonalData? {
        if text.indices.contains(where: { isMail(text, at: $0) }), text.count >= 6 { return .email }
        // Without a sequence with eight digits, there is no number.
        let runs = text.split { !("0"..."9").contains(Character(Unicode.Scalar($0))) && !" ()+-".utf8.contains($0) }
        guard runs.contains(where: { $0.count(where: isDigit) >= 8 }) else { return nil }
        return slowNumber(in: text)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { "0123456789".utf8.contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool {
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8.contains(byte)
    }

    private static func isMail(_ text: [UInt8], at place: Int) -> Bool {
        let rest = text[place...]
        let sign = rest.starts(with: "@".utf8) ? 1 : rest.starts(with: "%40".utf8) ? 3 : 0
        guard sign > 0, let before = text[..<place].last else { return false }
        guard isLetter(before) || isDigit(before) || before >= 0x80 || "!#$%&'*+-=?^_`{|}~.".utf8.contains(before)
        else { return false }
        var host = rest.dropFirst(sign).prefix {
            isLetter($0) || isDigit($0) || $0 == 0x2D || $0 == 0x2E || $0 >= 0x80
        }
        while let last = host.last, last == 0x2E || last == 0x2D { host.removeLast() }
        let labels = host.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard labels.count > 1, let last = labels.last, host.first != 0x2E || labels.count > 2 else { return false }
        return last.count >= 2 && last.allSatisfy { isLetter($0) || $0 >= 0x80 }
    }

    private static func slowNumber(in text: [UInt8]) -> PersonalData? {
        var rest = text[...]
        var before: UInt8?
        func step() { before = rest.popFirst() }
        while let first = rest.first {
            let isInWord = before.map { isLetter($0) || isDigit($0) || "-_.".utf8.contains($0) } ?? false
            guard isDigit(first) || first == 0x2B, !isInWord else {
                step()
                continue
            }
            let hasPlus = first == 0x2B
            let isLater = !hasPlus && before == 0x20 && text[..<rest.startIndex].dropLast().last.map(isDigit) == true
            if hasPlus { step() }
            let group = rest.prefix(while: isDigit)
            var digits: [Int] = []
            var separators = 0
            while let byte = rest.first {
                if isDigit(byte) {
                    digits.append(Int(byte) - 0x30)
                    if digits.count == 20 { break }
                } else if " -".utf8.contains(byte) || hasPlus && "()".utf8.contains(byte) {
                    separators += 1
                    if separators == 9 { break }
                } else {
                    break
                }
                step()
            }
            func isWord() -> Bool {
                text[..<rest.startIndex].last.map(isDigit) == true
                    && rest.first.map { isLetter($0) || isDigit($0) || $0 == 0x5F } ?? false
            }
            if !isWord(), hasPlus, (8...15).contains(digits.count) { return .phone }
            if !isWord(), !hasPlus, !isLater || group.count > 3, isCard(digits) { return .card }
            rest = text[group.endIndex...]
            before = text[..<rest.startIndex].last
            if !isWord(), !hasPlus, isCard(group.map { Int($0) - 0x30 }) { return .card }
            while let byte = rest.first, isLetter(byte) || isDigit(byte) { step() }
        }
        return nil
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
