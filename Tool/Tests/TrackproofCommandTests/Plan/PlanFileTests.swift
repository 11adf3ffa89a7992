import Foundation
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
        ("plan: 1\nevents:\n  a: {}\n  a: {}", #"3:3: "a" is given twice in one object"#),
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

    @Test func allMistakesAreReported() async throws {
        let outcome = try await compile("plan: 1\na: 1\nb: 2\n")
        #expect(outcome.errors.split(separator: "\n").count == 2)
        #expect(outcome.errors.contains("plan.yaml:2:1: unknown member of a tracking plan: \"a\""))
    }

    /// Tests the character U+FEFF, which the YAML parser removes at the start of a value.
    @Test func anEscapedByteOrderMarkIsKept() async throws {
        let mark = "\u{FEFF}"
        let outcome = try await compile(
            #"""
            \#(mark)plan: 1
            name: "\uFEFF"
            description: !!str "\uFEFFa"
            events:
              pay: {description: '\uFEFF', parameters: {"\uFEFFb": {enum: ["\ufefF", "\U0000feffa\uFEFF", "\ufeff\ufeff", "é", "\
                \uFEFFb"]}}}
              "\uFEFFbuy": {description: "\\uFEFF"}

            """#)
        #expect(outcome.errors == "")
        let text = outcome.output.replacing(mark, with: "^")
        for part in [
            #""name": "^""#, #""description": "^a""#, #""description": "\\uFEFF","#, #"{"^b": {"#,
            #"["^", "^a^", "^^", "é", "^b"]"#, #""^buy": {"description": "\\uFEFF"}"#,
        ] {
            #expect(text.contains(part))
        }
        // The formatted plan has the same names.
        let place = try Workplace()
        try place.write(#"{plan: 1, events: {"\uFEFFbuy": {}}}"#, to: "plan.yaml")
        let formatted = try await place.trackproof("plan", "fmt", "--plan", "plan.yaml")
        #expect(formatted.status == 0, "\(formatted.errors)")
        #expect(try place.read("plan.yaml").contains(#""\uFEFFbuy": {}"#))
    }

    /// Tests two names that look the same, because one of them begins with U+FEFF.
    @Test func namesThatLookTheSameAreReported() async throws {
        let outcome = try await compile("plan: 1\nevents:\n  buy: {}\n  \"\\uFEFFbuy\": {}\n")
        #expect(outcome.status == 65)
        #expect(outcome.errors == "trackproof: plan.yaml:3:3: \"buy\" is given twice in one object\n")
        let place = try Workplace()
        try place.write(#"{"plan": 1, "events": {"buy": {}, "\ufeffbuy": {}}}"#, to: "plan.json")
        let lint = try await place.trackproof("plan", "lint", "--plan", "plan.json")
        #expect(lint.output.contains("(name-similar)"), "\(lint.output)")
        #expect(lint.output.contains(#"\u{feff}buy"#) && !lint.output.contains("\u{FEFF}"), "\(lint.output)")
    }

    @Test func numbersAreKeptAsTheyAreWritten() async throws {
        let outcome = try await compile(
            """
            plan: 1
            events:
              e:
                since: {ios: 5.10}
                parameters:
                  a: {minimum: 0x10, maximum: 9223372036854775807, multipleOf: .5}
                  b: {enum: ["on", 'yes', 1, 1.0, ~, true, 2027-01-01, 12:30]}
                versions: {1: {}}

            """)
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(outcome.output.contains(#""since": {"ios": 5.10}"#))
        #expect(outcome.output.contains(#""a": {"minimum": 16, "maximum": 9223372036854775807, "multipleOf": 0.5}"#))
        #expect(outcome.output.contains(#""b": {"enum": ["on", "yes", 1, 1.0, null, true, "2027-01-01", "12:30"]}"#))
        #expect(outcome.output.contains(#""versions": {"1": {}}"#))
    }

    @Test func aFolderIsMerged() async throws {
        let place = try Workplace()
        try place.write("plan: 1\nname: Movies\nevents: {a: {versions: {1: old/a.v1.yaml}}}\n", to: "Tracking/a.yaml")
        try place.write("parameters: {x: string}\n", to: "Tracking/old/a.v1.yaml")
        try place.write("plan: 1\nevents: {b: {versions: {1: b.v1.yaml}}}\n", to: "Tracking/b.yaml")
        try place.write("parameters: {y: string}\n", to: "Tracking/b.v1.yaml")
        let compiled = try await place.trackproof("plan", "compile")
        #expect(compiled.errors == "")
        #expect(compiled.status == 0)
        #expect(
            try place.read("Tracking/plan.json") == """
                {
                  "plan": 1,
                  "name": "Movies",
                  "events": {
                    "a": {"versions": {"1": {"parameters": {"x": "string"}}}},
                    "b": {"versions": {"1": {"parameters": {"y": "string"}}}}
                  }
                }

                """)
        try place.write("plan: 1\nevents: {a: {}}\n", to: "Tracking/c.yaml")
        let twice = try await place.trackproof("plan", "compile", "--plan", "Tracking")
        #expect(
            twice.errors
                == "trackproof: Tracking/c.yaml:2:10: \"a\" is given twice; the first is at Tracking/a.yaml:3:10\n")
        #expect(twice.status == 65)
    }

    @Test func compileCheckSaysWhetherTheFileIsUpToDate() async throws {
        let place = try Workplace()
        try place.write("plan: 1\n", to: "Tracking/plan.yaml")
        let missing = try await place.trackproof("plan", "compile", "--check")
        #expect(missing.status == 1)
        #expect(missing.errors == "trackproof: Tracking/plan.json: does not exist; run `trackproof plan compile`\n")
        #expect(!place.has("Tracking/plan.json"))
        #expect(try await place.trackproof("plan", "compile").status == 0)
        #expect(try await place.trackproof("plan", "compile", "--check").status == 0)
        try place.write("plan: 1\nname: New\n", to: "Tracking/plan.yaml")
        let old = try await place.trackproof("plan", "compile", "--check")
        #expect(old.status == 1)
        let words = "not up to date with Tracking/plan.yaml; run `trackproof plan compile`"
        #expect(old.errors == "trackproof: Tracking/plan.json: \(words)\n")
    }

    @Test func aVersionThatIsNotThereHasItsPlace() async throws {
        let outcome = try await compile("plan: 1\nevents: {a: {versions: {1: gone.yaml}}}\n")
        #expect(outcome.errors == "trackproof: plan.yaml:2:28: gone.yaml: cannot open: No such file or directory\n")
        #expect(outcome.status == 65)
    }

    /// Tests files that a hostile author made to take very long or to exhaust the memory.
    @Test(arguments: ["deep", "wide", "large", "bomb", "keys", "dashes"])
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
