import _TrackproofTestSupport
import Testing

import TrackproofPlatform
import TrackproofSnapshots

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

    private static let acute = """
        U+00E9 LATIN SMALL LETTER E WITH ACUTE in place of U+0065 LATIN SMALL LETTER E, U+0301 COMBINING ACUTE ACCENT
        """

    @Test(arguments: [
        ("paid ", "paid", "an added U+0020 SPACE"), ("paid", " paid", "a missing U+0020 SPACE"),
        ("a\u{A0}b", "a b", "U+00A0 NO-BREAK SPACE in place of U+0020 SPACE"),
        ("pa\u{200B}id", "paid", "an added U+200B ZERO WIDTH SPACE"),
        ("\u{43E}rder", "order", "U+043E CYRILLIC SMALL LETTER O in place of U+006F LATIN SMALL LETTER O"),
        ("\u{E9}", "e\u{301}", Self.acute),
        ("a\u{2011}b", "a-b", "U+2011 NON-BREAKING HYPHEN in place of U+002D HYPHEN-MINUS"),
        ("\u{FF4F}k", "ok", "U+FF4F FULLWIDTH LATIN SMALL LETTER O in place of U+006F LATIN SMALL LETTER O"),
        ("paid", "paid", nil), ("paid", "said", nil), ("Paid", "paid", nil), ("a_b", "a b", nil), ("a  b", "a b", nil),
        ("a\nb", "a b", nil),
    ])
    func whatDiffersBetweenTextsThatLookTheSame(one: String, other: String, difference: String?) {
        #expect(one.difference(fromLookalike: other) == difference)
        #expect(one.looksLike(other) == (difference != nil))
    }

    @Test func aQuestionNamesWhatDiffers() {
        #expect(
            NameSimilarity.question(about: "paid ", among: ["paid"])
                == #"; did you mean "paid"? The only difference is an added U+0020 SPACE."#)
        #expect(NameSimilarity.question(about: "piad", among: ["paid"]) == #"; did you mean "paid"?"#)
    }

    private static let nearest: [(String, [String], String?)] = [
        ("sam_inti", ["sam_info", "sam_init"], "sam_init"), ("iso", ["web", "ios"], "ios"), ("zzzz", ["a", "b"], nil),
        ("tap", ["tip", "top"], "tip"), ("a", [], nil), ("tap", ["tap"], nil), ("tap", ["tap", "tip"], "tip"),
        ("\u{43E}\u{43A}", ["ax", "ok"], nil), ("\u{43E}k", ["ak", "ok"], "ok"),
        ("i d", ["i_d", "i\u{A0}d"], "i\u{A0}d"),
    ]

    @Test(arguments: nearest)
    func theNearestName(name: String, names: [String], nearest: String?) {
        #expect(NameSimilarity.nearest(to: name, among: names, from: NameSimilarity.similar) == nearest)
    }

    /// Tests that the fast search for ASCII names counts the same edits as a table with all numbers.
    @Test func theSimilarityIsThatOfATableOfEdits() {
        for seed in 0..<rounds(600, deep: 3_000) {
            var random = SeededGenerator(seed: seed)
            let letters = Array(["abAB_", "abcdefgh_XYZ1", "aä_b"][seed % 3])
            func name() -> String {
                let length = [9, 30, 63, 64, 65, 120].randomElement(using: &random) ?? 0
                let count = Int.random(in: 0...length, using: &random)
                return String((0..<count).map { _ in letters.randomElement(using: &random) ?? "a" })
            }
            let one = name()
            var other = Array(name())
            // Half of the pairs differ by a few swaps only.
            if Bool.random(using: &random) {
                other = Array(one)
                for _ in 0..<3 where other.count > 1 {
                    let place = Int.random(in: 1..<other.count, using: &random)
                    other.swapAt(place, place - 1)
                }
            }
            let (left, right) = (Array(one.lowercased().prefix(64)), Array(String(other).lowercased().prefix(64)))
            let most = max(left.count, right.count)
            let expected = most == 0 ? 1 : 1 - Double(edits(left, right)) / Double(most)
            #expect(abs(NameSimilarity.of(one, String(other)) - expected) < 0.000_001, "seed \(seed)")
        }
    }

    /// Returns the number of insertions, removals, replacements and swaps that turn one text into the other.
    private func edits(_ left: [Character], _ right: [Character]) -> Int {
        var table = [[Int]](repeating: Array(0...right.count), count: left.count + 1)
        for i in table.indices.dropFirst() {
            table[i][0] = i
            for j in table[i].indices.dropFirst() {
                let change = left[i - 1] == right[j - 1] ? 0 : 1
                table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + change)
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
                }
            }
        }
        return table[left.count][right.count]
    }

    /// Tests that the search, which skips names that cannot be the most similar, finds the same name as a full search.
    @Test func theSearchFindsTheFirstOfTheMostSimilarNames() {
        for seed in 0..<rounds(100, deep: 300) {
            var random = SeededGenerator(seed: seed)
            func name() -> String {
                String(
                    (0..<Int.random(in: 0...9, using: &random)).map { _ in
                        "aAbcdä_".randomElement(using: &random) ?? "a"
                    })
            }
            let all = (0..<Int.random(in: 0...20, using: &random)).map { _ in name() }
            let name = name()
            let names = all.filter { $0 != name }
            let best = names.map { NameSimilarity.of(name, $0) }.max() ?? 0
            let expected = best >= 0.5 ? names.first { NameSimilarity.of(name, $0) == best } : nil
            #expect(NameSimilarity.nearest(to: name, among: all, from: 0.5) == expected, "seed \(seed)")
        }
    }
}
