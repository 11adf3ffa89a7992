import Testing

@testable import TrackproofPlanning

/// Tests of texts that are written as YAML scalars. PyYAML, a reader of YAML 1.1, reads each scalar as its text.
struct YAMLTextTests {
    private func scalar(_ text: String) -> String {
        FormattedScalar(value: text, style: .doubleQuoted).line(isInFlow: true)
    }

    @Test(arguments: [
        "card", "apple_pay", "Order Completed", "a-b", "a.b", "1.2.3a", "1a", "2FA Page Viewed", "12e", "a:b", "a#b",
        "it's", "a\"b", "a\\b", "100%", "a@b", "x=1", "é", "日本語", "😀", "trueish", "on_tap", "nullable", "_1",
        "0xyz", "2026-01-31-report", "2026-1", "+", "a & b", "a*", "<<a", "==", "NaN", "inf",
    ])
    func aTextThatYAMLReadsAsItselfHasNoQuotes(text: String) {
        #expect(scalar(text) == text)
    }

    @Test(arguments: [
        "", "~", "null", "Null", "NULL", "true", "False", "yes", "No", "ON", "off", "y", "N", "=", "<<", "0", "17",
        "+1", "-1", "1_000", "010", "0o17", "0x1F", "0b101", "1.5", "1.", ".5", "1e5", "1.5E-3", "123e4567", "1.2.3",
        ".", ".inf", "-.INF", ".NaN", "1:30", "12:30:45.5", "2026-01-31", "2026-1-1", "2026-01-31T10:00:00Z",
        "2026-01-31 10:00:00", "-", "- a", "-a", "---", "...", "? a", "?", ": a", ":a", "a:", "a: b", "a #b", "#a",
        "&a", "*a", "!a", "|", ">", "'a'", "%a", "@a", "`a`", "[a", "a]", "{a", "a}", "a,b", "a?", " a", "a ",
    ])
    func aTextThatYAMLReadsAsSomethingElseHasQuotes(text: String) {
        #expect(scalar(text) == "\"\(text)\"")
    }

    @Test(arguments: [
        ("\"a\"", #""\"a\"""#), ("\"\\", #""\"\\""#), ("a\nb", #""a\nb""#), ("a\r\tb", #""a\r\tb""#),
        ("\0", #""\x00""#), ("\u{1B}[31m", #""\x1B[31m""#), ("\u{7F}", #""\x7F""#), ("a\u{85}b", #""a\x85b""#),
        ("a\u{A0}b", #""a\xA0b""#), ("\u{2028}", #""\u2028""#), ("\u{202E}a", #""\u202Ea""#),
        ("\u{FEFF}a", #""\uFEFFa""#), ("\u{FFFE}", #""\uFFFE""#), ("a\u{E0041}b", #""a\U000E0041b""#),
    ])
    func whatAPersonCannotSeeIsEscaped(text: String, expected: String) {
        #expect(scalar(text) == expected)
    }
}
