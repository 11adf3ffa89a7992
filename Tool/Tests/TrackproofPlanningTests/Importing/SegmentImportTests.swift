import Testing
import TrackproofPlans
@testable import TrackproofPlanning

/// Tests of the import of Segment's tracking plans.
@Suite("Import of Segment's plans")
struct SegmentImportTests {
    private static let rules = #"""
        [
          {"key": "Order Paid", "type": "TRACK", "version": 1, "jsonSchema": {"type": "object", "properties": {
            "properties": {"type": "object", "required": ["total"], "properties": {"total": {"type": "string"}}}}}},
          {"key": "Order Paid", "type": "TRACK", "version": 2, "createdAt": "2026-01-01T00:00:00Z",
           "deprecatedAt": "0001-01-01T00:00:00.000Z", "jsonSchema": {"description": "Paid.", "labels": {"area": "shop"},
            "type": "object", "required": ["properties", "userId"], "properties": {
              "context": {}, "traits": {}, "userId": {"type": "string", "minLength": 1},
              "properties": {"type": "object", "required": ["total"], "properties": {
                "total": {"id": "/total", "type": "number"}, "coupon": {"type": ["string", "null"], "pattern": "^(?!X)"}}}}}},
          {"key": "Home", "type": "SCREEN", "version": 1, "deprecatedAt": "2026-05-01T00:00:00Z", "jsonSchema": {
            "properties": {"properties": {"additionalProperties": false}}}},
          {"type": "IDENTIFY", "version": 1, "jsonSchema": {"description": "A user.", "properties": {
            "traits": {"properties": {"email": {"type": "string", "format": "email"}}}}}},
          {"type": "GROUP", "version": 1, "jsonSchema": {"properties": {"traits": {"properties": {"plan": {}}}}}},
          {"type": "COMMON", "version": 1, "jsonSchema": {"properties": {"context": {"required": ["app"]},
            "properties": {"properties": {"session": {"type": "string"}}, "required": ["session"]}}}},
          {"key": "Merge", "type": "ALIAS", "jsonSchema": {}},
          {"key": "No Schema", "type": "TRACK"}
        ]
        """#

    private static let body = """
        name: Shop
        closed: false
        shared:
          common:
            session: {type: string, required: true}
        defaults: [common]
        events:
          Order Paid:
            description: Paid.
            x-labels: {area: shop}
            parameters:
              total: {type: number, required: true}
              coupon: {type: [string, "null"]}
            versions:
              "1":
                parameters:
                  total: {type: string, required: true}
          Home:
            kind: screen
            deprecated: true
            closed: true
          group:
            kind: group
            parameters:
              plan: {}
        user:
          description: A user.
          parameters:
            email: {type: string, format: email}

        """

    @Test(arguments: [
        #"{"name": "Shop", "rules": RULES}"#,
        #"{"data": {"trackingPlan": {"name": "Shop", "description": ""}, "rules": RULES}}"#,
        #"{"data": {"trackingPlan": {"name": "Shop", "rules": RULES}}}"#,
    ])
    func theRulesBecomeEvents(plan: String) throws {
        let result = try Imported(.segment, ["plan.json": plan.replacing("RULES", with: Self.rules)])
        #expect(result.body == Self.body)
        let losses = result.losses(.rule).replacing(/plan\.json:(\d+):\d+/) { "\($0.1)" }
        #expect(
            losses == """
                18 No Schema: rule without a schema: an object (whole)
                15 : schema of the member context of a call: an object
                7 Order Paid: schema of the member userId of a call: an object
                6 Order Paid: required member of a call: a list
                9 Order Paid: coupon: pattern that a plan cannot use (lookahead (?!…) is not supported): ^(?!X)
                17 Merge: rule of the type ALIAS: Merge (whole)
                """)
        #expect(result.report.events == ConversionCounts(complete: 3, partial: 1, missing: 2))
    }

    @Test func thePlanOfTheConfigAPIHasTheSameEvents() throws {
        let result = try Imported(
            .segment,
            [
                "plan.json": #"""
                {"name": "workspaces/a/tracking-plans/b", "display_name": "Shop", "create_time": "2026", "rules": {
                  "events": [{"name": "Tap", "description": "A tap.", "version": 1, "rules": {"properties": {
                    "properties": {"properties": {"id": {"type": "integer"}}}}}}],
                  "global": {"properties": {"properties": {"properties": {"session": {}}}}},
                  "identify": {"properties": {"traits": {"properties": {"plan": {}}}}}, "identify_traits": []
                }}
                """#
            ])
        #expect(
            result.body == """
                name: Shop
                closed: false
                shared:
                  common:
                    session: {}
                defaults: [common]
                events:
                  Tap:
                    description: A tap.
                    parameters:
                      id: {type: integer}
                user:
                  parameters:
                    plan: {}

                """)
        #expect(result.losses(.rule) == "")
        #expect(result.losses(.information) == "plan.json:1:67 : member create_time of the plan: 2026")
    }

    /// Typewriter stores the schema of the properties in place of the schema of the call.
    @Test func propertiesCanBeOneLevelUp() throws {
        let result = try Imported(
            .segment,
            [
                "plan.json": #"""
                {"rules": [{"key": "Tap", "type": "TRACK", "jsonSchema": {"description": "A tap.",
                  "eventMetadata": {"name": "Tap"}, "labels": {}, "properties": {"id": {"type": "integer"}}, "required": ["id"]}}]}
                """#
            ])
        #expect(
            result.body == """
                closed: false
                events:
                  Tap:
                    description: A tap.
                    parameters:
                      id: {type: integer, required: true}

                """)
    }

    @Test func pagesAreOnePlan() throws {
        func page(_ names: [String], _ next: String, total: Int) -> String {
            let rules = names.map { #"{"key": "\#($0)", "type": "TRACK", "jsonSchema": {"type": "object"}}"# }
            return """
                {"data": {"rules": [\(rules.joined(separator: ", "))],
                 "pagination": {"current": "MA==", "next": \(next), "totalEntries": \(total)}}}
                """
        }
        let pages = ["1.json": page(["A", "B"], #""Mg==""#, total: 3), "2.json": page(["C"], "null", total: 3)]
        let all = try Imported(.segment, pages)
        #expect(all.body == "closed: false\nevents:\n  A: {}\n  B: {}\n  C: {}\n")
        #expect(all.report.losses == [])
        let first = try Imported(.segment, ["1.json": page(["A", "B"], #""Mg==""#, total: 412)])
        #expect(
            first.losses(.rule) == """
                1.json:2:44 : pages of the plan that the files do not contain: the plan has 412 rules, and the files have 2
                """)
        #expect(first.report.events == ConversionCounts(complete: 2, missing: 410))
        #expect(
            first.text.hasPrefix("# Imported from a tracking plan of Segment. 1 of its rules was lost or changed.\n"))
        // The last page is there, and a page before it is missing.
        let gap = try Imported(
            .segment, ["1.json": page(["A"], #""MQ==""#, total: 3), "3.json": page(["C"], "null", total: 3)])
        #expect(gap.report.events == ConversionCounts(complete: 2, missing: 1))
        #expect(
            try importErrors(.segment, ["1.json": #"{"rules": []}"#, "2.json": #"{"rules": []}"#])
                == "2.json:1:11: expected one tracking plan; the first is at 1.json:1:11")
    }

    @Test(arguments: [
        ("[]", "plan.json:1:1: expected a tracking plan of Segment, with the member \"rules\""),
        (#"{"rules": []}"#, "plan.json:1:11: the tracking plan has no rules"),
        (#"{"rules": 5}"#, "plan.json:1:11: expected a list of rules, found 5"),
    ])
    func badInputIsAnError(text: String, error: String) throws {
        #expect(try importErrors(.segment, ["plan.json": text]) == error)
    }
}
