import Testing
import TrackproofPlans
@testable import TrackproofPlanning

/// Tests of the import of Mixpanel's Lexicon.
@Suite("Import of Mixpanel's Lexicon")
struct MixpanelImportTests {
    private static let table = csv(
        """
        Entity Type,Entity Name,Entity Display Name,Entity Description,Event Volume,Event Query Volume,Event Tags,Event Hidden,Event Dropped,Property Name,Property Display Name,Property Description,Property Volume,Property Query Volume,Property Type,Property Example Values,Property Hidden,Property Dropped,Property Required,Property Sensitive
        event,Order Paid,Paid,An order was paid.,12,0,"shop,new",FALSE,TRUE
        ,,,,,,,,,total,Total,The total.,0,0,number,9.5,FALSE,FALSE,TRUE,FALSE
        ,,,,,,,,,email,,,0,0,string,,TRUE,FALSE,FALSE,TRUE
        ,,,,,,,,,items,,,0,0,list of objects
        ,,,,,,,,,at,,,0,0,datetime
        ,,,,,,,,,new,,,0,0,bool
        profile,,,,,,,,,plan,,,,,string
        group,Team
        """)

    @Test func rowsBecomeEvents() throws {
        let result = try Imported(.mixpanel, ["lexicon.csv": Self.table])
        #expect(
            result.body == """
                closed: false
                events:
                  Order Paid:
                    description: An order was paid.
                    x-display-name: Paid
                    x-tags: [shop, new]
                    x-dropped: "TRUE"
                    parameters:
                      total: {type: number, required: true, description: The total., x-display-name: Total, x-example-values: "9.5"}
                      email: {type: string, pii: sensitive, x-hidden: true}
                      items: {type: array, items: {type: object}}
                      at: {type: string}
                      new: {type: boolean}
                user:
                  parameters:
                    plan: {type: string}

                """)
        #expect(
            result.losses(.rule) == """
                lexicon.csv:6:19 Order Paid: at: type datetime: datetime → a text
                lexicon.csv:9:7 Team: entity of the type group: Team (whole)
                """)
        #expect(result.losses(.information).contains("lexicon.csv:1:64 : column Event Volume: 1 cell with a text"))
        #expect(
            result.losses(.information).contains("Order Paid: total: own member example-values: 9.5 → x-example-values")
        )
    }

    private static let entries = #"""
        [{"entityType": "event", "name": "Order Paid", "schemaJson": {
            "$schema": "http://json-schema.org/draft-07/schema", "description": "An order was paid.",
            "required": ["total"], "additionalProperties": true, "properties": {
              "total": {"type": "number", "description": "The total.", "examples": [9.5]},
              "id": {"type": "integer", "metadata": {"com.mixpanel": {"hidden": true}}}},
            "metadata": {"com.mixpanel": {"displayName": "Paid", "tags": ["shop"]}}}},
         {"entityType": "profile", "name": "", "extra": 1, "schemaJson": {"properties": {"plan": {"type": "string"}}}},
         {"entityType": "profile", "name": "b", "schemaJson": {}},
         {"entityType": "event", "name": "No Schema"}]
        """#

    @Test(arguments: [entries, "{\"results\": \(entries), \"status\": \"ok\"}", "{\"entries\": \(entries)}"])
    func schemasBecomeEvents(text: String) throws {
        let result = try Imported(.mixpanel, ["lexicon.json": text])
        #expect(
            result.body == """
                closed: false
                events:
                  Order Paid:
                    description: An order was paid.
                    x-metadata: {com.mixpanel: {displayName: Paid, tags: [shop]}}
                    parameters:
                      total: {type: number, required: true, description: The total., examples: [9.5]}
                      id: {type: integer, x-metadata: {com.mixpanel: {hidden: true}}}
                user:
                  parameters:
                    plan: {type: string}

                """)
        let losses = result.losses(.rule).replacing(/lexicon\.json:(\d+):\d+/) { "\($0.1)" }
        #expect(
            losses == """
                8 user: second schema of profiles: b (whole)
                9 No Schema: entry without a schema: No Schema (whole)
                """)
    }

    @Test func bothFormsJudgeEvents() throws {
        for files in [["lexicon.csv": Self.table], ["lexicon.json": Self.entries]] {
            let result = try Imported(.mixpanel, files)
            #expect(try result.findings(#"{"name": "Order Paid", "parameters": {"total": 9.5, "x": 1}}"#) == "")
            #expect(
                try result.findings(#"{"name": "Order Paid", "parameters": {"total": "9.5"}}"#)
                    == "total wrong-type")
            #expect(
                try result.findings(#"{"name": "Order Paid", "parameters": {}}"#)
                    == "total missing")
        }
    }

    @Test func oneSchemaCanBeAFile() throws {
        let text = #"{"entityType": "event", "name": "Tap", "schemaJson": {"properties": {"v": {"type": "string"}}}}"#
        #expect(try Imported(.mixpanel, ["tap": text], path: "tap").body.contains("  Tap:\n    parameters:\n      v:"))
    }

    @Test(arguments: [
        ("l.csv", "Entity Type,Property Name\n", "l.csv:1:1: expected a column \"Entity Name\" in the header"),
        ("l.csv", "Entity Type,Entity Name,Property Name\n", "the Lexicon has no events"),
        ("l.json", "{}", "l.json:1:1: expected a list of schemas, with the members"),
        ("l.json", "[1]", "the Lexicon has no events"),
        ("l.json", "{", "l.json:1:2: "),
    ])
    func badInputIsAnError(name: String, text: String, error: String) throws {
        #expect(try importErrors(.mixpanel, [name: text], path: name).contains(error))
    }
}
