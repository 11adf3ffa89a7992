import Foundation
import Testing
import Trackproof
import TrackproofPlans
@testable import TrackproofPlanning
import TrackproofSnapshots

/// Tests the examples in `docs/PlanRules.md`: for each rule, bad plans or events with their findings, and good ones.
@Suite("docs/PlanRules.md")
struct PlanRuleTests {
    /// An example of a rule. A bad example has findings, and an example of a rule about events has an event.
    struct Example: Sendable {
        var plan: String
        var event: String?
        var findings: String?
    }

    struct Rule: Sendable, CustomTestStringConvertible {
        let id: String
        let isLint: Bool
        var bad: [Example] = []
        var good: [Example] = []
        var testDescription: String { id }
    }

    static let rules = parse()

    @Test func eachRuleHasExamples() {
        #expect(Self.rules.count > 45)
        for rule in Self.rules { #expect(!rule.bad.isEmpty && !rule.good.isEmpty, "\(rule.id)") }
    }

    @Test(arguments: rules) func theExamplesOfARuleAreRight(rule: Rule) throws {
        for example in rule.bad { try check(example, of: rule, isGood: false) }
        for example in rule.good { try check(example, of: rule, isGood: true) }
    }

    private func check(_ example: Example, of rule: Rule, isGood: Bool) throws {
        let plan = try TrackingPlan(PlanNode(yaml: Array(example.plan.utf8), file: "plan.yaml"))
        let findings: [String]
        if let lines = example.event {
            let checker = PlanChecker(plan)
            findings = try Recording(Array(lines.utf8)).events.flatMap { event in
                checker.findings(for: event, context(of: event, today: "2026-12-01"))
            }.map(\.description)
        } else {
            findings = PlanLinter(plan, today: "2026-12-01").findings().map(\.description)
        }
        let isFound = findings.contains { $0.hasSuffix("(\(rule.id))") }
        #expect(isFound == !isGood, "\(rule.id): \(findings)")
        // The page shows only the findings of the example's rule. The example can also have findings of other rules.
        if let expected = example.findings {
            for line in expected.split(separator: "\n") { #expect(findings.contains(String(line)), "\(findings)") }
        }
    }

    // MARK: Reading the page

    private static func parse() -> [Rule] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../docs/PlanRules.md").standardized
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        var rules: [Rule] = []
        var isLint = true
        var isGood = false
        var block: (language: String, lines: [String])?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if let open = block {
                if line == "```" {
                    add(open.language, open.lines.joined(separator: "\n") + "\n", isGood, to: &rules)
                    block = nil
                } else {
                    block?.lines.append(line)
                }
            } else if line.hasPrefix("```") {
                block = (String(line.dropFirst(3)), [])
            } else if line.hasPrefix("## ") {
                isLint = line == "## Lint"
            } else if line.hasPrefix("### ") {
                rules.append(Rule(id: String(line.dropFirst(4)), isLint: isLint))
            } else if line == "Bad:" || line == "Good:" {
                isGood = line == "Good:"
            }
        }
        return rules
    }

    private static func add(_ language: String, _ text: String, _ isGood: Bool, to rules: inout [Rule]) {
        guard var rule = rules.popLast() else { return }
        func change(_ examples: inout [Example]) {
            switch language {
            case "yaml": examples.append(Example(plan: text))
            case "json": examples[examples.count - 1].event = text
            default: examples[examples.count - 1].findings = text
            }
        }
        if isGood { change(&rule.good) } else { change(&rule.bad) }
        rules.append(rule)
    }
}
