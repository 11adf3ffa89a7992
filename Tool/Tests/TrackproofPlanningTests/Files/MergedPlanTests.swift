import Testing
import TrackproofPlanning
import TrackproofPlans

/// Tests of plans that consist of several files.
struct MergedPlanTests {
    @Test func filesAreMerged() throws {
        func node(_ json: String, _ file: String) throws -> PlanNode {
            try PlanNode(json: Array(json.utf8), file: file)
        }
        let one = try node(#"{"plan": 1, "name": "One", "events": {"a": {}, "c": {}}}"#, "a.json")
        let two = try node(#"{"plan": 1, "events": {"b": {}}, "types": {"t": "string"}}"#, "b.json")
        let plan = try TrackingPlan(PlanNode.merged([one, two]))
        #expect(plan.events.map(\.name) == ["a", "c", "b"])
        #expect(plan.types.map(\.name) == ["t"])
        let three = try node(#"{"plan": 1, "name": "Three", "events": {"a": {}}}"#, "c.json")
        #expect(
            throws: PlanErrors([
                PlanError(
                    at: PlanPlace(file: "c.json", line: 1, column: 13),
                    #""name" is given twice; the first is at a.json:1:13"#)
            ])
        ) {
            try PlanNode.merged([one, three])
        }
        let four = try node(#"{"plan": 1, "events": {"a": {}}}"#, "d.json")
        #expect(
            throws: PlanErrors([
                PlanError(
                    at: PlanPlace(file: "d.json", line: 1, column: 24),
                    #""a" is given twice; the first is at a.json:1:39"#)
            ])
        ) {
            try TrackingPlan(PlanNode.merged([one, four]))
        }
    }

    /// Tests that an error does not show the text of a file that is no plan.
    @Test func anErrorDoesNotQuoteAFileThatIsNoPlan() throws {
        let files = try ["\"TOPSECRET\"", "{}"].map { try PlanNode(json: Array($0.utf8), file: "p") }
        #expect(throws: PlanErrors.self) { try PlanNode.merged(files) }
        do { _ = try PlanNode.merged(files) } catch { #expect(!"\(error)".contains("TOPSECRET")) }
    }
}
