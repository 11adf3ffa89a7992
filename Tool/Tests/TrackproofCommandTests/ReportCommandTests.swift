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
}
