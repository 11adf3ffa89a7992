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
