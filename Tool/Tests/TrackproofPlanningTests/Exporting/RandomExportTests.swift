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

    /// Schemas that a row of a table can describe, at least in one of the formats.
    private static let flatSchemas = [
        "{}", "{type: boolean, required: true}", "{type: number, minimum: -0.5, maximum: 7}", "{type: integer}",
        "{type: string, description: 'A text, with \"marks\".', pii: contact}",
        "{type: string, minLength: 1, pattern: ^a}",
        "{type: string, enum: [a, b]}", "{enum: [1, null, true]}", "{const: a}",
        "{type: [string, 'null'], format: date-time}",
        "{type: array, minItems: 1, uniqueItems: true, items: {type: string, maxLength: 3, enum: [x, 'y z']}}",
        "{type: array, items: {type: array, minItems: 2}}", "{type: array, items: {type: object}}", "{type: object}",
        "{type: string, x-labels: [a, b], x-hidden: true}",
        "{type: string, x-display-name: =A, x-example-values: '9.5'}",
    ]

    /// Tests that an importer reads all that the exporter writes: a second export gives the same tables.
    @Test(arguments: [PlanExport.Format.segmentCSV, .amplitude, .mixpanel], 0..<rounds(4, deep: 40))
    func aTableStaysTheSame(format: PlanExport.Format, seed: Int) throws {
        var random = SeededGenerator(seed: seed)
        func parameters() -> String {
            let schemas = Self.flatSchemas.shuffled(using: &random).prefix(5).enumerated()
            return "{" + schemas.map { "p\($0).x: \($1)" }.joined(separator: ", ") + "}"
        }
        let members = [
            "description: 'Two\n\n  lines'", "owner: a@example.com", "x-tags: [a, b]", "x-display-name: E",
            "x-sources: web",
            "x-labels: l", "x-hidden: true", "x-category: c", "include: [g]", "x-dropped: true",
        ]
        let events = (0..<3).map { index in
            let own = members.shuffled(using: &random).prefix(4) + ["parameters: \(parameters())"]
            return "  e \(index): {\(own.joined(separator: ", "))}\n"
        }
        let plan = """
            plan: 1
            closed: false
            owners: {a@example.com: [a@example.com]}
            shared: {g: {gx: {type: string}}, h: {h x: {type: integer, required: true}}}
            defaults: [h]
            events:
            \(events.joined())user: {parameters: \(parameters())}

            """
        let first = try Exported(format, plan)
        let second = try Exported(format, first.imported().text)
        #expect(second.files.map(\.text) == first.files.map(\.text))
        #expect(first.files.reduce(0) { $0 + $1.text.count } > 400)
    }
}
