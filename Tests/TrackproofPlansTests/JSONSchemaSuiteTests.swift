import Foundation
import Testing
import Trackproof
import TrackproofJSON
@testable import TrackproofPlans

/// Runs the tests of json-schema-org/JSON-Schema-Test-Suite.
///
/// These tests run if the environment variable `JSON_SCHEMA_TEST_SUITE` is the path of the folder `tests` in a clone of
/// the suite.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["JSON_SCHEMA_TEST_SUITE"] != nil))
struct JSONSchemaSuiteTests {
    @Test(arguments: ["draft2020-12", "draft7"])
    func supportedKeywordsBehaveAsInTheSuite(draft: String) throws {
        let root = try #require(ProcessInfo.processInfo.environment["JSON_SCHEMA_TEST_SUITE"])
        var passed = 0
        for file in try files(in: "\(root)/\(draft)") { passed += try run(file) }
        #expect(passed > 400)
    }

    private func files(in folder: String) throws -> [String] {
        // The folder contains the tests of draft 7, which does not have all formats.
        let formats = TextFormat.allCases.map { "optional/format/\($0.rawValue).json" }
            .filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)") }
        // The file `format.json` expects that formats are not checked, but a plan checks formats.
        let others = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".json") && $0 != "format.json" }
        return (others.sorted() + formats).map { "\(folder)/\($0)" }
    }

    /// Runs the tests of a file, except those of schemas that a plan refuses.
    ///
    /// - Returns: The number of tests that passed.
    private func run(_ file: String) throws -> Int {
        var passed = 0
        let text = try EventValue(json: Array(Data(contentsOf: URL(filePath: file))), of: file)
        for group in text.array ?? [] {
            let title = group.object?["description"]?.string ?? ""
            // Skips these tests, because a plan checks host names as in RFC 1123 and does not decode labels in
            // Punycode.
            if title == "validation of A-label (punycode) host names" { continue }
            guard let checker = checker(try #require(group.object?["schema"]).withoutDialect) else { continue }
            for test in group.object?["tests"]?.array ?? [] {
                let value = try #require(test.object?["data"])
                let expected = try #require(test.object?["valid"]?.bool as Bool?)
                let event = RecordedEvent(Event("e", EventParameters([EventParameter("v", value)])))
                let findings = checker.findings(for: event, CheckContext()).filter { $0.severity == .error }
                #expect(findings.isEmpty == expected, "\(file): \(title): \(test) \(findings)")
                if findings.isEmpty == expected { passed += 1 }
            }
        }
        return passed
    }

    /// Returns a checker of a plan with the schema, or `nil` if the plan is invalid.
    private func checker(_ schema: EventValue) -> PlanChecker? {
        let event = EventParameters([
            EventParameter("parameters", .object(EventParameters([EventParameter("v", schema)])))
        ])
        let plan = EventParameters([
            EventParameter("plan", .integer(1)), EventParameter("closed", .bool(false)),
            EventParameter("events", .object(EventParameters([EventParameter("e", .object(event))]))),
            EventParameter("check", .object(["pii": "ignore"])),
        ])
        guard let plan = try? TrackingPlan(json: Array(EventValue.object(plan).json.utf8), file: "plan.json") else {
            return nil
        }
        return PlanChecker(plan)
    }
}

extension EventValue {
    fileprivate var withoutDialect: EventValue {
        guard case .object(var members) = self else { return self }
        members["$schema"] = nil
        return .object(members)
    }
}
