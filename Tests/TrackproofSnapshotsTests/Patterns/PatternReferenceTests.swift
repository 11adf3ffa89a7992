import TestSupport
import Testing

@_spi(Tooling) @testable import TrackproofSnapshots

/// Random patterns and texts: the engine, the plainest way to match, and Swift's `Regex` find the same.
@Suite struct PatternReferenceTests {
    @Test(arguments: 0..<40) func findsWhatThePlainestWayFinds(seed: Int) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let reference = ReferencePattern.random(depth: 4, &random)
            let ignoresCase = random.chance(20)
            let pattern = try Pattern((ignoresCase ? "(?i)" : "") + reference.source)
            for _ in 0..<4 {
                let text = ReferencePattern.randomText(&random)
                #expect(
                    pattern.isFound(in: text) == reference.isFound(in: text, ignoresCase: ignoresCase),
                    "\(pattern.source.debugDescription) in \(text.debugDescription)")
            }
        }
    }

    // Small patterns: `Regex` tries one way after another.
    @Test(arguments: 0..<20) func findsWhatSwiftsRegexFinds(seed: Int) throws {
        var random = SeededGenerator(seed: 1_000 + seed)
        for _ in 0..<50 {
            let source = (random.chance(20) ? "(?i)" : "") + ReferencePattern.random(depth: 2, &random).source
            let regex = try Regex(source)
                .matchingSemantics(.unicodeScalar).asciiOnlyCharacterClasses().wordBoundaryKind(.simple)
            let pattern = try Pattern(source)
            // With these options `Regex` takes digits and '_' for no word characters where the next scalar is not ASCII.
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
