import _TrackproofTestSupport
import Testing

@testable import TrackproofSnapshots

@Suite struct NamePatternTests {
    @Test(arguments: [
        ("movie_tapped", "movie_tapped", true), ("movie_tapped", "movie_tappedd", false), ("", "", true),
        ("*", "", true), ("*", "anything", true), ("a*", "a", true), ("a*", "ba", false), ("*a", "ba", true),
        ("a*c", "abbc", true), ("a*c", "abbd", false), ("a?c", "abc", true), ("a?c", "ac", false),
        ("?", "é", true), ("?", "🇩🇪", false), ("??", "🇩🇪", true), ("?", "e\u{301}", false),
        ("caf\u{e9}", "cafe\u{301}", false), ("a\\*", "a*", true), ("a\\*", "ab", false), ("a\\?", "a?", true),
        ("a\\\\", "a\\", true), ("**", "x", true), ("*?*", "", false), ("*.*", "a.b", true), ("[ab]", "a", false),
        ("A", "a", false),
    ]) func aPatternMatchesTheExpectedNames(pattern: String, name: String, isMatch: Bool) {
        #expect(NamePattern(pattern).matches(name) == isMatch)
    }

    /// Returns whether a name matches a pattern, by trying every possibility.
    private func naive(_ pattern: Substring, _ name: Substring) -> Bool {
        guard let first = pattern.first else { return name.isEmpty }
        let rest = pattern.dropFirst()
        switch first {
        case "*": return naive(rest, name) || (!name.isEmpty && naive(pattern, name.dropFirst()))
        case "?": return !name.isEmpty && naive(rest, name.dropFirst())
        default: return name.first == first && naive(rest, name.dropFirst())
        }
    }

    @Test(arguments: 0..<50) func thePatternAgreesWithTheNaiveMatcher(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<50 {
            let pattern = String((0..<Int.random(in: 0...7, using: &random)).map { _ in random.pick(Array("ab*?*")) })
            let name = String((0..<Int.random(in: 0...8, using: &random)).map { _ in random.pick(Array("aab")) })
            #expect(NamePattern(pattern).matches(name) == naive(pattern[...], name[...]), "\(pattern) on \(name)")
        }
    }

    /// Tests that matching ends. If its time grew exponentially with the number of stars, it would practically never
    /// end.
    @Test func aPatternWithManyStarsEnds() {
        let pattern = NamePattern(String(repeating: "a*", count: 200) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 5_000)))
    }

    @Test(arguments: [
        ("a", ["a"]), ("a.b", ["a", "b"]), ("a\\.b", ["a.b"]), ("a\\\\.b", ["a\\", "b"]),
        ("items.*.id", ["items", "*", "id"]),
        ("", [""]), (".", ["", ""]),
    ]) func aParameterPathIsParsedAndWritten(text: String, components: [String]) {
        #expect(ParameterPath(parsing: text).components == components)
        #expect(ParameterPath(components).description == text)
    }
}
