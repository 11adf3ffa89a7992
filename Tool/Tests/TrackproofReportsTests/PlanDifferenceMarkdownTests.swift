import TestSupport
import Testing
import TrackproofPlanning
import TrackproofPlans
import TrackproofReports

/// Tests of the difference between two plans in Markdown.
struct PlanDifferenceMarkdownTests {
    private func difference(_ old: String, _ new: String) throws -> PlanDifference {
        PlanDifference(
            old: try TrackingPlan(json: Array(old.utf8), file: "old.json"),
            new: try TrackingPlan(json: Array(new.utf8), file: "new.json"))
    }

    /// The input of a step is the old and the new plan. The title has the number of rows that the table may have.
    @Test func tablesAreAsAccepted() throws {
        try expectTranscript("plan-differences") { title, plans in
            let limit = try #require(Int(title.split(separator: " ")[0]))
            return try difference(plans[0], plans[1]).markdown(limit: limit)
        }
    }

    @Test func theTableFitsInAComment() throws {
        let long = String(repeating: "long_", count: 80)
        let events = (0..<300).map { #""e\#($0)_\#(long)": {}"# }.joined(separator: ", ")
        let text = try difference(
            #"{"plan": 1, "events": {}}"#, #"{"plan": 1, "events": {\#(events)}}"#
        ).markdown(limit: 300)
        #expect((60_000..<65_536).contains(text.utf16.count))
        #expect(text.hasSuffix(" more.\n"))
    }
}
