import Foundation
import TestSupport
import Testing
import TrackproofPlans
@testable import TrackproofPlanning

/// Tests that formatting changes no value and no comment, and that formatting a formatted file changes nothing.
@Suite("Properties of the stable form", .timeLimit(.minutes(5)))
struct PlanFormPropertyTests {
    @Test(arguments: 0..<UInt64(rounds(4, deep: 20)))
    func randomFilesKeepTheirValuesAndComments(part: UInt64) throws {
        var count = 0
        for seed in part * 50..<(part + 1) * 50 {
            let (text, comments) = RandomYAML.file(seed: seed)
            guard try check(text, "seed \(seed)") else { continue }
            count += 1
            var rest = try PlanForm.of(text)[...]
            for comment in comments {
                guard let range = rest.range(of: comment + "\n") else {
                    Issue.record("seed \(seed): \(comment)")
                    break
                }
                rest = rest[range.upperBound...]
            }
        }
        // The test proves little if the reader of plans cannot read most of the 50 random files.
        #expect(count > 40)
    }

    @Test(arguments: 0..<UInt64(rounds(2, deep: 10)))
    func damagedFilesKeepTheirValues(part: UInt64) throws {
        for seed in part * 50..<(part + 1) * 50 {
            var text = RandomYAML.file(seed: seed).text
            RandomYAML.damage(&text, seed: seed)
            try check(text, "seed \(seed)")
        }
    }

    @Test func thePlansOfTheRepositoryKeepTheirValues() throws {
        var count = 0
        for text in try RepositoryPlans.blocks() where try check(text, text) { count += 1 }
        #expect(count > 100)
    }

    @Test func thePlanOfTheDemoHasTheStableForm() throws {
        let text = try String(contentsOf: RepositoryPlans.demo, encoding: .utf8)
        #expect(try PlanForm.of(text) == text)
    }

    /// Checks that formatting a file changes no value, and that formatting the result changes nothing.
    ///
    /// - Returns: Whether the reader of plans can read the file.
    @discardableResult private func check(_ text: String, _ comment: String) throws -> Bool {
        guard let old = try? PlanNode(yaml: Array(text.utf8), file: "p.yaml"), case .object = old.content,
            !text.unicodeScalars.dropFirst().contains("\u{FEFF}")
        else { return false }
        let form = try PlanForm.of(text)
        #expect(try PlanNode(yaml: Array(form.utf8), file: "p.yaml").json == old.json, "\(comment)")
        #expect(try PlanForm.of(form) == form, "\(comment)")
        return true
    }
}

private enum RepositoryPlans {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../..")
        .standardized
    static let demo = root.appendingPathComponent("Examples/Demo/Tracking/plan.yaml")

    /// Returns the plan of the demo, and the YAML blocks in the documentation.
    static func blocks() throws -> [String] {
        var blocks = [try String(contentsOf: demo, encoding: .utf8)]
        for page in ["docs/PlanRules.md", "docs/TrackingPlans.md"] {
            let text = try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8)
            blocks += text.components(separatedBy: "```yaml\n").dropFirst().map {
                $0.components(separatedBy: "```")[0]
            }
        }
        return blocks
    }
}
