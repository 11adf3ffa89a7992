import Testing

@testable import TrackproofSnapshots

@Suite struct PatternTests {
    @Test(arguments: [
        // Literals and anchors.
        ("b", ["b", "abc"], ["", "a", "B"]), ("^b", ["b", "bc"], ["ab", "a\nb"]),
        ("b$", ["b", "ab"], ["bc", "b\n"]), ("\\Ab\\z", ["b"], ["ab", "b\n"]), ("^$", [""], ["a", "\n"]),
        ("]}/", ["]}/"], ["]/"]), ("\\.\\*\\/\\-\\ \\_", [".*/- _"], ["x*/- _"]),
        // `.` matches one Unicode scalar. A character can consist of several scalars.
        ("^.$", ["a", "é", "😀"], ["e\u{301}", "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}", ""]),
        ("é", ["é"], ["e\u{301}"]), ("^..$", ["e\u{301}", "🇩🇪"], ["é"]),
        // Escapes.
        ("^\\n\\t\\r\\f\\a\\e\\0$", ["\n\t\r\u{0C}\u{07}\u{1B}\0"], []),
        ("^\\x41\\x{1F600}\\u00e9\\u{1F1E9}$", ["A😀é\u{1F1E9}"], ["A😀e\u{301}\u{1F1E9}"]),
        // Classes such as `\d` match only ASCII characters.
        ("^\\d$", ["0", "9"], ["٣", "a", ""]), ("^\\D$", ["٣", "a", "\n"], ["0"]),
        ("^\\w$", ["a", "Z", "0", "_"], ["é", "-"]), ("^\\W$", ["é", "-", "\n"], ["a", "_"]),
        ("^\\s$", [" ", "\t", "\n", "\u{0B}", "\u{0C}", "\r"], ["\u{A0}", "\u{85}", "a"]),
        ("^\\S$", ["a", "\u{A0}"], [" "]),
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

    @Test(arguments: [
        ("", 0, "an empty pattern matches every text"),
        // Regular expressions that only an engine with backtracking can match.
        ("(a)\\1", 3, "a backreference (\\1) is not supported"),
        ("(?<n>a)\\k<n>", 7, "a backreference (\\k) is not supported"),
        ("(?P<n>a)(?P=n)", 8, "a backreference (?P=…) is not supported"),
        ("a(?=b)", 1, "lookahead (?=…) is not supported"), ("a(?!b)", 1, "lookahead (?!…) is not supported"),
        ("(?<=a)b", 0, "lookbehind (?<=…) is not supported"), ("(?<!a)b", 0, "lookbehind (?<!…) is not supported"),
        ("(?>a)", 0, "an atomic group (?>…) is not supported"), ("é(?(1)a)", 1, "a condition (?(…)…) is not supported"),
        ("(?R)", 0, "recursion (?R) is not supported"), ("(?&n)", 0, "recursion (?&…) is not supported"),
        ("a++", 2, "a possessive repetition is not supported"),
        ("a{2}+", 4, "a possessive repetition is not supported"),
        // Syntax of other regular expression languages that patterns do not support.
        ("(?|a)", 0, "a branch reset (?|…) is not supported"), ("(?#a)", 0, "a comment (?#…) is not supported"),
        ("a(?i)b", 1, "(?i) is supported at the beginning only; write (?i:…) around a part"),
        (
            "(?m)a", 0,
            "a group begins with '(', '(?:', '(?i:' or '(?<name>'; other options are not supported"
        ),
        ("\\p{L}", 0, "a Unicode property (\\p) is not supported; name the characters in […]"),
        ("[[:alpha:]]", 1, "a POSIX class is not supported; write \\d, \\w, \\s or ranges, or \\[ for a literal '['"),
        ("[a[b]]", 2, "a nested class is not supported; write \\[ for a literal '['"),
        ("[a&&b]", 2, "the set operation && is not supported; write a '\\' before each character"),
        ("[+--]", 2, "the set operation -- is not supported; write a '\\' before each character"),
        ("\\v", 0, "\\v means different things to different engines; write \\x0B, or [\\n\\x0B\\f\\r]"),
        ("a\\Z", 1, "\\Z is not supported; write \\n?$"), ("\\y", 0, "unknown escape \\y"),
        ("\\é", 0, "the character after '\\' cannot be escaped"),
        ("\\012", 0, "an octal escape is not supported; write \\x and two hexadecimal digits"),
        // Malformed patterns.
        ("(", 0, "unmatched '('; write \\( for a literal '('"),
        ("a)", 1, "unmatched ')'; write \\) for a literal ')'"),
        ("a[b", 1, "unmatched '['; write \\[ for a literal '['"),
        ("[]a]", 1, "empty class; write \\] for a literal ']'"), ("[a\\b]", 2, "an anchor cannot be in a class"),
        ("[b-a]", 1, "the bounds of a range are in the wrong order"),
        ("[\\w-.]", 1, "a range needs a character on both sides; write \\- for a literal '-'"),
        ("a\\", 1, "trailing '\\'; write \\\\ for a literal '\\'"),
        ("\\x4", 0, "expected 2 hexadecimal digits, or up to 8 in braces"),
        ("\\u{}", 0, "expected 4 hexadecimal digits, or up to 8 in braces"),
        ("\\uD800", 0, "there is no Unicode scalar with this number"),
        ("\\u{110000}", 0, "there is no Unicode scalar with this number"),
        ("*a", 0, "nothing to repeat before '*'; write \\* for a literal '*'"),
        ("a|?", 2, "nothing to repeat before '?'; write \\? for a literal '?'"),
        ("{2}", 0, "nothing to repeat before '{'; write \\{ for a literal '{'"),
        ("^*", 1, "an anchor cannot be repeated"), ("\\b{2}", 2, "an anchor cannot be repeated"),
        ("a**", 2, "a repetition cannot be repeated; put it into a group (?:…)"),
        ("a{2}{3}", 4, "a repetition cannot be repeated; put it into a group (?:…)"),
        ("a{", 1, "expected {m}, {m,} or {m,n}; write \\{ for a literal '{'"),
        ("a{,2}", 1, "expected {m}, {m,} or {m,n}; write \\{ for a literal '{'"),
        ("a{3,2}", 1, "the bounds of a repetition are in the wrong order"),
        ("(?<1>a)", 3, "expected a group name of ASCII letters and digits, then '>'"),
    ])
    func unsupportedAndMalformedPatternsAreRefused(source: String, offset: Int, message: String) {
        #expect(throws: PatternError(offset: offset, message: message)) { try Pattern(source) }
    }

    @Test func anErrorCountsCharactersFromOne() {
        let error = #expect(throws: PatternError.self) { try Pattern("(a)\\1") }
        #expect(error?.description == "character 4: a backreference (\\1) is not supported")
    }
}
