import Testing

@Suite("Help", .timeLimit(.minutes(15)))
struct HelpTests {
    @Test(arguments: [
        ("", "trackproof run --snapshot s.json -- ./my-app"),
        ("run", "trackproof run -- ./my-app --walk"),
        ("verify", "trackproof verify run.ndjson --snapshot walk.json"),
        ("diff", "trackproof diff before.ndjson after.ndjson"),
        ("accept", "trackproof accept Tracking --all"),
        ("show", "trackproof show run.ndjson"),
        ("demo", "trackproof demo [--output <folder>]"),
    ])
    func helpHasExamples(command: String, example: String) async throws {
        let place = try Workplace()
        let outcome = try await place.shell("trackproof \(command) --help")
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(outcome.output.contains(example))
        // A user could not copy an example that is wrapped over two lines.
        let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
        let examples = lines.drop { $0 != "EXAMPLES" }.dropFirst().prefix { !$0.isEmpty }
        #expect(examples.allSatisfy { $0.hasPrefix("  ") })
    }

    @Test func helpStatesTheInputLimits() async throws {
        let output = try await Workplace().trackproof("--help").output.replacing(/\s+/, with: " ")
        #expect(output.contains("can have up to 1024 MB"))
        #expect(output.contains("rejected at once if it does not begin as JSON"))
    }

    /// Tests that the help mentions processes of the command that can continue after the time limit.
    @Test func helpNamesProcessesThatOutliveTheTimeLimit() async throws {
        let output = try await Workplace().trackproof("run", "--help").output
        #expect(output.contains("setsid) continues to run"))
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func completionScriptsAreGenerated(shell: String) async throws {
        let outcome = try await Workplace().trackproof("--generate-completion-script", shell)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("verify"))
        #expect(outcome.output.count > 1_000)
    }
}
