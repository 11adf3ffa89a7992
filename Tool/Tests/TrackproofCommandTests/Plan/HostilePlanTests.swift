import Foundation
import Testing

/// Tests of plans that once made a command hang or need gigabytes of memory. Each command takes about a second until it
/// comes to its limits.
@Suite("Hostile tracking plans", .timeLimit(.minutes(15)))
struct HostilePlanTests {
    /// The keywords that combine two schemas. `N` stands for the name of the next type.
    private static let keywords = [
        #""allOf": [{"$ref": "N"}, "N"]"#, #""anyOf": [{"$ref": "N"}, "N"]"#, #""oneOf": [{"$ref": "N"}, "N"]"#,
        #""allOf": [{"$ref": "N"}, "N"], "anyOf": [{"$ref": "N"}, "N"], "oneOf": [{"$ref": "N"}, "N"]"#,
        #""if": "N", "then": "N", "else": "N""#,
    ]

    /// Each type refers twice to the next type, so the last type describes a value in 2^30 ways.
    @Test(arguments: [
        "lint --plan plan.json", "show --plan plan.json", "show --plan plan.json --format json-schema",
        "compile --plan plan.json --output -", "fmt --check plan.json", "check --plan plan.json r.ndjson",
        "coverage --plan plan.json r.ndjson", "diff plan.json other.json",
    ])
    func typesThatReferTwiceToTheNextTypeEndInTime(command: String) async throws {
        let place = try Workplace()
        var types: [String] = []
        var parameters: [String] = []
        for (index, keyword) in Self.keywords.enumerated() {
            for number in 0..<30 {
                types.append("\"t\(index)_\(number)\": {\(keyword.replacing("N", with: "t\(index)_\(number + 1)"))}")
            }
            types.append(#""t\#(index)_30": {"type": "object", "properties": {"x": "LAST"}}"#)
            parameters.append(#""v\#(index)": {"$ref": "t\#(index)_0", "examples": ["a", {"x": "y"}]}"#)
        }
        let plan = """
            {"plan": 1, "types": {\(types.joined(separator: ",\n"))},
            "events": {"e": {"parameters": {\(parameters.joined(separator: ",\n"))}}}}
            """
        try place.write(plan.replacing("LAST", with: "string"), to: "plan.json")
        try place.write(plan.replacing("LAST", with: "integer"), to: "other.json")
        func event(_ value: String) -> String {
            let values = parameters.indices.map { "\"v\($0)\":\(value)" }
            return #"{"name":"e","parameters":{\#(values.joined(separator: ","))}}"# + "\n"
        }
        try place.write(event(#""card""#) + event(#"{"x":"y"}"#), to: "r.ndjson")
        // Not every system can limit the memory. The time limit of the test then ends a command that needs too much.
        let outcome = try await place.shell(
            "ulimit -v 6000000 2>/dev/null; exec trackproof plan \(command)", limit: .seconds(100))
        #expect([0, 1, 65].contains(outcome.status), "\(outcome.status) \(outcome.errors.prefix(500))")
    }

    /// Reading this plan takes seconds. A signal must not wait for it.
    @Test(arguments: ["collect --port 0 --store s --plan plan.yaml", "run --plan plan.yaml -- true"])
    func aSignalEndsACommandThatReadsAPlan(command: String) async throws {
        let place = try Workplace()
        let events = (0..<100_000).map { "  e\($0): {parameters: {a: string, b: {enum: [x, y, z\($0)]}}}\n" }
        try place.write("plan: 1\nevents:\n" + events.joined(), to: "plan.yaml")
        let outcome = try await place.shell(
            """
            trackproof \(command) >out 2>&1 & pid=$!
            sleep 0.7
            start=$(date +%s); kill -TERM $pid; wait $pid; echo "status $?"
            [ $(($(date +%s) - start)) -lt 5 ] && echo "at once"; cat out
            """)
        #expect(outcome.output == "status 143\nat once\n")
    }
}
