import Testing

/// Tests reports about large plans. GitHub limits the length of a comment and the number of annotations.
@Suite(.timeLimit(.minutes(15)))
struct PlanReportLimitTests {
    /// Makes a folder with a plan. Each event of the plan has a long name and its own owner.
    private func workplace(events count: Int) throws -> Workplace {
        let place = try Workplace()
        let long = String(repeating: "long_", count: 80)
        let owners = (0..<count).map { "  owner_\($0)_\(long): []\n" }.joined()
        let events = (0..<count).map {
            "  event_\($0)_\(long):\n    owner: owner_\($0)_\(long)\n    parameters: {}\n"
        }.joined()
        try place.write("plan: 1\nowners:\n\(owners)events:\n\(events)", to: "plan.yaml")
        try place.write(#"{"name":"unknown"}"# + "\n", to: "r.ndjson")
        return place
    }

    @Test func coverageInMarkdownFitsInAComment() async throws {
        let outcome = try await workplace(events: 300).trackproof(
            "plan", "coverage", "r.ndjson", "--plan", "plan.yaml", "--report", "markdown")
        #expect((20_000..<65_536).contains(outcome.output.utf16.count))
        #expect(outcome.output.contains("\n… and 201 more.\n\nNever seen:\n"))
        #expect(outcome.output.hasSuffix(" more.\n\n1 event is not in the plan.\n"))
    }

    @Test(arguments: [10, 11])
    func lintHasAtMostTenAnnotationsOfALevel(count: Int) async throws {
        let outcome = try await workplace(events: count).trackproof(
            "plan", "lint", "--plan", "plan.yaml", "--format", "github")
        let warnings = outcome.output.split(separator: "\n").filter { $0.hasPrefix("::warning ") }
        #expect(warnings.count == 10)
        let last = try #require(warnings.last)
        #expect(last.hasPrefix("::warning title=trackproof::\(count) warnings") == (count > 10))
    }
}
