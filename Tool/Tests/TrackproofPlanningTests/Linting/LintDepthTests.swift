import TestSupport
import Testing
import TrackproofPlanning
import TrackproofPlans

/// Tests of lint for schemas inside each other, and for types that refer to each other, over many levels.
struct LintDepthTests {
    /// A schema around another schema.
    struct Level: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let start: String
        let end: String
        /// The number of objects and lists that the level adds to the file.
        let depth: Int
    }

    private static let levels = [
        Level(testDescription: "properties", start: #"{"properties": {"a": "#, end: "}}", depth: 2),
        Level(
            testDescription: "variants", start: #"{"variants": [{"default": true, "properties": {"a": "#, end: "}}]}",
            depth: 4),
        Level(testDescription: "items", start: #"{"items": "#, end: "}", depth: 1),
        Level(testDescription: "allOf", start: #"{"allOf": ["#, end: "]}", depth: 2),
        Level(testDescription: "anyOf", start: #"{"anyOf": ["#, end: "]}", depth: 2),
        Level(testDescription: "not", start: #"{"not": "#, end: "}", depth: 1),
        Level(testDescription: "if", start: #"{"if": "#, end: "}", depth: 1),
    ]

    /// Returns the errors of a plan, or the ids of the lint findings about `enum`.
    private func lint(_ json: String) async throws -> String {
        try await onSmallStack {
            let errors = errors(json)
            if !errors.isEmpty { return errors }
            let findings = PlanLinter(try plan(json), today: "2026-11-23").findings()
            return findings.map(\.id.rawValue).filter { $0.hasPrefix("enum") }.joined(separator: ",")
        }
    }

    @Test(arguments: levels, [10, 31, 32, 1_000])
    func schemasInsideEachOther(_ level: Level, _ count: Int) async throws {
        let start = #"{"plan": 1, "events": {"e": {"parameters": {"v": "#
        let inner = #"{"type": "integer", "enum": [1, 1]}"#
        let found = try await lint(
            start + String(repeating: level.start, count: count) + inner + String(repeating: level.end, count: count)
                + "}}}}")
        // The innermost schema is inside of the levels.
        let isInLimit = 4 + count * level.depth + 2 < 128
        if count < 32, isInLimit {
            #expect(found == "enum-duplicate")
        } else if isInLimit {
            // The file has 4 objects around the first level, and an object and a list around a number in the last level.
            let column = start.utf8.count + 32 * level.start.utf8.count + 1
            #expect(
                found == #"plan.json:1:\#(column): more than 32 schemas are inside each other; "#
                    + #"declare some of them under "types""#)
        } else {
            #expect(found.hasPrefix("plan.json:1:") && found.hasSuffix(": nested deeper than 128 levels"), "\(found)")
        }
    }

    /// Tests the largest values in the innermost schema, because the reader calls itself for their elements too.
    @Test(arguments: levels.filter { $0.depth <= 2 })
    func deepValuesInDeepSchemas(_ level: Level) async throws {
        let start = #"{"plan": 1, "events": {"e": {"parameters": {"v": "#
        let rest = 128 - 4 - 31 * level.depth - 2
        let value = String(repeating: "[", count: rest) + String(repeating: "]", count: rest)
        let inner = #"{"enum": [1, 1], "default": \#(value), "examples": [\#(value.dropFirst().dropLast())]}"#
        let levels = String(repeating: level.start, count: 31)
        let plan = start + levels + inner + String(repeating: level.end, count: 31) + "}}}}"
        #expect(try await lint(plan) == "enum-duplicate")
    }

    @Test(arguments: [levels[0], levels[2]], [10, rounds(1_000, deep: 10_000)])
    func typesOfValuesInsideEachOther(_ level: Level, _ count: Int) async throws {
        var types = [#""t0": {"type": "integer", "enum": [1, 1]}"#]
        types += (1..<count).map { #""t\#($0)": "# + level.start + "\"t\($0 - 1)\"" + level.end }
        for types in [types, types.reversed()] {
            let text = types.joined(separator: ", ")
            let last = "t" + String(count - 1)
            #expect(
                try await lint(#"{"plan": 1, "types": {\#(text)}, "events": {"e": {"parameters": {"v": "\#(last)"}}}}"#)
                    == "enum-duplicate")
        }
    }
}
