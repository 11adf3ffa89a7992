import Foundation
import TestSupport
import Testing

/// Tests of plans in files: the traps of YAML, folders, older versions, and hostile input.
@Suite("Files of tracking plans", .timeLimit(.minutes(15)))
struct PlanFileTests {
    private func compile(_ plan: String) async throws -> Outcome {
        let place = try Workplace()
        try place.write(plan, to: "plan.yaml")
        return try await place.trackproof("plan", "compile", "--plan", "plan.yaml", "--output", "-")
    }

    @Test(arguments: [
        (
            "plan: 1\nevents: {on: {}}",
            "2:10: quote this word: YAML 1.1 reads \"on\" as a boolean, and YAML 1.2 as a string"
        ),
        ("plan: 1\nname: No", "2:7: quote this word: YAML 1.1 reads \"No\" as a boolean, and YAML 1.2 as a string"),
        ("plan: 1\nevents: [\n", "3:1: not YAML: while parsing a flow node: did not find expected node content"),
        (
            "plan: 1\nx-a: &a 1",
            #"2:6: the anchor &a is not supported; declare repeated parts under "types" or "shared""#
        ),
        ("plan: 1\nevents:\n  a: {}\n  a: {}", #"4:3: "a" is given twice; the first is at plan.yaml:3:3"#),
        (
            "plan: 1\nevents:\n  ä: {}\n  \"ä\": {}\n",
            #"4:3: "ä" is given twice; the first is at plan.yaml:3:3"#
        ),
        (
            "plan: 1\n<<<<<<< HEAD\nname: a\n=======\nname: b\n>>>>>>> b\n",
            "2:1: the file has merge conflict markers at lines 2, 4 and 6; keep the lines that are right, and remove the "
                + "markers"
        ),
        ("plan: 012", "1:7: quote this text, or remove the leading zero: YAML 1.1 reads 012 as an octal number"),
        ("plan: .inf", "1:7: a plan cannot use the number .inf; quote it if it is a string"),
        ("plan: !!int 1", "1:7: the tag tag:yaml.org,2002:int is not supported"),
        ("plan: !!str {a: 1}", "1:7: the tag tag:yaml.org,2002:str is only for strings"),
        ("plan: !!str [1]", "1:7: the tag tag:yaml.org,2002:str is only for strings"),
        (
            "plan: 1\n<<: {}",
            #"2:1: merge keys (<<) are not part of YAML 1.2; declare shared parameters under "shared""#
        ),
        ("", "1:1: the file is empty"),
        (
            "plan: 1\n---\nplan: 1\n",
            "2:1: not YAML: expected a single document in the stream: but found another document"
        ),
        (
            "plan: 1\nevents:\n  a: {parameters: {b: {typ: string}}}\n",
            #"3:24: unknown member of a schema: "typ"; did you mean "type"?"#
        ),
        ("plan: 1\nname: a\u{1}b", "2:8: not YAML: control characters are not allowed"),
        ("? [a]\n: 1", "1:1: the name of a member must be a string"),
        (
            "plan: 1\n# é\nname: \u{FEFF}a",
            #"3:7: remove the byte order mark (U+FEFF) here, or write "\uFEFF""#
        ),
        (
            "\u{FEFF}plan: 1\nevents: {é\u{FEFF}: {}}",
            #"2:11: remove the byte order mark (U+FEFF) here, or write "\uFEFF""#
        ),
        ("\u{FEFF}\u{FEFF}plan: 1", #"1:1: remove the byte order mark (U+FEFF) here, or write "\uFEFF""#),
    ])
    func aMistakeInYAMLHasItsPlace(plan: String, error: String) async throws {
        let outcome = try await compile(plan)
        #expect(outcome.errors == "trackproof: plan.yaml:\(error)\n")
        #expect(outcome.status == 65)
        #expect(outcome.output == "")
    }

    /// Tests files that a hostile author made to take very long or to exhaust the memory.
    ///
    /// `make test` leaves out the two that end at the limits of values and of time, which takes the debug build 12 and 20
    /// seconds.
    @Test(arguments: ["deep", "large", "bomb", "dashes"] + (rounds(0, deep: 1) > 0 ? ["wide", "keys"] : []))
    func hostileFilesAreErrorsInBoundedTime(kind: String) async throws {
        let text =
            switch kind {
            case "deep": "plan: 1\nx-a: " + String(repeating: "[", count: 100_000)
            case "wide": "plan: 1\nx-a: [" + String(repeating: "1,", count: 1_100_000) + "1]"
            case "large": "plan: 1\n# " + String(repeating: "x", count: 50 << 20)
            case "dashes": "x-a:\n  " + String(repeating: "- ", count: 100_000) + "1"
            default:
                (["x-a0: &a0 1"] + (1..<60).map { "x-a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]" }
                    + (kind == "keys" ? ["? *a59\n: 1"] : [])).joined(separator: "\n")
            }
        let start = ContinuousClock.now
        let outcome = try await compile(text)
        #expect(outcome.status == 65)
        #expect(outcome.errors.hasPrefix("trackproof: plan.yaml:"))
        #expect(ContinuousClock.now - start < .seconds(200))
    }
}
