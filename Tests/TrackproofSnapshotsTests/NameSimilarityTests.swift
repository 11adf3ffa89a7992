import TestSupport
import Testing

@_spi(Tooling) import TrackproofSnapshots

struct NameSimilarityTests {
    @Test(arguments: [
        ("tap", "tap", 1.0), ("tap", "TAP", 0.99), ("", "", 1), ("", "a", 0), ("abcd", "abc", 0.75),
        ("abcd", "abxd", 0.75),
        ("abcd", "acbd", 0.75), ("abcd", "badc", 0.5), ("ca", "abc", 0), ("Äpfel", "äpfle", 0.8),
    ])
    func similarities(one: String, other: String, similarity: Double) {
        // Names are compared in lowercase, so names that differ only in case have the similarity 1.
        let expected = similarity == 0.99 ? 1 : similarity
        #expect(abs(NameSimilarity.of(one, other) - expected) < 0.000_001)
        #expect(abs(NameSimilarity.of(other, one) - expected) < 0.000_001)
    }

    @Test func twoUnicodeFormsAreNotTheSame() {
        #expect(NameSimilarity.of("caf\u{E9}", "cafe\u{301}") == 0.99)
    }

    @Test(arguments: [
        ("sam_inti", ["sam_info", "sam_init"], "sam_init"), ("iso", ["web", "ios"], "ios"), ("zzzz", ["a", "b"], nil),
        ("tap", ["tip", "top"], "tip"), ("a", [], nil),
    ])
    func theNearestName(name: String, names: [String], nearest: String?) {
        #expect(NameSimilarity.nearest(to: name, among: names, from: NameSimilarity.similar) == nearest)
    }

    /// Tests that the search, which skips names that cannot be the most similar, finds the same name as a full search.
    @Test func theSearchFindsTheFirstOfTheMostSimilarNames() {
        for seed in UInt64(0)..<300 {
            var random = SeededGenerator(seed: seed)
            func name() -> String {
                String(
                    (0..<Int.random(in: 0...9, using: &random)).map { _ in
                        "aAbcdä_".randomElement(using: &random) ?? "a"
                    })
            }
            let names = (0..<Int.random(in: 0...20, using: &random)).map { _ in name() }
            let name = name()
            let best = names.map { NameSimilarity.of(name, $0) }.max() ?? 0
            let expected = best >= 0.5 ? names.first { NameSimilarity.of(name, $0) == best } : nil
            #expect(NameSimilarity.nearest(to: name, among: names, from: 0.5) == expected, "seed \(seed)")
        }
    }
}
