import _TrackproofTestSupport
import Testing
import TrackproofPlans
@testable import TrackproofPlanning

/// Tests of files that could slow down the formatter, exhaust its memory or confuse its search for comments.
@Suite("Hostile files for the formatter", .timeLimit(.minutes(10)), .serialized)
struct PlanFormHostileTests {
    static let large = [
        "comment": "a: 1\n# " + String(repeating: "x", count: 8_000_000),
        "comments": "a: 1\n" + String(repeating: "#\n", count: 300_000),
        "text": "a: \"" + String(repeating: "é ", count: 1_000_000) + "\"\n",
        "line": "a: [" + String(repeating: "1,", count: 100_000) + "1]\n",
        "lines": "a: >-\n" + String(repeating: "  # word\n\n", count: 100_000),
        "several lines": "a: x" + String(repeating: "\n  word", count: 100_000),
        "members": "a:\n" + (0..<20_000).map { "  a\($0): {x: '\($0)'} # \($0)\n" }.joined(),
    ]

    @Test(arguments: large.keys.sorted())
    func aLargeFileIsFormattedInBoundedTime(kind: String) throws {
        let text = try #require(Self.large[kind])
        let start = ContinuousClock.now
        let form = try PlanForm.of(text)
        #expect(
            try PlanNode(yaml: Array(form.utf8), file: "p").json == PlanNode(yaml: Array(text.utf8), file: "p").json)
        #expect(ContinuousClock.now - start < .seconds(180))
    }

    @Test func aFileThatWouldBecomeTooLargeIsAnError() throws {
        var deep = "{a: 1, # c\nb: [" + String(repeating: "x,", count: 450_000) + "]}"
        for level in 0..<50 { deep = "{n\(level): \(deep)}" }
        let error = #expect(throws: PlanErrors.self) { try PlanForm.of(deep) }
        #expect(error?.description == "p.yaml:1:1: the formatted file would be larger than 16 MiB")
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
