import Foundation
import TrackproofSnapshots

/// A benchmark of Trackproof's `Pattern` and Swift's `Regex`, which search a text for a regular expression.
///
/// `Regex` backtracks, and `Pattern` does not. Most texts are 64 KiB long.
enum PatternsBenchmark {
    private static let textSize = 65_536

    static func run() {
        ordinary()
        worst()
    }

    /// Measures a hundred patterns like those in snapshots.
    ///
    /// The text contains no match, so each search examines the whole text.
    private static func ordinary() {
        let sources = (0..<20).flatMap { index in
            [
                "order-[0-9]{6}-\(index)", "[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{11}x\(index)",
                "(?i)session_\(index)=[a-z0-9]+;", "\\bitem\\s+\(index)\\b", "(?:jpg|png|gif)\\?v=\(index)$",
            ]
        }
        let text = filled("order-12345, 67e55044-10b1-426f-9247-bb680e5fe0c8 session: item.png ")
        let patterns = sources.map { source in must { try Pattern(source) } }
        let regexes = sources.map { source in
            must { try Regex(source) }
                .matchingSemantics(.unicodeScalar).asciiOnlyCharacterClasses().wordBoundaryKind(.simple)
        }
        for (pattern, regex) in zip(patterns, regexes) {
            precondition(!pattern.isFound(in: text) && text.firstMatch(of: regex) == nil, pattern.source)
        }
        Harness.compare(
            "## 64 KiB of text against 100 patterns, per pattern", baseline: "Pattern",
            [
                Contender("Pattern", count: patterns.count) {
                    for pattern in patterns { use(pattern.isFound(in: text)) }
                },
                Contender("Regex", count: regexes.count) { for regex in regexes { use(text.firstMatch(of: regex)) } },
            ], rounds: 5)
        Harness.compare(
            "## Reading 100 patterns, per pattern", baseline: "Pattern",
            [
                Contender("Pattern", count: sources.count) {
                    for source in sources { use(must { try Pattern(source) }) }
                },
                Contender("Regex", count: sources.count) { for source in sources { use(must { try Regex(source) }) } },
            ])
    }

    /// Measures patterns and texts for which `Pattern` needs the most time.
    ///
    /// `Pattern` follows all possible matches at once. Most of these patterns are nearly as large as Trackproof allows.
    /// In the texts, many possible matches continue for a long time.
    private static func worst() {
        let cases: [(name: String, source: String, text: String)] = [
            ("a long repetition", ".*a.{500}c", mixed("ab")),
            ("only optional parts", "(?:a?){250}b", filled("a")),
            ("many sets of threads", "(?:a|b)*a(?:a|b){120}c", mixed("ab")),
            ("all-to-all", "(?:" + Array(repeating: "[^c]b", count: 165).joined(separator: "|") + ")*c", filled("b")),
            ("word boundaries", "(?:(?:\\b|[ab]?)[ab ]){100}c", mixed("aabb ")),
            ("white space at the end", "\\s+$", filled(" ") + "a"),
            ("nested repetitions", "(a+)+$", filled("a") + "b"),
        ]
        print("\n## The worst cases, on 64 KiB of text\n\n| case | size | time |\n|---|---:|---:|")
        for one in cases {
            let pattern = must { try Pattern(one.source) }
            let text = String(one.text.suffix(textSize))
            let seconds = Harness.measure([Contender(one.name, count: 1) { use(pattern.isFound(in: text)) }])[0]
            print("| \(one.name) | \(pattern.size) | \(Harness.text(seconds: seconds)) |")
        }
        // This text is only 4 KiB long, because the time of `Regex` grows with the square of the length.
        let short = String(filled(" ").prefix(4_096)) + "a"
        let pattern = must { try Pattern("\\s+$") }
        let regex = must { try Regex("\\s+$") }
        Harness.compare(
            "## `\\s+$` on 4 KiB of spaces", baseline: "Pattern",
            [
                Contender("Pattern", count: 1) { use(pattern.isFound(in: short)) },
                Contender("Regex", count: 1) { use(short.firstMatch(of: regex)) },
            ], rounds: 3)
    }

    private static func filled(_ unit: String) -> String {
        String(String(repeating: unit, count: textSize / unit.utf8.count + 1).prefix(textSize))
    }

    /// Returns 64 KiB of pseudorandom letters from `letters`. The result is the same in each run.
    private static func mixed(_ letters: String) -> String {
        let letters = Array(letters)
        var state: UInt64 = 1
        return String(
            (0..<textSize).map { _ -> Character in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return letters[Int(state >> 33) % letters.count]
            })
    }

    private static func must<Value>(_ body: () throws -> Value) -> Value {
        do { return try body() } catch { fatalError("\(error)") }
    }
}
