import Testing
import Trackproof

@testable import TrackproofSnapshots

/// Tests of patterns and texts with which a simple engine would crash or take forever.
@Suite struct HostilePatternTests {
    private func repeated(_ text: String, upTo size: Int = 65_536) -> String {
        String(repeating: text, count: size / text.utf8.count)
    }

    @Test(arguments: [
        ("(a+)+$", "a", "b"), ("(a|a)*b", "a", ""), ("(a*)*b", "a", ""), ("(.*)*(.*)*(.*)*x", "a", ""),
        ("\\s+$", " ", "a"), ("^(\\w+\\s?)*$", "word ", "!"), ("(?:a?){100}a{100}b", "a", ""),
        ("([a-z]+)*=([a-z]+)*;", "abc", ""), ("(x+x+)+y", "x", ""), (".*.*.*.*=", "=", ""),
    ])
    func hostilePatternsTakeLinearTime(source: String, unit: String, end: String) throws {
        let text = repeated(unit, upTo: 65_536 - end.utf8.count) + end
        let pattern = try Pattern(source)
        #expect(pattern.isFound(in: text) == (source == ".*.*.*.*="))
    }

    @Test func aLongTextIsSearched() throws {
        let pattern = try Pattern("^a*$")
        #expect(pattern.isFound(in: String(repeating: "a", count: 1_000_000)))
        #expect(!pattern.isFound(in: String(repeating: "a", count: 1_000_000) + "b"))
    }

    @Test(arguments: [
        (String(repeating: "(", count: 4_000), "character 101: groups are nested deeper than 100 levels"),
        (String(repeating: "(", count: 20_000), "character 1: the pattern is longer than 4096 bytes"),
        (
            String(repeating: "[", count: 4_000),
            "character 2: a nested class is not supported; write \\[ for a literal '['"
        ),
        (String(repeating: "[", count: 20_000), "character 1: the pattern is longer than 4096 bytes"),
        (
            String(repeating: "a", count: 513),
            "character 513: the size of the pattern exceeds the limit of 512 at this point"
        ),
        (
            String(repeating: "a|", count: 300),
            "character 512: the size of the pattern exceeds the limit of 512 at this point"
        ),
        ("(?:a{500}){500}", "character 11: the size of the pattern exceeds the limit of 512 at this point"),
        (
            "(((((a{9}){9}){9}){9}){9}){9}",
            "character 15: the size of the pattern exceeds the limit of 512 at this point"
        ),
        ("x.{0,400}", "character 3: the size of the pattern exceeds the limit of 512 at this point"),
        ("a{99999999999999999999999}", "character 3: the bounds of a repetition must not exceed 512"),
        ("(a){0}\\1", "character 7: a backreference (\\1) is not supported"),
        ("(a{0})\\1", "character 7: a backreference (\\1) is not supported"),
    ])
    func hostilePatternsAreRefusedWithAMessage(source: String, message: String) {
        let error = #expect(throws: PatternError.self) { try Pattern(source) }
        #expect(error?.description == message)
    }

    /// Tests the computed sizes of patterns. The largest allowed size is 512.
    @Test(arguments: [
        (String(repeating: "a", count: 512), 512), ("^.{1,255}$", 511), ("[0-9a-f]{512}", 512), ("a{0}", 0),
        (String(repeating: "((", count: 50) + "a" + String(repeating: "))", count: 50), 1), ("(ab?){3}", 9),
        ("(((((){500}){500}){500}){500}){500}", 0), ("a|b|c", 5), ("a*", 2), ("a+", 2), ("a{3,}", 4),
    ])
    func theSizeOfAPatternIsComputed(source: String, size: Int) throws {
        #expect(try Pattern(source).size == size)
    }

    @Test func aValueThatCausesBacktrackingIsComparedAtOnce() throws {
        let settings = SnapshotSettings(
            volatile: [.init(event: "a", path: "v", shape: try #require(try VolatileShape("/(a+)+$/")))])
        let value = String(repeating: "a", count: 4_000) + "!"
        #expect(differences([Event("a", ["v": "<x>"])], [Event("a", ["v": .string(value)])], settings).count == 1)
    }
}
