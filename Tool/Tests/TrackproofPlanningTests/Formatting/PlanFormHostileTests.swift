import TestSupport
import Testing
import TrackproofPlans
@testable import TrackproofPlanning

/// Tests of files that could slow down the formatter, exhaust its memory or confuse its search for comments.
@Suite("Hostile files for the formatter", .timeLimit(.minutes(10)), .serialized)
struct PlanFormHostileTests {
    /// The files have up to 8 MB in the deep run, and are a fortieth of this size in the usual run.
    private static func large(_ kind: String) -> String {
        func text(_ piece: String, _ count: Int) -> String {
            String(repeating: piece, count: count / rounds(40, deep: 1))
        }
        return switch kind {
        case "comment": "a: 1\n# " + text("x", 8_000_000)
        case "comments": "a: 1\n" + text("#\n", 300_000)
        case "text": "a: \"" + text("é ", 1_000_000) + "\"\n"
        case "line": "a: [" + text("1,", 100_000) + "1]\n"
        case "lines": "a: >-\n" + text("  # word\n\n", 100_000)
        case "several lines": "a: x" + text("\n  word", 100_000)
        default: "a:\n" + (0..<rounds(500, deep: 20_000)).map { "  a\($0): {x: '\($0)'} # \($0)\n" }.joined()
        }
    }

    @Test(arguments: ["comment", "comments", "text", "line", "lines", "several lines", "members"])
    func aLargeFileIsFormattedInBoundedTime(kind: String) throws {
        let text = Self.large(kind)
        let start = ContinuousClock.now
        let form = try PlanForm.of(text)
        #expect(
            try PlanNode(yaml: Array(form.utf8), file: "p").json == PlanNode(yaml: Array(text.utf8), file: "p").json)
        #expect(ContinuousClock.now - start < .seconds(rounds(30, deep: 180)))
    }

    @Test(arguments: ["[", "{a: ", "- ", "? "])
    func aThousandLevelsAreAnError(opening: String) {
        let text = "a:\n  " + String(repeating: opening, count: 1_000) + "1"
        #expect(throws: PlanErrors.self) { try PlanForm.of(text) }
    }

    @Test func asManyLevelsAsThePlanAllowsAreFormatted() throws {
        let flow = "a: " + String(repeating: "[", count: 126) + "#c\n1" + String(repeating: "]", count: 126)
        let form = try PlanForm.of(flow)
        #expect(form.contains("- - -  #c\n"))
        #expect(form.hasSuffix("    - 1\n"))
        #expect(try PlanForm.of(form) == form)
    }

    @Test func numberSignsInTextsAreNoComments() throws {
        let text = """
            a: "# no" # 1
            b: 'it''s # no' # 2
            c: x#no # 3
            d: |  # 4
              # no
             # 5
            e: >-
              # no

              no # no
            # 6
            f: "no \\" # no
              # no" # 7
            g: [a#no, '#', "\\"#",#8
              b]

            """
        try expectGolden("PlanFormHostileTests/number-signs-in-texts-are-no-comments", PlanForm.of(text))
    }
}
