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

    @Test func markdownIsATable() throws {
        let old = #"""
            {"plan": 1, "name": "Movies", "events": {
              "purchase": {"parameters": {"price": {"type": "integer", "minimum": 0}, "note": "string"}},
              "tap": {"parameters": {"method": {"enum": ["card", "cash"]}},
                      "variants": [{"when": {"method": "card"}, "parameters": {"network": "string"}}]}}}
            """#
        let new = #"""
            {"plan": 1, "name": "Films", "events": {
              "purchase": {"parameters": {"price": {"type": "number", "minimum": 1}, "note": {"type": "string", "pattern": "^[a|b]*$"}}},
              "tap": {"parameters": {"method": {"enum": ["card", "cash"]}},
                      "variants": [{"when": {"method": "card"}, "parameters": {"network": {"type": "string", "required": true}}}]}}}
            """#
        #expect(
            try difference(old, new).markdown(limit: 1) == #"""
                ### 5 changes (4 break)

                Suggested version: **major**. 4 changes break released apps and generated code; the first is purchase: note: pattern narrowed.

                | event | change | old | new | released apps | readers | generated code |
                |---|---|---|---|---|---|---|
                | `purchase` `note` | **pattern narrowed** |  | `/^[a\|b]*$/` | **breaks**: Released apps may send a text that does not fit the pattern (pattern). | ok | ok |

                … and 4 more.

                """#)
        #expect(
            try difference(old, old).markdown()
                == "### no changes\n\nSuggested version: **none**. The plans do not differ.\n")
    }

    @Test func namesDoNotLeaveTheirCell() throws {
        let difference = try difference(
            #"{"plan": 1, "events": {}}"#, #"{"plan": 1, "events": {"a|`b``\n\u001b[31m<b>": {}}}"#)
        #expect(
            difference.markdown().hasSuffix(
                #"| ```a\|`b``\n\u{1b}[31m<b>``` | **event added** |  |  | ok | ok | ok |"# + "\n"))
        let escaped = try self.difference(#"{"plan": 1, "events": {}}"#, #"{"plan": 1, "events": {"a\\|b": {}}}"#)
        #expect(escaped.markdown().hasSuffix(#"| `a\ \|b` | **event added** |  |  | ok | ok | ok |"# + "\n"))
    }

    @Test func aChangeOfASharedGroupIsOneRow() throws {
        func plan(_ type: String) -> String {
            #"{"plan": 1, "shared": {"s": {"id": "\#(type)"}}, "defaults": ["s"], "events": {"a": {}, "b": {}, "c": {}, "d": {}, "e": {}}}"#
        }
        let text = try difference(plan("integer"), plan("string")).markdown()
        #expect(text.contains("\n| `a`, `b`, `c`, 2 more events `id` | **type changed** |"))
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
