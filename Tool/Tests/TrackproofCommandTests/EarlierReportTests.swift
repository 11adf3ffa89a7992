import Testing

/// Tests that reports of an earlier call are removed before a command can fail.
@Suite("Earlier reports", .timeLimit(.minutes(15)))
struct EarlierReportTests {
    static let kinds = ["text", "json", "markdown", "junit", "github", "html", "slack"]

    private static func options(_ name: String) -> String {
        kinds.map { "--report \($0)=\(name).\($0)" }.joined(separator: " ")
    }

    private func place() throws -> Workplace {
        let place = try Workplace(recording: Fixture.recording)
        try place.write("plan: 1\nevents: {a: {description: x.}, b: {description: x.}}\n", to: "plan.yaml")
        try place.write("plan: 1\nevents: {c: {description: x.}}\n", to: "small.yaml")
        try place.write(Fixture.regressed, to: "other.ndjson")
        try place.write("", to: "empty.ndjson")
        return place
    }

    /// Tests that the reports of each command are recognized.
    @Test(arguments: [
        "verify r.ndjson --snapshot s.json", "verify other.ndjson --snapshot s.json",
        "verify empty.ndjson --snapshot s.json --plan plan.yaml", "plan check r.ndjson --plan plan.yaml",
        "plan check other.ndjson --plan small.yaml", "plan check empty.ndjson --plan plan.yaml",
        "plan check other.ndjson --plan small.yaml --baseline accepted --update-baseline",
        "plan coverage r.ndjson --plan plan.yaml", "plan coverage empty.ndjson --plan plan.yaml",
        "plan coverage other.ndjson --plan plan.yaml", "run REPORTS -- false",
        "run --plan plan.yaml REPORTS -- true", "report --history history",
    ])
    func reportsOfACommandAreRemoved(call: String) async throws {
        let place = try place()
        let command =
            call.contains("REPORTS")
            ? call.replacing("REPORTS", with: Self.options("old")) : call + " " + Self.options("old")
        let outcome = try await place.shell(
            """
            trackproof verify r.ndjson --snapshot s.json --history history >/dev/null
            trackproof \(command) >/dev/null
            ls old.*; trackproof verify none --snapshot s.json \(Self.options("old")); ls | grep ^old
            """)
        #expect(outcome.output == Self.kinds.sorted().map { "old.\($0)\n" }.joined(), "\(outcome.errors)")
    }

    @Test(arguments: [
        ("verify none --snapshot s.json REPORTS", 66), ("verify r.ndjson --snapshot none REPORTS", 66),
        ("verify r.ndjson --snapshot s.json --plan none REPORTS", 66),
        ("run --snapshot none --record never REPORTS -- true", 66), ("run --plan none REPORTS -- true", 66),
        ("run --snapshot plan.yaml REPORTS -- true", 65), ("run --recording /dev/null REPORTS -- true", 73),
        ("run REPORTS -- ./none", 127), ("plan check none --plan plan.yaml REPORTS", 66),
        ("plan check r.ndjson --plan none REPORTS", 66), ("plan coverage none --plan plan.yaml REPORTS", 66),
        ("plan merge none --plan plan.yaml REPORTS", 66), ("plan merge r.ndjson --plan plan.yaml REPORTS", 65),
        ("report --from none REPORTS", 66), ("report --from r.ndjson REPORTS", 65),
    ])
    func aCommandThatFailsEarlyLeavesNoReport(call: String, status: Int32) async throws {
        let place = try place()
        try place.write("mine", to: "mine.json")
        _ = try await place.shell("trackproof verify r.ndjson --snapshot s.json \(Self.options("old"))")
        let reports = Self.options("old") + " --report json=mine.json"
        let outcome = try await place.shell("trackproof \(call.replacing("REPORTS", with: reports)) </dev/null")
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect(try place.names().filter { $0.hasPrefix("old.") } == [])
        // A file that is no report stays until the command writes the report.
        #expect(try place.read("mine.json") == "mine")
    }

    /// Tests reports that go to a standard stream by its path, when the stream is a file.
    @Test(arguments: kinds) func aStreamThatIsAFileStays(kind: String) async throws {
        let place = try place()
        for redirection in [">", ">>"] {
            let outcome = try await place.shell(
                "trackproof verify r.ndjson --snapshot s.json --report \(kind)=/dev/stdout \(redirection)report")
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try place.read("report") != "")
        }
        #expect(try place.names().filter { $0.contains("deleted") } == [])
    }

    @Test(arguments: ["verify r.ndjson", "verify r.ndjson --snapshot s.json --format x", "report", "run"])
    func wrongUsageChangesNothing(call: String) async throws {
        let place = try place()
        _ = try await place.shell("trackproof verify r.ndjson --snapshot s.json \(Self.options("old"))")
        #expect(try await place.shell("trackproof \(call) \(Self.options("old"))").status == 64)
        #expect(try place.names().count { $0.hasPrefix("old.") } == Self.kinds.count)
    }
}
