import Foundation
import Testing

/// Tests which files `trackproof plan fmt` writes, and when it writes no file.
@Suite("trackproof plan fmt", .timeLimit(.minutes(15)))
struct PlanFormatTests {
    static let plan = "plan:   1\nevents:\n    a: {versions: {1: old/a.v1.yaml}} # a\n"
    static let form = "plan: 1\nevents:\n  a: {versions: {1: old/a.v1.yaml}}  # a\n"

    @Test func aPlanAndItsOlderVersionsAreWritten() async throws {
        let place = try Workplace()
        try place.write(Self.plan, to: "Tracking/plan.yaml")
        try place.write("parameters:   {x: 'string'}\n", to: "Tracking/old/a.v1.yaml")
        try place.write("a:   1\n", to: "Tracking/old/other.yaml")
        let checked = try await place.trackproof("plan", "fmt", "--check")
        #expect(
            checked.errors == """
                trackproof: Tracking/plan.yaml: not in the stable form; run `trackproof plan fmt`
                trackproof: Tracking/old/a.v1.yaml: not in the stable form; run `trackproof plan fmt`

                """)
        #expect(checked.status == 1)
        #expect(try place.read("Tracking/plan.yaml") == Self.plan)
        let outcome = try await place.trackproof("plan", "fmt")
        #expect(outcome.errors == "")
        #expect(outcome.output == "")
        #expect(outcome.status == 0)
        #expect(try place.read("Tracking/plan.yaml") == Self.form)
        #expect(try place.read("Tracking/old/a.v1.yaml") == "parameters: {x: string}\n")
        #expect(try place.read("Tracking/old/other.yaml") == "a:   1\n")
        let again = try await place.trackproof("plan", "fmt", "--check")
        #expect(again.errors == "")
        #expect(again.status == 0)
    }

    @Test func allFilesOfAFolderAreWritten() async throws {
        let place = try Workplace()
        try place.write("plan: 1\nevents: {a: {versions: {1: b.yml}}}\n", to: "plan/a.yaml")
        try place.write("parameters:   {}\n", to: "plan/b.yml")
        try place.write("plan:  1\n", to: "plan/c.yaml")
        try place.write("plan:  1\n", to: "plan/d.txt")
        let checked = try await place.trackproof("plan", "fmt", "--plan", "plan", "--check")
        #expect(checked.errors.split(separator: "\n").count == 2)
        #expect(try await place.trackproof("plan", "fmt", "plan").status == 0)
        #expect(try place.read("plan/b.yml") == "parameters: {}\n")
        #expect(try place.read("plan/c.yaml") == "plan: 1\n")
        #expect(try place.read("plan/d.txt") == "plan:  1\n")
    }

    @Test func onlyTheNamedFilesAreWritten() async throws {
        let place = try Workplace()
        try place.write(Self.plan, to: "a.yaml")
        try place.write("{\"plan\":1}", to: "b.json")
        #expect(try await place.trackproof("plan", "fmt", "a.yaml", "b.json", "a.yaml").status == 0)
        #expect(try place.read("a.yaml") == Self.form)
        #expect(try place.read("b.json") == "{\"plan\": 1}\n")
        let missing = try await place.trackproof("plan", "fmt", "c.yaml")
        #expect(missing.errors == "trackproof: c.yaml: cannot open: No such file or directory\n")
        #expect(missing.status == 66)
    }

    @Test func aFileInTheStableFormIsNotWritten() async throws {
        let place = try Workplace()
        try place.write("plan: 1\n", to: "Tracking/plan.yaml")
        let path = place.path + "/Tracking/plan.yaml"
        let before = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        #expect(try await place.trackproof("plan", "fmt").status == 0)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == before)
    }

    @Test func oneMistakeKeepsAllFiles() async throws {
        let place = try Workplace()
        try place.write("plan:  1\nevents: {e: {versions: {1: gone.yaml}}}\n", to: "Tracking/a.yaml")
        try place.write("plan: on\n", to: "Tracking/b.yaml")
        try place.write("plan: [\n", to: "Tracking/c.yaml")
        let outcome = try await place.trackproof("plan", "fmt", "--plan", "Tracking")
        #expect(
            outcome.errors == """
                trackproof: Tracking/a.yaml:2:28: Tracking/gone.yaml: cannot open: No such file or directory
                trackproof: Tracking/b.yaml:1:7: quote this word: YAML 1.1 reads "on" as a boolean, and YAML 1.2 as a \
                string
                trackproof: Tracking/c.yaml:2:1: not YAML: while parsing a flow node: did not find expected node content

                """)
        #expect(outcome.status == 65)
        #expect(try place.read("Tracking/a.yaml").hasPrefix("plan:  1"))
    }

    @Test func standardInputIsFormatted() async throws {
        let place = try Workplace()
        let outcome = try await place.trackproof("plan", "fmt", "-", input: Self.plan)
        #expect(outcome.output == Self.form)
        #expect(outcome.status == 0)
        let checked = try await place.trackproof("plan", "fmt", "-", "--check", input: Self.plan)
        #expect(checked.output == "")
        #expect(
            checked.errors == "trackproof: standard input: not in the stable form; run `trackproof plan fmt`\n")
        #expect(checked.status == 1)
        #expect(try await place.trackproof("plan", "fmt", "-", "--check", input: Self.form).status == 0)
        let bad = try await place.trackproof("plan", "fmt", "-", input: "a: on")
        #expect(bad.errors.hasPrefix("trackproof: standard input:1:4: quote this word"))
        #expect(bad.status == 65)
    }

    @Test func theUsageIsChecked() async throws {
        let place = try Workplace()
        #expect(try await place.trackproof("plan", "fmt", "-", "a.yaml").status == 64)
        #expect(try await place.trackproof("plan", "fmt", "a.yaml", "--plan", "b.yaml").status == 64)
        #expect(try await place.trackproof("plan", "fmt").status == 66)
    }
}
