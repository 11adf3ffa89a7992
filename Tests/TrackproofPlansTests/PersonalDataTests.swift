import _TrackproofTestSupport
import Testing
import TrackproofPlans

/// Tests the search for personal data, also against a slow search over arrays.
@Suite("Personal data in texts")
struct PersonalDataTests {
    private static let texts = [
        "12345678 +", "+49 170 1234567", "call +49 (170) 123-4567 now", "4111 1111 1111 1111", "4111-1111-1111-1111.",
        "jane.doe+x@mail.example.com", "https://x.example/?to=jane%40example.com&a=1", "a@b.cc", "a@1.5", "a@b.c-.",
        "+1", "++++12345678", "1234 5678 + +", "378282246310005", "id_4111111111111111", "+123456789012345678901",
        "1 2 3 4 5 6 7 8 9 0 1 2 3", "größe@ä.de 12345678 %4", "12345678 +4", "5500005555555559x", "%40%40%40a.bc",
        "4111.1111.1111.1111", "5555\u{A0}5555\u{202F}5555\u{2009}4444", "+33.1.23.45.67.89", "0049 (0) 170/1234567",
        #"x "a b"@xn--mller-kva.xn--p1ai"#, #"{"to":"\"a b\"@example.com","@a.bc":1}"#, "tel%3A%2B49%20170%201234567",
        "00 33 0033 1 23 45 67 89", "1.4111.1111.1111.1111", "%204111%201111%201111%201111", "+52.520008 +13.404954",
    ]

    @Test func allCutsOfTextsAgreeWithTheSlowSearch() {
        let count = rounds(120, deep: 800)
        let mixed = randomTexts(
            of: [
                "0", "1", "4111", "1111", "+", "-", " ", "(", ")", "@", "%40", ".", "a", "com", "_", "/", "ä", "5555",
                "4444", "49", "170", "xn--", "\"", "\\", "2x",
            ], count: count, length: 14, seed: 31)
        let numbers = randomTexts(
            of: [
                "4111", "1111", "1111", "5555", "4444", "0", "0049", "001", "170", "+", "%2B", "%2b", "%20", "%", " ",
                ".", "-", "/", "(", "\u{A0}", "\u{202F}", "\u{2010}", "\u{2028}", "B", "2",
            ], count: count, length: 14, seed: 32)
        // Card numbers with random separators.
        let cards = zip(mixed, randomTexts(of: [".", " ", "\u{A0}", "%20", "-"], count: count, length: 1, seed: 33)).map
        {
            String($0.prefix(6)) + ["4111", "1111", "1111", "1111"].joined(separator: $1) + String($0.suffix(4))
        }
        var found: [PersonalData?: Int] = [:]
        for text in Self.texts + mixed + numbers + cards {
            for cut in cuts(of: text) + [ArraySlice(text.utf8)] {
                let expected = SlowPersonalData.kind(of: Array(cut))
                found[expected, default: 0] += 1
                #expect(scanned(cut) { PersonalData.kind(ofBytes: $0) } == .some(expected), "\(Array(cut)) of \(text)")
            }
        }
        // The texts must contain each kind of personal data.
        for kind in PersonalData.allCases { #expect(found[kind, default: 0] * 8 > count, "\(kind)") }
    }

    @Test func textsContainTheKindOfTheTranscript() throws {
        try expectTranscript("personal-data") { _, lines in PersonalData.kind(of: lines[0]).map { "\($0)" } ?? "" }
    }
}
