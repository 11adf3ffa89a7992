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
        let mixed = randomTexts(
            of: [
                "0", "1", "4111", "1111", "+", "-", " ", "(", ")", "@", "%40", ".", "a", "com", "_", "/", "ä", "5555",
                "4444", "49", "170", "xn--", "\"", "\\", "2x",
            ], count: 800, length: 14, seed: 31)
        let numbers = randomTexts(
            of: [
                "4111", "1111", "1111", "5555", "4444", "0", "0049", "001", "170", "+", "%2B", "%2b", "%20", "%", " ",
                ".", "-", "/", "(", "\u{A0}", "\u{202F}", "\u{2010}", "\u{2028}", "B", "2",
            ], count: 800, length: 14, seed: 32)
        // Card numbers with random separators.
        let cards = zip(mixed, randomTexts(of: [".", " ", "\u{A0}", "%20", "-"], count: 300, length: 1, seed: 33)).map {
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
        for kind in PersonalData.allCases { #expect(found[kind, default: 0] > 100, "\(kind)") }
    }

    @Test(arguments: [
        ("exp 12/29 4111111111111111", PersonalData.card), ("qty 2 4111 1111 1111 1111", .card),
        ("4111111111111111 123", .card), ("4111111111111111 5500005555555559", .card),
        ("4111 1111 1111 1111 Visa", .card), ("4111.1111.1111.1111", .card), ("3782.822463.10005", .card),
        ("4111\u{A0}1111\u{A0}1111\u{A0}1111", .card), ("4111\u{202F}1111\u{202F}1111\u{202F}1111", .card),
        ("4111\u{2011}1111\u{2011}1111\u{2011}1111", .card), ("?card=4111%201111%201111%201111", .card),
        ("pay%204111111111111111", .card), ("4111111111111111.", .card), ("4111111111111111.5", .card),
        ("andré@example.com", .email), ("info@müller.de", .email), ("почта@пример.рф", .email),
        ("info@xn--mller-kva.de", .email), ("a@xn--e1afmkfd.xn--p1ai", .email), ("a@XN--E1AFMKFD.XN--P1AI.", .email),
        ("用户@例子.公司", .email), (#""a b"@example.com"#, .email), (#"to "a b"@xn--p1ai.de"#, .email),
        (#"{"to":"\"a b\"@example.com"}"#, .email), (#""a\"b"@example.com"#, .email),
        ("%22a%20b%22%40example.com", .email),
        ("+1 (234) 567-8901 ext 5", .phone), ("+49/170/1234567", .phone), ("+49 170/12 34 567", .phone),
        ("+33.1.23.45.67.89", .phone), ("+1.234.567.8901", .phone), ("+1 234.567.8901", .phone),
        ("+49\u{A0}170\u{A0}1234567", .phone), ("+49\u{202F}170\u{202F}1234567", .phone),
        ("tel:+4917012345678", .phone),
        ("%2B4917012345678", .phone), ("tel%3A%2b4917012345678", .phone), ("?tel=%2B49%20170%201234567", .phone),
        ("0049 170 1234567", .phone), ("0049/1701234567", .phone), ("0049 (0)170 1234567", .phone),
        ("0033 1.23.45.67.89", .phone), ("001 234 567 8901", .phone), ("00358\u{A0}40 1234567", .phone),
    ])
    func kinds(_ text: String, _ kind: PersonalData) { #expect(PersonalData.kind(of: text) == kind) }

    /// Tests texts that look like personal data, but are not.
    @Test(arguments: [
        // Numbers in longer texts, and lists of numbers.
        "12 41 11 11 11 11 11 11 11", "2 4111111111111111x", "1 2 3 4 5 6 7 8 9 10 11 12 13", "é 1@2.5",
        "4111 1111 1111 1112", "4111.1111.1111.1112", "0000 0000 0000 0000", "12345678 + 12345678", "5 + 100000000",
        // Versions.
        "10.15.7.19H2026", "120.0.6099.109", "1.0.0+20261125214742", "5.2.0-beta.20261125", "v2026.11.25.1234",
        "4.18.0-553.16.1.el8_10", "Version 17.5.1 (21F90)", "com.example.app 5.2.0 (52001234)",
        "2026.1.1+00491701234567",
        // Dates and times.
        "2026-11-25T21:47:42.123Z", "2026-11-25 21:47:42 +0000", "2026-11-25T21:47:42+01:00", "25.11.2026 21:47:42",
        "20261125T214742Z", "+002026-11-25", "1795643262123", "1795643262.123456", "25/11/2026 - 24/12/2026",
        "Wed, 25 Nov 2026 21:47:42 +0100", "00:00:00.000000000", "P3Y6M4DT12H30M5S", "11.25.2026/12.24.2026",
        // Addresses of machines.
        "192.168.100.200", "192.168.100.200:54321", "255.255.255.255/255.255.255.0", "2001:db8:85a3::8a2e:370:7334",
        "00:20:30:40:50:60", "00-20-30-40-50-60", "0020.3040.5060", "0020-3040-5060", "00 20 30 40 50 60",
        // Coordinates and other measurements.
        "52.5200066, 13.4049540", "+52.5200066", "+52.5200066,+13.4049540", "+52.5200 +013.4049/",
        "-33.86882,151.20929",
        "+48.8577 002.295", "+52.5200 13.4049", "3.141592653589793", "+1.23456789012", "-1.5e-20",
        "1920.1080 375.667.1",
        // Ids and order numbers.
        "ORDER-0049-170-1234567", "0000123456789", "00123456789012", "00491701234567", "0049-1234-5678",
        "0012 345 678 90",
        "001 002 003 004", "0028 170 1234567", "0049 0170 1234567", "00712345678904", "978-3-16-148410-0",
        "DE89 3704 0044 0532 0130 00", "4006381333931", "A-4111111111111111", "id_4111111111111111",
        "1.3.6.1.4.1.311.21.20",
        "6f1c1f0e-8d0f-4b52-9f0a-1b7d6f0c2a11", "00491701-2345-4678-9012-345678901234",
        "urn:uuid:00000000-0000-4000-8000-000000000001",
        "01HF7YAT00JQ4X0000000000", "507f1f77bcf86cd799439011", "4111111111111111a", "GA1.2.1234567890.1795643262",
        // Amounts of money.
        "1 234 567 890,12", "1\u{A0}234\u{A0}567\u{202F}890,12", "12.345.678.901,00", "€ 1,234,567.89",
        "+12.50 +13.75 +14.00",
        // An `@` that does not belong to an address.
        "a@1.5", "@example.com", "icon@2x.png 3", "user@host", #"{"a":"b","@example.com":1}"#, #"["@babel/core.js"]"#,
        #"{"a":"{\"b\":1,\"@example.com\":2}"}"#, #""hello"@en ."#, "npm@10.2.4", "photo@3x",
        "a @example.com",
    ])
    func harmlessTexts(_ text: String) { #expect(PersonalData.kind(of: text) == nil) }
}
