import Foundation
import Testing

/// Tests of `trackproof report`, which renders a report again or merges the reports of several runs.
@Suite("trackproof report", .timeLimit(.minutes(15)))
struct ReportCommandTests {
    private static let plan = """
        plan: 1
        events:
          paid:
            description: The order was paid.
            parameters:
              method: {type: string, enum: [card, cash], required: true}
          home: {description: The first page., parameters: {}}
        """
    private static let card = #"{"name":"paid","parameters":{"method":"card"}}"# + "\n"
    private static let cash = #"{"name":"paid","parameters":{"method":"cash"}}"# + "\n"
    private static let wrong = #"{"name":"paid","parameters":{"method":"visa"}}"# + "\n"

    private func place() throws -> Workplace {
        let place = try Workplace()
        try place.write(Self.plan, to: "plan.yaml")
        try place.write(Self.card + Self.wrong, to: "1.ndjson")
        try place.write(Self.cash + Self.wrong + Self.wrong, to: "2.ndjson")
        return place
    }

    @Test(arguments: ["check 1.ndjson", "coverage 1.ndjson"])
    func aPlansReportIsTheSameInEachFormAfterReading(call: String) async throws {
        let place = try place()
        let kinds = ["text", "json", "markdown", "junit", "github"]
        func options(_ prefix: String) -> String {
            kinds.map { "--report \($0)=\(prefix).\($0)" }.joined(separator: " ")
        }
        _ = try await place.shell("trackproof plan \(call) --plan plan.yaml \(options("a"))")
        let outcome = try await place.shell("trackproof report --from a.json \(options("b"))")
        #expect(outcome.errors == "")
        for kind in kinds { #expect(try place.read("b.\(kind)") == place.read("a.\(kind)"), "\(kind)") }
        #expect(try place.read("a.text") == outcome.output)
    }

    /// Tests that the merged report of two shards equals the report of one run with all events.
    @Test func shardsAreAddedUp() async throws {
        let place = try place()
        for shard in [1, 2] {
            _ = try await place.shell(
                "trackproof plan check \(shard).ndjson --plan plan.yaml --report json=check\(shard).json")
            _ = try await place.shell(
                "trackproof plan coverage \(shard).ndjson --plan plan.yaml --report json=seen\(shard).json")
        }
        let merged = try await place.shell("trackproof report --from check1.json check2.json --runs 2")
        let whole = try await place.shell("trackproof plan check 1.ndjson 2.ndjson --plan plan.yaml")
        #expect(merged.status == 1)
        #expect(merged.output == whole.output)
        let seen = try await place.shell("trackproof report --from seen1.json --from seen2.json")
        let all = try await place.shell("trackproof plan coverage 1.ndjson 2.ndjson --plan plan.yaml")
        #expect(seen.status == 0)
        #expect(seen.output == all.output)
    }

    /// Tests the merged coverage of two runs. Each run counts only the parts of the plan for the run's platform.
    @Test func coverageOfTwoPlatformsIsMerged() async throws {
        let place = try Workplace()
        try place.write(
            """
            plan: 1
            platforms: [ios, android]
            events:
              both: {description: On both., parameters: {a: {type: integer, description: A number.}}}
              only: {description: On iOS., platforms: [ios], parameters: {}}
              other: {description: On Android., platforms: [android], parameters: {b: {type: integer, description: B.}}}
            """, to: "plan.yaml")
        for (platform, event) in [("ios", #""name":"only""#), ("android", #""name":"both","parameters":{"a":1}"#)] {
            let lines = [#"{"hello":1"#, "{\(event),\"seq\":1", #"{"bye":1"#].map { $0 + ",\"writer\":\"w\"}\n" }
            try place.write(lines.joined(), to: "lines")
            let run = try await place.shell(
                """
                trackproof run --plan plan.yaml --platform \(platform) --bridge file --report json=\(platform).json -- \
                sh -c 'cat lines >> "${TRACKPROOF_BRIDGE#file:}"'
                """)
            #expect(run.status == 0, "\(run.errors)")
        }
        let merged = try await place.shell("trackproof report --from ios.json android.json")
        #expect(merged.output.contains("60 % of the plan was seen (3 of 5)"), "\(merged.output)\(merged.errors)")
        let platforms = "  android     2 of 4  50 %\n  ios         1 of 3  33.3 %\n"
        #expect(merged.output.contains(platforms), "\(merged.output)")
    }

    @Test func aRunThatIsMissingIsAFailure() async throws {
        let place = try place()
        _ = try await place.shell("trackproof plan coverage 1.ndjson --plan plan.yaml --report json=r.json")
        let outcome = try await place.shell("trackproof report --from r.json r.json --runs 2 --report markdown")
        #expect(outcome.status == 1)
        #expect(
            outcome.output.hasPrefix("### ❌ 1 of 2 checks failed\n\n- `expected the reports of 2 runs, found 1 run`\n"),
            "\(outcome.output)")
    }

    /// Tests shards whose sums would hide that a shard had no events, or too few.
    @Test(arguments: [
        ("plan check", "", "empty.ndjson", "empty.ndjson: app events against plan.yaml: 0 events as planned"),
        (
            "plan coverage", "", "empty.ndjson",
            "empty.ndjson: coverage of plan.yaml: 0 % of the plan was seen (0 of 5); the recordings have no events of the "
                + "plan"
        ),
        (
            "plan coverage", "--minimum 50", "home.ndjson",
            "home.ndjson: coverage of plan.yaml: 20 % of the plan was seen (1 of 5), expected at least 50 %"
        ),
    ])
    func theSumHidesNoFailure(call: String, options: String, failing: String, problem: String) async throws {
        let place = try place()
        try place.write("", to: "empty.ndjson")
        try place.write(#"{"name":"home"}"# + "\n", to: "home.ndjson")
        try place.write(Self.card + Self.cash + #"{"name":"home"}"# + "\n", to: "good.ndjson")
        for name in ["good.ndjson", failing] {
            _ = try await place.shell(
                "trackproof \(call) \(name) --plan plan.yaml \(options) --report json=\(name).json")
        }
        for order in ["good.ndjson.json \(failing).json", "\(failing).json good.ndjson.json"] {
            let merged = try await place.shell("trackproof report --from \(order) --report json=m.json --report text")
            #expect(merged.status == 1, "\(order)")
            #expect(merged.output.hasPrefix("! \(problem)\n\n"), "\(merged.output)")
            #expect(try await place.shell("trackproof report --from m.json").status == 1)
        }
        #expect(try await place.shell("trackproof report --from good.ndjson.json").status == 0)
    }

    /// Tests a merged report, whose problems are its own, among the reports of its runs.
    @Test func aMergedReportKeepsItsProblems() async throws {
        let place = try place()
        for name in ["a", "b"] {
            _ = try await place.shell("trackproof plan coverage 1.ndjson --plan plan.yaml --report json=\(name).json")
        }
        _ = try await place.shell(
            """
            trackproof report --from a.json --runs 2 --report json=one.json
            trackproof report --from a.json b.json --runs 3 --report json=two.json
            """)
        for (files, expected, found) in [
            ("a.json one.json", 2, "1 run"), ("one.json a.json", 2, "1 run"), ("two.json b.json a.json", 3, "2 runs"),
            ("a.json b.json two.json", 3, "2 runs"), ("two.json two.json", 3, "2 runs"),
        ] {
            let outcome = try await place.shell("trackproof report --from \(files)")
            #expect(outcome.status == 1, "\(files)")
            let problem = "! expected the reports of \(expected) runs, found \(found)\n\n"
            #expect(outcome.output.hasPrefix(problem), "\(files): \(outcome.output)")
        }
    }

    @Test func twoResultsOfOneRunAreAFailure() async throws {
        let place = try place()
        _ = try await place.shell(
            """
            trackproof plan coverage 1.ndjson --plan plan.yaml --minimum 1 --report json=a.json
            sed 's/"passed":true/"passed":false/; s/"minimum":1.0,/"minimum":99.0,/' a.json |
            sed 's/of 5)"/of 5), expected at least 99 %"/' >b.json
            """)
        for files in ["a.json b.json", "b.json a.json"] {
            let outcome = try await place.shell("trackproof report --from \(files)")
            #expect(outcome.status == 1, "\(files): \(outcome.output)\(outcome.errors)")
        }
    }

    @Test func theRunIsPartOfTheReport() async throws {
        let place = try place()
        let outcome = try await place.shell("trackproof run --report junit --plan plan.yaml -- sh -c 'exit 3'")
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains(
                #"message="the recording may be incomplete, because the command ended with status 3""#),
            "\(outcome.errors)")
    }

    @Test(arguments: [
        ("nothing.json", 66, "trackproof: nothing.json: cannot open: No such file or directory\n"),
        (".", 74, "trackproof: .: cannot open: Is a directory\n"),
        ("cut.json", 65, "trackproof: cut.json:1:13: the text ends inside a value\n"),
        (
            "1.ndjson", 65,
            #"trackproof: 1.ndjson:2:1: expected the end of the text"# + "\n"
        ),
    ])
    func anUnreadableReportIsAnErrorWithItsPlace(file: String, status: Int32, message: String) async throws {
        let place = try place()
        try place.write(#"{"report":1,"#, to: "cut.json")
        let outcome = try await place.shell("trackproof report --from \(file)")
        #expect(outcome.status == status)
        #expect(outcome.errors == message)
    }
}
