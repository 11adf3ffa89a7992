import Testing
import TrackproofPlans
@testable import TrackproofPlanning

/// Tests of the import of Avo's JSON Schema export.
@Suite("Import of Avo's export")
struct AvoImportTests {
    private static let export = #"""
        {"name": "Shop", "events": [
          {"id": "e1", "name": "Order Paid", "description": "An order was paid.", "eventType": "event", "triggers": [],
           "tags": ["shop"], "categories": ["c1", "c2"], "actions": ["logEvent"],
           "stakeholderDomains": [{"id": "d", "name": "Growth", "isOwner": true}, {"id": "f", "name": "Sales", "isOwner": false}],
           "sources": [{"id": "s1", "name": "App"}, {"id": "s2", "name": "Website"}],
           "rules": {"$schema": "http://json-schema.org/draft-06/schema#", "type": "object", "required": ["properties", "nameMapping"],
             "nameMapping": [{"name": "paid", "destinationId": "m"}, {"name": "x", "destinationId": "all"}],
             "properties": {
               "properties": {"type": "object", "additionalProperties": false, "required": ["total", "kind"], "properties": {
                 "total": {"id": "p1", "index": 0, "description": "The total.", "nameMapping": [], "isSystemProperty": false, "type": "number"},
                 "kind": {"id": "p2", "type": "string", "const": "order"},
                 "email": {"id": "p3", "type": ["string", "null"], "pii": {"isPii": true, "piiType": "Email"},
                           "nameMapping": [{"name": "mail", "destinationId": "m"}]},
                 "method": {"id": "p4", "type": "string", "enum": ["card", "cash"], "pii": {"isPii": false}, "isSystemProperty": true},
                 "items": {"id": "p5", "type": "array", "items": {"type": "object", "properties": {"sku": {"id": "p6", "type": "string"}},
                           "additionalProperties": false}}}},
               "userProperties": {"type": "object", "required": ["plan"], "properties": {"plan": {"id": "u", "type": "string"}}}}}},
          {"id": "e2", "name": "Order Paid", "eventType": "variant", "variantName": "Gift", "rules": {}},
          {"id": "e3", "name": "Synced", "sources": [{"id": "s3", "name": "Backend"}], "rules": {"properties": {
             "properties": {"type": "object", "properties": {}, "additionalProperties": false},
             "userProperties": {"properties": {"plan": {"id": "u", "index": 7, "type": "integer"}, "age": {"type": "integer"}}},
             "groupProperties": {"properties": {"team": {"type": "string"}}}}}},
          {"id": "e4", "name": "No Rules"}],
         "metrics": {}, "propertyGroups": {"g": {}},
         "sources": {"s1": {"name": "App", "developmentPlatform": "IOS"}, "s2": {"name": "Website", "developmentPlatform": "Web"},
                     "s3": {"name": "Backend", "developmentPlatform": "Python"}},
         "destinations": {"m": {"id": "m", "name": "Mix", "type": "Mixpanel"}}, "categories": {"c1": {"name": "Orders"}}}
        """#

    @Test func theExportBecomesAPlan() throws {
        let result = try Imported(.avo, ["avo.json": Self.export], path: "avo.json")
        #expect(
            result.body == """
                name: Shop
                owners:
                  Growth: []
                platforms: [ios, web]
                events:
                  Order Paid:
                    description: An order was paid.
                    x-tags: [shop]
                    x-categories: [Orders, c2]
                    owner: Growth
                    x-stakeholders: [Growth, Sales]
                    platforms: [ios, web]
                    names: {mixpanel: paid}
                    parameters:
                      total: {type: number, required: true, description: The total.}
                      kind: {type: string, const: order, required: true}
                      email: {type: [string, "null"], pii: Email}
                      method: {type: string, enum: [card, cash], x-isSystemProperty: true}
                      items:
                        type: array
                        items:
                          type: object
                          additionalProperties: false
                          properties:
                            sku: {type: string}
                  Synced:
                    x-sources: [Backend]
                user:
                  closed: false
                  parameters:
                    plan: {type: string}
                    age: {type: integer}

                """)
        #expect(
            result.losses(.rule).replacing(/avo\.json:(\d+):\d+/) { "\($0.1)" } == """
                7 Order Paid: name of an event at a destination: x at all
                13 Order Paid: email: names of a property at destinations: a list
                17 Order Paid: required user properties of an event: plan → optional traits of the user
                18 Order Paid: variant of an event: Gift (whole)
                19 Synced: sources that are not all apps for iOS, Android or the web: Backend → x-sources
                22 Synced: groupProperties of an event: an object
                21 Synced: plan: user property with two definitions:  (first: 17)
                23 No Rules: event without rules: No Rules (whole)
                """)
        #expect(
            result.losses(.information).replacing(#/avo\.json:\d+:\d+ /#, with: "").split(separator: "\n").prefix(4)
                == [
                    ": member propertyGroups of the plan: an object", "Order Paid: tags of an event: a list → x-tags",
                    "Order Paid: categories of an event: Orders, c2 → x-categories",
                    "Order Paid: member actions of an event: a list",
                ])
    }

    @Test func theImportedPlanJudgesEvents() throws {
        let result = try Imported(.avo, ["avo.json": Self.export], path: "avo.json")
        let good = #"{"total": 1, "kind": "order", "items": [{"sku": "a"}], "method": "card"}"#
        #expect(try result.findings(#"{"name": "Order Paid", "parameters": \#(good)}"#) == "")
        #expect(
            try result.findings(
                #"{"name": "Order Paid", "parameters": {"kind": "cart", "items": [{"id": 1}], "extra": 1}}"#)
                == "extra unplanned-parameter, items[0].id unplanned-parameter, kind not-in-enum, total missing")
    }

    @Test(arguments: [
        (#"{"eventSchemas": []}"#, "avo.json:1:1: expected a JSON Schema export of Avo, with the member \"events\""),
        (#"{"events": []}"#, "avo.json:1:1: the tracking plan has no events"),
        ("[", "avo.json:1:2: "),
    ])
    func badInputIsAnError(text: String, error: String) throws {
        #expect(try importErrors(.avo, ["avo.json": text]).hasPrefix(error))
    }
}
