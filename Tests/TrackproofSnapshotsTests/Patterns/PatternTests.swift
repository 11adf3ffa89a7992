import _TrackproofTestSupport
import Testing

@testable import TrackproofSnapshots

@Suite struct PatternTests {
    /// The first line of a step is a pattern. The output says for each further line whether it contains the pattern.
    @Test func patternsAreFoundAsInTheTranscript() throws {
        try expectTranscript("patterns") { _, lines in
            let pattern = try Pattern(lines[0])
            return lines.dropFirst().map { pattern.isFound(in: $0) ? "yes" : "no" }.joined(separator: " ")
        }
    }

    @Test(arguments: [
        ("^[A-Z]{3}$", 3...3), ("[A-Z]{3}", 3...Int(Int32.max)), ("^a{2,4}b?$", 2...5),
        ("^(ab|c)+$", 1...Int(Int32.max)),
        ("^(a|bc)$", 1...2), ("^a|b$", 1...Int(Int32.max)), ("^(^a$|^bcd$)$", 1...3), ("a{0}", 0...Int(Int32.max)),
        ("^$", 0...0), ("^(\\b)*é$", 1...1), ("^(a{0,9}){9}$", 0...81), ("x^a$", 2...Int(Int32.max)),
    ])
    func aPatternLimitsTheLengthOfTexts(source: String, lengths: ClosedRange<Int>) throws {
        #expect(try Pattern(source).lengthsOfTexts == lengths)
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
}
