import Foundation
import TestPrograms
import TestSupport
import Testing
import Trackproof
import TrackproofJSON
import TrackproofPlans
import TrackproofSnapshots

@testable import TrackproofPlanning

/// Tests that an imported plan judges events as the Python package `jsonschema` does, unless the import reports a loss.
///
/// An export of the plan, imported again, must give the same verdicts.
@Suite("Verdicts of imported schemas")
struct SchemaVerdictTests {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent().path + "/random_schemas.py"

    @Test(arguments: ["4", "6", "7", "2019-09", "2020-12"], 0..<rounds(1, deep: 20))
    func anImportLosesNoRuleWithoutAReport(draft: String, seed: Int) async throws {
        let python = try Products.environment("control") + "/bin/python3"
        let arguments = [Self.script, draft, "\(seed)", "\(rounds(40, deep: 100))", "10"]
        let outcome = try await Program(executable: python, arguments: arguments).run()
        try #require(outcome.status == 0, "\(outcome.errors)")
        var (allowed, refused, lossy) = (0, 0, 0)
        for line in outcome.output.split(separator: "\n") {
            let members = try #require(try EventValue(json: Array(line.utf8), of: "case").object)
            guard case .string(let schema) = members["schema"], case .array(let events) = members["events"] else {
                Issue.record("a line without a schema: \(line)")
                continue
            }
            let imported = try Imported(.jsonSchema, ["e.json": schema])
            if imported.report.losses.contains(where: { $0.weight == .rule }) {
                lossy += events.count
                continue
            }
            let exported = try Exported(.jsonSchema, imported.text)
            let again = try exported.imported()
            let losses = exported.report.losses + again.report.losses
            let isSame = !losses.contains { $0.weight == .rule }
            let (checker, other) = (try Self.checker(imported), try Self.checker(again))
            for case .array(let pair) in events {
                let parameters = pair.first?.object ?? [:]
                let isAllowed = Self.allows(parameters, checker)
                if isAllowed { allowed += 1 } else { refused += 1 }
                let isRight = .bool(isAllowed) == pair.last
                let isKept = !isSame || Self.allows(parameters, other) == isAllowed
                #expect(isRight, "allowed: \(isAllowed)\n\(schema)\n\(imported.text)\n\(parameters.json)")
                #expect(isKept, "\(imported.text)\n\(again.text)\n\(parameters.json)")
                if !isRight || !isKept { break }
            }
        }
        let figures = "\(allowed) allowed, \(refused) refused, \(lossy) lossy"
        #expect(allowed > 20 && refused > 20 && lossy < allowed + refused, "\(figures)")
    }

    private static func checker(_ imported: Imported) throws -> PlanChecker {
        PlanChecker(try TrackingPlan(PlanNode(yaml: Array(imported.text.utf8), file: "plan.yaml")))
    }

    private static func allows(_ parameters: EventParameters, _ checker: PlanChecker) -> Bool {
        let findings = checker.findings(for: RecordedEvent(Event("e", parameters)), CheckContext())
        return findings.allSatisfy { !FindingID.ofJSONSchema.contains($0.id) }
    }
}
