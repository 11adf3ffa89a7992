import _TrackproofTestSupport
import Testing

@testable import TrackproofSnapshots

/// Tests that the pattern engine agrees with a simple matcher and with Swift's `Regex`, for random patterns and texts.
@Suite struct PatternReferenceTests {
    @Test(arguments: 0..<rounds(10, deep: 40)) func theEngineAgreesWithTheReferenceMatcher(seed: Int) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let reference = ReferencePattern.random(depth: 4, &random)
            let ignoresCase = random.chance(20)
            let pattern = try Pattern((ignoresCase ? "(?i)" : "") + reference.source)
            for _ in 0..<4 {
                let text = ReferencePattern.randomText(&random)
                let expected = reference.isFound(in: text, ignoresCase: ignoresCase)
                let words = "\(pattern.source.debugDescription) in \(text.debugDescription)"
                #expect(pattern.isFound(in: text) == expected, "\(words)")
                // `isFound` uses a table for most small patterns. This expectation tests the slower search without a
                // table.
                #expect(pattern.parsed.automaton.isFoundByThreads(in: text) == expected, "\(words)")
            }
        }
    }

    // The patterns are small, because `Regex` backtracks and would take very long for larger patterns.
    @Test(arguments: 0..<rounds(5, deep: 20)) func theEngineAgreesWithSwiftRegex(seed: Int) throws {
        var random = SeededGenerator(seed: 1_000 + seed)
        for _ in 0..<50 {
            let source = (random.chance(20) ? "(?i)" : "") + ReferencePattern.random(depth: 2, &random).source
            let regex = try Regex(source)
                .matchingSemantics(.unicodeScalar).asciiOnlyCharacterClasses().wordBoundaryKind(.simple)
            let pattern = try Pattern(source)
            // With these options, `Regex` does not treat digits and '_' as word characters before a non-ASCII scalar.
            let asksForWords = ["\\w", "\\W", "\\b", "\\B"].contains { source.contains($0) }
            for _ in 0..<4 {
                let text = ReferencePattern.randomText(&random)
                if asksForWords, text.utf8.contains(where: { (0x30...0x39).contains($0) || $0 == 0x5F }) { continue }
                #expect(
                    pattern.isFound(in: text) == (text.firstMatch(of: regex) != nil),
                    "\(source.debugDescription) in \(text.debugDescription)")
            }
        }
    }
}
