import _TrackproofTestSupport
import Testing

@testable import TrackproofSnapshots

@Suite struct PatternTests {
    @Test(arguments: [
        // Literals and anchors.
        ("b", ["b", "abc"], ["", "a", "B"]), ("^b", ["b", "bc"], ["ab", "a\nb"]),
        ("b$", ["b", "ab"], ["bc", "b\n"]), ("\\Ab\\z", ["b"], ["ab", "b\n"]), ("^$", [""], ["a", "\n"]),
        ("]}/", ["]}/"], ["]/"]), ("\\.\\*\\/\\-\\ \\_", [".*/- _"], ["x*/- _"]),
        // `.` matches one Unicode scalar. A character can consist of several scalars.
        (
            "^.$", ["a", "é", "😀", "\u{0B}", "\u{0C}", "\u{85}"],
            ["e\u{301}", "\n", "\r", "\u{2028}", "\u{2029}", ""]
        ),
        ("é", ["é"], ["e\u{301}"]), ("^..$", ["e\u{301}", "🇩🇪"], ["é"]),
        // Escapes.
        ("^\\n\\t\\r\\f\\a\\e\\0$", ["\n\t\r\u{0C}\u{07}\u{1B}\0"], []),
        ("^\\x41\\x{1F600}\\u00e9\\u{1F1E9}$", ["A😀é\u{1F1E9}"], ["A😀e\u{301}\u{1F1E9}"]),
        // Classes such as `\d` match only ASCII characters.
        ("^\\d$", ["0", "9"], ["٣", "a", ""]), ("^\\D$", ["٣", "a", "\n"], ["0"]),
        ("^\\w$", ["a", "Z", "0", "_"], ["é", "-"]), ("^\\W$", ["é", "-", "\n"], ["a", "_"]),
        (
            "^\\s$",
            [
                " ", "\t", "\n", "\u{0B}", "\u{0C}", "\r", "\u{A0}", "\u{1680}", "\u{2003}", "\u{2028}", "\u{3000}",
                "\u{FEFF}",
            ],
            ["\u{85}", "\u{200B}", "a"]
        ),
        ("^\\S$", ["a", "\u{85}"], [" ", "\u{A0}"]),
        ("^[a-cx\\d.]$", ["a", "b", "c", "x", "7", "."], ["d", "-", "ab"]),
        ("^[^a-c]$", ["d", "\n", "😀"], ["a", "b", ""]), ("^[\\w-]+$", ["a-b"], ["a.b"]), ("^[-a]$", ["-", "a"], []),
        ("^[*.?+$^|(){}]$", ["*", ".", "^"], ["a", "\\"]), ("^[\\^\\]\\[\\\\]$", ["^", "]", "[", "\\"], ["a"]),
        ("^[à-ü]$", ["é"], ["e", "z"]), ("^[^\\s\\S]$", [], ["a", " ", ""]),
        // Word boundaries.
        ("\\bfoo\\b", ["foo", "a foo.", "é foo"], ["afoo", "foo_", "foo1"]), ("\\Boo", ["foo"], ["oo", "f oo"]),
        ("^\\B$", [""], ["a"]), ("\\b", ["a", " a"], ["", " ", "é"]),
        // Groups, alternation, repetition.
        ("^(a|bc)d$", ["ad", "bcd"], ["abcd", "d"]), ("^a|b$", ["ax", "xb"], ["xax"]), ("^(?:a|)$", ["a", ""], ["b"]),
        ("^(?<year>[0-9]{4})$", ["2026"], ["202"]), ("^(?P<n>a)()$", ["a"], [""]),
        ("^a*b+c?$", ["b", "aabbc"], ["a", "bcc"]), ("^a{2}$", ["aa"], ["a", "aaa"]),
        ("^a{2,}$", ["aa", "aaaaa"], ["a", ""]), ("^a{1,3}$", ["a", "aaa"], ["", "aaaa"]),
        ("^a{0}$", [""], ["a"]), ("^(ab?){2,3}$", ["aa", "abab", "aba", "ababab"], ["ab", "aaaa"]),
        ("^(a*)*$", ["", "aaa"], ["b"]), ("^(?:a*?)+?$", ["", "aaa"], ["b"]), ("(^a)*b", ["ab", "b", "xb"], ["a"]),
        ("^(a{2}){2}$", ["aaaa"], ["aaa", "aa"]),
        // A lazy repetition matches the same texts as a greedy repetition.
        ("^a+?b??$", ["a", "aab"], ["b"]), ("^a{1,2}?$", ["a", "aa"], ["aaa"]),
        // `(?i)` ignores the case of ASCII letters only.
        ("(?i)straße", ["STRAßE", "straße"], ["STRASSE"]), ("(?i)É", ["É"], ["é"]), ("(?i)k", ["K"], ["\u{212A}"]),
        ("(?i)^[a-c]$", ["B"], ["D"]), ("(?i)^[^a]$", ["b"], ["a", "A"]), ("(?i)\\x41", ["a"], []),
        ("a(?i:b)c", ["aBc", "abc"], ["Abc", "abC"]), ("(?i:(a)b)c", ["ABc"], ["ABC"]),
    ])
    func aPatternMatchesTheExpectedTexts(source: String, good: [String], bad: [String]) throws {
        let pattern = try Pattern(source)
        for text in good { #expect(pattern.isFound(in: text), "\(source) in \(text.debugDescription)") }
        for text in bad { #expect(!pattern.isFound(in: text), "\(source) in \(text.debugDescription)") }
    }

    @Test func patternsAreEqualIfTheirScalarsAreEqual() throws {
        #expect(try Pattern("é") == Pattern("é"))
        #expect(try Pattern("é") != Pattern("e\u{301}"))
        #expect(try Set([Pattern("a"), Pattern("a"), Pattern("b")]).count == 2)
    }

    @Test func unsupportedAndMalformedPatternsAreRefused() throws {
        try expectTranscript("refused-patterns") { _, lines in
            let error = #expect(throws: PatternError.self, "\(lines)") { try Pattern(lines[0]) }
            return try #require(error).description
        }
    }

    @Test func anErrorCountsCharactersFromOne() {
        let error = #expect(throws: PatternError.self) { try Pattern("(a)\\1") }
        #expect(error?.description == "character 4: a backreference (\\1) is not supported")
    }
}
