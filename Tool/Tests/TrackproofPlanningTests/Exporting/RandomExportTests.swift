import TestSupport
import Testing
import Trackproof
import TrackproofPlans
import TrackproofSnapshots
@testable import TrackproofPlanning

/// Tests with random plans that an export in each draft of JSON Schema allows the same events as the plan.
@Suite("Export of random plans")
struct RandomExportTests {
    @Test(arguments: [PlanExport.Format.jsonSchema, .iglu, .segment], 0..<rounds(1, deep: 4))
    func theExportAllowsWhatThePlanAllows(format: PlanExport.Format, seed: Int) throws {
        var random = RandomPlans(seed: seed)
        var (allowed, refused) = (0, 0)
        for _ in 0..<30 {
            var json = random.plan().withoutExemptions
            json["check"] = nil
            guard let plan = validPlan(json) else { continue }
            let exported = try Exported(format, json.json, vendor: format == .iglu ? "com.acme" : nil)
            if exported.files.isEmpty { continue }
            let imported = try exported.imported()
            let losses = (exported.report.losses + imported.report.losses).filter { $0.weight == .rule }
            // A loss of a type can concern all events.
            if losses.contains(where: { $0.event == nil }) { continue }
            let lossy = Set(losses.compactMap(\.event))
            let checker = PlanChecker(plan)
            let other = PlanChecker(try TrackingPlan(PlanNode(yaml: Array(imported.text.utf8), file: "plan.yaml")))
            for event in plan.events where !lossy.contains(event.name) {
                for _ in 0..<30 {
                    let parameters = random.event(of: json).event.parameters
                    let tracked = RecordedEvent(Event(event.name, parameters, kind: event.kind))
                    let context = CheckContext(today: "2026-01-01")
                    let findings = checker.findings(for: tracked, context)
                    if findings.contains(where: { $0.id == .outdated || $0.id == .unchecked }) { continue }
                    let isAllowed = findings.allSatisfy { !FindingID.ofJSONSchema.contains($0.id) }
                    if isAllowed { allowed += 1 } else { refused += 1 }
                    let found = other.findings(for: tracked, context)
                    #expect(
                        found.allSatisfy { !FindingID.ofJSONSchema.contains($0.id) && $0.id != .unplannedEvent }
                            == isAllowed,
                        "\(json.json)\n\(imported.text)\n\(parameters.json)\n\(findings)\n\(found)")
                }
            }
        }
        #expect(allowed > 30 && refused > 30, "\(allowed) allowed, \(refused) refused")
    }

    /// Tests that each format can export any plan: the exporter does not fail, and the importer reads the files.
    @Test(arguments: PlanExport.Format.allCases)
    func eachFormatExportsAnyPlan(format: PlanExport.Format) throws {
        var random = RandomPlans(seed: 1)
        for _ in 0..<rounds(20, deep: 60) {
            let json = random.plan()
            if validPlan(json) == nil { continue }
            let exported = try Exported(format, json.json, vendor: "com.acme")
            if exported.report.events.complete + exported.report.events.partial == 0 { continue }
            _ = try exported.imported()
        }
    }
}
