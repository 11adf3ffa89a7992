import Foundation
import Testing
import TrackproofPlans
@testable import TrackproofPlanning

/// Tests of the text that the formatter writes: what the formatter changes, and what it keeps.
@Suite("The stable form of plans")
struct PlanFormTests {
    /// Checks that the formatter changes `text` to `expected`, and that it does not change `expected`.
    private func check(_ text: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let form = try PlanForm.of(text)
        #expect(form == expected, sourceLocation: sourceLocation)
        #expect(try PlanForm.of(form) == form, sourceLocation: sourceLocation)
    }

    @Test(arguments: [
        ("a:   1\nb :\t2", "a: 1\nb: 2\n"),
        ("a:\n    b:\n        c: 1\n", "a:\n  b:\n    c: 1\n"),
        ("a:\n- 1\n-   b: 2\n    c: 3\n", "a:\n  - 1\n  - b: 2\n    c: 3\n"),
        ("a:\n  - - 1\n    - 2\n  -\n    - 3\n", "a:\n  - - 1\n    - 2\n  - - 3\n"),
        ("? a\n: 1\n? b\n", "a: 1\nb:\n"),
        ("a:\n  1\nb:\n  {c: 2}\n", "a: 1\nb: {c: 2}\n"),
        ("---\na: 1\n...\n", "---\na: 1\n"),
        ("%YAML 1.2\n---\na: 1\n", "---\na: 1\n"),
        ("\u{FEFF}a: 1\r\nb:\r\n  c: 2\r\n", "a: 1\nb:\n  c: 2\n"),
        ("a: 1  \nb: {}  \n", "a: 1\nb: {}\n"),
    ])
    func theIndentationIsTwoSpaces(text: String, form: String) throws { try check(text, form) }

    @Test(arguments: [
        ("\n\na: 1\n\n\n\nb: 2\n\n\n", "a: 1\n\nb: 2\n"),
        ("a:\n\n  b: 1\n\n\n  c: 2\n\nd: 3", "a:\n  b: 1\n\n  c: 2\n\nd: 3\n"),
        ("a:\n  - 1\n  \n  - 2\n", "a:\n  - 1\n\n  - 2\n"),
        ("# a\n\n\n# b\n\na: 1\n\n# c\n\n", "# a\n\n# b\n\na: 1\n\n# c\n"),
    ])
    func oneBlankLineStays(text: String, form: String) throws { try check(text, form) }

    @Test(arguments: [
        ("'a': \"b\"\n", "a: b\n"), ("\"a b\": 'it''s'\n", "a b: it's\n"), ("a: \"on\"\n", "a: \"on\"\n"),
        ("a: 'on'\n", "a: \"on\"\n"), ("a: '1'\n", "a: \"1\"\n"), ("1: 1\n", "1: 1\n"), ("\"1\": 1\n", "\"1\": 1\n"),
        ("a: \"x, y\"\nb: [\"x, y\"]\n", "a: x, y\nb: [\"x, y\"]\n"), ("a: 'x: y'\n", "a: \"x: y\"\n"),
        ("a: 'x #y'\nb: 'x#y'\n", "a: \"x #y\"\nb: x#y\n"), ("a: ''\n", "a: \"\"\n"),
        ("a: '^\\d+$'\n", "a: '^\\d+$'\n"), ("a: \"^\\\\d+$\"\n", "a: ^\\d+$\n"), ("a: ^\\d+$\n", "a: ^\\d+$\n"),
        ("a: ' \"x\"'\n", "a: ' \"x\"'\n"), ("pattern: '^a$'\nb: '^a$'\n", "pattern: '^a$'\nb: ^a$\n"),
        ("a: \"\\u200B\"\n", "a: \"\\u200B\"\n"), ("a: \"\\u0041\"\n", "a: A\n"), ("a: \"x\\n\"\n", "a: \"x\\n\"\n"),
        ("a: 👩\u{200D}🔬\n", "a: 👩\u{200D}🔬\n"),
        ("a: 2027-01-01\nb: '2027-01-01'\n", "a: 2027-01-01\nb: \"2027-01-01\"\n"),
        ("a: !!str 12\nb: !!str x\n", "a: \"12\"\nb: x\n"), ("{ios: 5.2.0}", "{ios: 5.2.0}\n"),
    ])
    func quotesStandOnlyWhereTheyAreNeeded(text: String, form: String) throws { try check(text, form) }

    @Test(arguments: ["0x1F", "1.0", "1.50", ".5", "1e3", "-0", "~", "null", "Null", "TRUE", "9223372036854775807"])
    func wordsStayAsTheyAreWritten(word: String) throws {
        try check("a: \(word)\nb: [\(word) ]\n", "a: \(word)\nb: [\(word)]\n")
    }

    @Test(arguments: [
        ("# a\na: 1 # b\n  # c\nb: 2\n", "# a\na: 1  # b\n# c\nb: 2\n"),
        ("a: # x\n      # y\n    b: 1#z\n", "a:  # x\n  # y\n  b: 1#z\n"),
        ("a:\n  b: 1\n  # end of a\nc: 2\n", "a:\n  b: 1\n  # end of a\nc: 2\n"),
        ("a:\n  b:\n    c: 1\n   # of b\n# of d\nd: 2\n", "a:\n  b:\n    c: 1\n  # of b\n# of d\nd: 2\n"),
        ("a:\n- 1\n# of b\nb: 2\n", "a:\n  - 1\n# of b\nb: 2\n"),
        ("a:\n  # b: 1\nc: 2\n", "a:\n  # b: 1\nc: 2\n"),
        ("a:\n  # x\n  1 # y\n", "# x\na: 1  # y\n"),
        ("a:\n  - # x\n    b: 1\n  -\n    # y\n    c: 2\n", "a:\n  -  # x\n    b: 1\n  # y\n  - c: 2\n"),
        ("? a # x\n: # y\n  1 # z\n", "# x\n# y\na: 1  # z\n"),
        ("? # x\n  a\n: 1\n", "# x\na: 1\n"),
        ("? a\n? # x\n|1 # y\n b\n", "a:\n  # x\n  # y\n\"b\\n\":\n"), ("? --- a\n: ... b\n", "\"--- a\": \"... b\"\n"),
        ("--- # x\n# y\na: 1", "---\n# x\n# y\na: 1\n"),
        ("a: 1\n#", "a: 1\n#\n"), ("a: 1\n...\n# x", "a: 1\n# x\n"), ("a: '#' # '#'", "a: \"#\"  # '#'\n"),
        ("#a\t \na: 1 #  b", "#a\na: 1  #  b\n"), ("# \u{2028}a: 1", "#\na: 1\n"),
    ])
    func commentsStay(text: String, form: String) throws { try check(text, form) }

    @Test(arguments: [
        ("{ a : 1,b: [ 1,2 ],\n c: {d: } }", "{a: 1, b: [1, 2], c: {d: null}}\n"),
        ("a: [b: 1, {c}]\n", "a: [{b: 1}, {c: null}]\n"), ("a: [\n]\nb: {\n\n}\n", "a: []\nb: {}\n"),
        ("a: {x: 1, # b\n y: 2}\n", "a:\n  x: 1  # b\n  y: 2\n"),
        ("a: { # b\n  x: 1, y: 2}\n", "a: {x: 1, y: 2}  # b\n"),
        ("a: [[1, 2], # b\n [3]] # c\n", "a:\n  - [1, 2]  # b\n  - [3]\n  # c\n"),
        ("a: {x: {y: 1 # b\n}}\n", "a:\n  x:\n    y: 1  # b\n"),
        ("a: [ # b\n  # c\n]\nd: 1\n", "# b\n# c\na: []\nd: 1\n"), ("{a: 1} # b\n# c\n", "{a: 1}  # b\n# c\n"),
        ("{a: 1, # b\n}", "a: 1  # b\n"),
    ])
    func bracketsStayOnOneLineUnlessThereIsAComment(text: String, form: String) throws { try check(text, form) }

    @Test func whatIsTooWideForALineBecomesABlock() throws {
        let name = String(repeating: "n", count: 100)
        try check("\(name): {a: 1, b: 2345678}\n", "\(name): {a: 1, b: 2345678}\n")
        try check("\(name): {a: 1, b: 23456789} # c\n", "\(name):  # c\n  a: 1\n  b: 23456789\n")
        try check("a: [[\(name), 1], {b: \(name)}]\n", "a:\n  - [\(name), 1]\n  - {b: \(name)}\n")
        try check("a: {x: 1} # \(name)\(name)\n", "a: {x: 1}  # \(name)\(name)\n")
        try check("a:\n  b: 1\n", "a:\n  b: 1\n")
    }

    @Test(arguments: [
        ("a: |\n     x\n       y\n\n     # z\nb: 1\n", "a: |\n  x\n    y\n\n  # z\nb: 1\n"),
        ("a: >-  # c\n   x\n   y\n\n   z\n", "a: >-  # c\n  x\n  y\n\n  z\n"),
        ("a: |4\n     x\n    y\n", "a: |2\n   x\n  y\n"), ("a: |+\n x\n\n\nb: 1\n", "a: |+\n  x\n\n\nb: 1\n"),
        ("a: |-\n x\n\n\nb: 1\n", "a: |-\n  x\n\nb: 1\n"), ("a: |\n\n\nb: 1\n", "a: \"\"\n\nb: 1\n"),
        ("a:\n  - |\n   x\n  - >\n   y\n", "a:\n  - |\n    x\n  - >\n    y\n"),
        ("a: |\n x\r\n y\r\n", "a: |\n  x\n  y\n"), ("a: |\n x \n", "a: |\n  x \n"),
        ("a: >\n  x\n\n\u{85}\n  y\n", "a: \"x\\n\\n\\ny\\n\"\n"),
        ("a: b\n  c\nd: \"e\n  f\"\n", "a: b c\nd: e f\n"), ("a: 'b\n\n  c'\n", "a: \"b\\nc\"\n"),
    ])
    func blockScalarsStay(text: String, form: String) throws { try check(text, form) }

    @Test func aTextInSeveralLinesThatIsTooLongIsFolded() throws {
        let words = Array(repeating: "lorem #ipsum", count: 10).joined(separator: " ")
        let text = "a: \"\(words)\n  \(words)\"\nb: \"\(words)\"\n"
        let lines = [
            Array(repeating: "lorem #ipsum", count: 9).joined(separator: " "),
            Array(repeating: "lorem #ipsum", count: 9).joined(separator: " "), "lorem #ipsum lorem #ipsum",
        ]
        try check(text, "a: >-\n" + lines.map { "  \($0)\n" }.joined() + "b: \"\(words)\"\n")
    }

    @Test func jsonHasTheFormOfCompiledPlans() throws {
        let text = #"{"plan":1,"b":[1.0,"é"]}"#
        #expect(try PlanForm.of(text, file: "p.json") == "{\"plan\": 1, \"b\": [1.0, \"é\"]}\n")
    }

    @Test(arguments: [
        ("- a\n", "p.yaml:1:1: expected an object with members"),
        ("a: on\n", "p.yaml:1:4: quote this word: YAML 1.1 reads \"on\" as a boolean, and YAML 1.2 as a string"),
        ("a: 1\nb:\n  - \u{FEFF}x\n", #"p.yaml:3:5: remove the byte order mark (U+FEFF) here, or write "\uFEFF""#),
        ("a: [\n", "p.yaml:2:1: not YAML: while parsing a flow node: did not find expected node content"),
    ])
    func aFileThatCannotBeFormattedIsAnError(text: String, message: String) {
        let error = #expect(throws: PlanErrors.self) { try PlanForm.of(text) }
        #expect(error?.description == message)
    }
}

/// Tests of the formatter's check of its own result. This check fails only if the formatter has a bug.
struct PlanFormVerificationTests {
    @Test(arguments: [
        ("a: 1.0  # x\nb: [c]  # y\n", nil), ("a: 1.0 # x\nb: ['c'] # y\n", nil),
        ("a: 1  # x\nb: [c]  # y\n", "the result would have other values"),
        ("b: [c]  # x\na: 1.0  # y\n", "the result would have other values"),
        ("a: 1.0  # x\nb: [c, c]  # y\n", "the result would have other values"),
        ("a: 1.0  # x\nb: [\"d\"]  # y\n", "the result would have other values"),
        ("a: 1.0  # x\nb: [c]\n", "the result would have other comments"),
        ("a: 1.0  # y\nb: [c]  # x\n", "the result would have other comments"),
        (
            "a: 1.0  # x\nb: [on]  # y\n",
            "the result would not be a plan: p:2:5: quote this word: YAML 1.1 reads \"on\" as a boolean, and YAML 1.2 "
                + "as a string"
        ),
    ])
    func aFormWithOtherValuesOrCommentsIsADefect(form: String, problem: String?) throws {
        let node = try PlanNode(yaml: Array("a: 1.0\nb: [c]\n".utf8), file: "p")
        var message: String?
        do {
            try PlanFormatter.verify(form, node, comments: ["# x", "# y"], file: "p")
        } catch let error as FormattingDefect {
            message = error.description
        }
        #expect(message == problem.map { "the formatter has a defect, and changed nothing: p: " + $0 })
    }
}

/// A shortcut with which the tests call the formatter.
enum PlanForm {
    static func of(_ text: String, file: String = "p.yaml") throws -> String {
        try PlanFormatter.form(of: Array(text.utf8), file: file)
    }
}
