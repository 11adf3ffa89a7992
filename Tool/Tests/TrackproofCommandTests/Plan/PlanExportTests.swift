import Foundation
import Testing

/// Tests of `trackproof plan export` as a program: its files, its report and its exit statuses.
@Suite("Export of plans", .timeLimit(.minutes(15)))
struct PlanExportTests {
    private static let plan = """
        plan: 1
        name: Shop
        events:
          paid:
            description: It was paid.
            owner: growth
            parameters: {price: {type: number, required: true}}
        owners: {growth: []}
        """

    private func place() throws -> Workplace {
        let place = try Workplace()
        try place.write(Self.plan, to: "Tracking/plan.yaml")
        return place
    }

    @Test func aFileGoesToStandardOutput() async throws {
        let outcome = try await place().trackproof("plan", "export", "segment", "--losses", "losses.ndjson")
        #expect(outcome.status == 0)
        #expect(
            outcome.output == """
                {
                  "name": "Shop",
                  "rules": [
                    {
                      "type": "TRACK",
                      "key": "paid",
                      "version": 1,
                      "jsonSchema": {
                        "$schema": "http://json-schema.org/draft-07/schema#",
                        "type": "object",
                        "description": "It was paid.",
                        "required": ["properties"],
                        "properties": {
                          "context": {},
                          "traits": {},
                          "properties": {
                            "type": "object",
                            "properties": {"price": {"type": "number"}},
                            "required": ["price"],
                            "additionalProperties": false
                          }
                        }
                      }
                    }
                  ]
                }

                """)
        #expect(
            outcome.errors == """
                                     events  parameters
                mapped                    1           1
                mapped with a loss        0           0
                not mapped                0           0
                information that is lost or changed:
                  1 × member owners of the plan: an object: left out; at Tracking/plan.yaml:8:1
                  1 × member owner of an event: growth: left out; at Tracking/plan.yaml:6:5 paid

                """)
    }

    @Test func aFolderHasOneFileForEachEvent() async throws {
        let place = try place()
        let outcome = try await place.trackproof("plan", "export", "json-schema", "--output", "schemas")
        #expect(outcome.status == 0)
        #expect(outcome.output == "")
        #expect(outcome.errors.hasSuffix("trackproof: schemas: written, 1 file\n"))
        #expect(
            try place.read("schemas/paid.json") == """
                {
                  "$schema": "https://json-schema.org/draft/2020-12/schema",
                  "description": "It was paid.",
                  "type": "object",
                  "properties": {"price": {"type": "number"}},
                  "required": ["price"],
                  "additionalProperties": false
                }

                """)
        let again = try await place.trackproof("plan", "export", "json-schema", "--output", "schemas")
        #expect(again.status == 73)
        #expect(again.errors == "trackproof: schemas: is not empty; name another folder with --output\n")
    }

    @Test(arguments: [
        ("iglu", 64, "Error: iglu has several files. Name a new folder with --output."),
        ("segment --vendor a", 64, "Error: --vendor has no effect for segment."),
        ("iglu --output x --vendor a/b", 64, #"Error: --vendor: expected a name such as com.example, found "a/b"."#),
        ("segment --plan none.yaml", 66, "trackproof: none.yaml: cannot open: No such file or directory"),
        ("segment --plan bad.yaml", 65, "trackproof: bad.yaml:1:1: "),
        ("segment --output bad.yaml", 73, "trackproof: bad.yaml: exists already; name another file with --output"),
        (
            "json-schema --output bad.yaml", 73,
            "trackproof: bad.yaml: exists already; name another folder with --output"
        ),
        ("iglu --output x", 65, #"trackproof: Tracking/plan.yaml:4:3: the event "paid" has no vendor"#),
        ("segment --output Tracking/plan.yaml", 64, "Error: a file of the plan and --output are the same file"),
        ("other", 64, "Error: The value 'other' is invalid for '<format>'."),
    ])
    func badUsageHasAStatus(arguments: String, status: Int, error: String) async throws {
        let place = try place()
        try place.write("[]", to: "bad.yaml")
        let outcome = try await place.shell("trackproof plan export \(arguments)")
        #expect(outcome.status == status)
        #expect(outcome.errors.hasPrefix(error))
        #expect(outcome.output == "")
        #expect(!place.has("x"))
    }

    @Test func aFullDiskIsAnError() async throws {
        let outcome = try await place().shell("trackproof plan export segment >/dev/full")
        #expect(outcome.status == 74)
        #expect(outcome.errors.hasPrefix("trackproof: standard output: cannot write: No space left on device"))
    }
}
