import Foundation
import Testing

/// Tests of plans that once made a command hang, need gigabytes of memory, or read files of other folders.
@Suite("Hostile tracking plans", .timeLimit(.minutes(15)))
struct HostilePlanTests {
    private static let commands = [
        "lint --plan plan.json", "show --plan plan.json", "show --plan plan.json --format json-schema",
        "compile --plan plan.json --output -", "fmt --check plan.json", "check --plan plan.json r.ndjson",
        "coverage --plan plan.json r.ndjson", "diff plan.json other.json",
    ]

    /// Runs all commands that read a plan with little memory, and expects each to end in time.
    private func expectEnds(_ place: Workplace) async throws {
        try place.write(
            #"{"name":"e","parameters":{"v":"card"}}"# + "\n" + #"{"name":"e","parameters":{"v":{"x":"y"}}}"# + "\n",
            to: "r.ndjson")
        for command in Self.commands {
            // Not every system can limit the memory. The time limit of the test then ends a command that needs too much.
            let outcome = try await place.shell(
                "ulimit -v 6000000 2>/dev/null; exec trackproof plan \(command)", limit: .seconds(100))
            #expect([0, 1, 65].contains(outcome.status), "\(command): \(outcome.status) \(outcome.errors.prefix(500))")
        }
    }

    // MARK: Time and memory

    /// Each type refers twice to the next type, so the last type describes a value in 2^50 ways.
    @Test(arguments: ["allOf", "anyOf", "oneOf", "all of them", "if"])
    func typesThatReferTwiceToTheNextTypeEndInTime(keyword: String) async throws {
        let place = try Workplace()
        let count = 50
        func types(_ last: String) -> String {
            let types = (0..<count).map { number in
                let two = "[{\"$ref\": \"t\(number + 1)\"}, \"t\(number + 1)\"]"
                let schema =
                    switch keyword {
                    case "if": "\"if\": \"t\(number + 1)\", \"then\": \"t\(number + 1)\", \"else\": \"t\(number + 1)\""
                    case "all of them": "\"allOf\": \(two), \"anyOf\": \(two), \"oneOf\": \(two)"
                    default: "\"\(keyword)\": \(two)"
                    }
                return "\"t\(number)\": {\(schema)}"
            }
            return types.joined(separator: ",\n") + ",\n\"t\(count)\": \(last)"
        }
        let events = #""events": {"e": {"parameters": {"v": {"$ref": "t0", "examples": ["a", {"x": "y"}]}}}}"#
        for (file, type) in [("plan.json", "string"), ("other.json", "integer")] {
            let last = #"{"type": "object", "properties": {"x": "\#(type)"}}"#
            try place.write(#"{"plan": 1, "types": {\#(types(last))}, \#(events)}"#, to: file)
        }
        try await expectEnds(place)
    }

    /// Reading this plan takes seconds. A signal must not wait for it.
    @Test(arguments: [
        "collect --port 0 --store s --plan plan.yaml", "run --plan plan.yaml -- true", "plan lint --plan plan.yaml",
    ])
    func aSignalEndsACommandThatReadsAPlan(command: String) async throws {
        let place = try Workplace()
        let events = (0..<150_000).map { "  e\($0): {parameters: {a: string, b: {enum: [x, y, z\($0)]}}}\n" }
        try place.write("plan: 1\nevents:\n" + events.joined(), to: "plan.yaml")
        let outcome = try await place.shell(
            """
            trackproof \(command) >out 2>&1 & pid=$!
            sleep 1
            start=$(date +%s); kill -TERM $pid; wait $pid; echo "status $?"
            [ $(($(date +%s) - start)) -lt 5 ] && echo "at once"; cat out
            """)
        #expect(outcome.output == "status 143\nat once\n")
    }

    // MARK: Files

    @Test(arguments: [
        ("../secret.yaml", true), ("PLACE/secret.yaml", true), ("link.txt", true), ("folder/secret.yaml", true),
        ("old/../../secret.yaml", true), ("old/v1.yaml", false), ("inside.txt", false), ("old/../old/v1.yaml", false),
    ])
    func onlyFilesBelowThePlanAreRead(name: String, isOutside: Bool) async throws {
        let place = try Workplace()
        let name = name.replacingOccurrences(of: "PLACE", with: place.path)
        try place.write("password: [hunter2\n", to: "secret.yaml")
        try place.write("parameters: {x: string}\n", to: "Tracking/old/v1.yaml")
        try place.write("plan: 1\nevents: {a: {versions: {1: \(name)}}}\n", to: "Tracking/plan.yaml")
        let links = try await place.shell(
            "cd Tracking && ln -s ../secret.yaml link.txt && ln -s .. folder && ln -s old/v1.yaml inside.txt")
        #expect(links.status == 0)
        for command in ["lint", "compile --output -", "fmt --check"] {
            for (folder, plan) in [(".", "Tracking/plan.yaml"), (".", "Tracking"), ("Tracking", "plan.yaml")] {
                let outcome = try await place.shell("cd \(folder) && trackproof plan \(command) --plan \(plan)")
                guard isOutside else {
                    #expect(outcome.status == 0, "\(command) \(plan): \(outcome.errors)")
                    continue
                }
                let file = folder == "." ? "Tracking/plan.yaml" : "plan.yaml"
                #expect(
                    outcome.errors
                        == "trackproof: \(file):2:28: the file \"\(name)\" is outside of the plan's folder, so it was "
                        + "not read\n")
                #expect(outcome.status == 65)
            }
        }
    }

    // MARK: Numbers

    @Test(arguments: ["1e400", "-1e400", "1e-400", "1e99999", "1E+400", ".5e400", "1e99999999999999999999"])
    func numbersBeyondADoubleHaveTheirPlace(number: String) async throws {
        let place = try Workplace()
        for rule in [
            "const: N", "enum: [1, N]", "minimum: N", "maximum: N", "multipleOf: N", "default: N", "examples: [N]",
            "minLength: N", "const: {a: [N]}",
        ] {
            let schema = rule.replacingOccurrences(of: "N", with: number)
            try place.write("plan: 1\nevents: {e: {parameters: {v: {\(schema)}}}}\n", to: "plan.yaml")
            let outcome = try await place.trackproof("plan", "lint", "--plan", "plan.yaml")
            let column = 31 + (rule.firstIndex(of: "N")?.utf16Offset(in: rule) ?? 0)
            let shown = number.hasPrefix(".") ? "0" + number : number
            #expect(
                outcome.errors
                    == "trackproof: plan.yaml:2:\(column): the number \(shown) is beyond the range of a double, so no "
                    + "event can contain it; quote it if it is a string\n")
            #expect(outcome.status == 65)
        }
    }

    // MARK: Arrays of events
}
