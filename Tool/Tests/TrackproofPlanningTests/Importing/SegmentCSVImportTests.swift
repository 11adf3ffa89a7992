import Testing
import TrackproofPlans
@testable import TrackproofPlanning

/// Tests of the import of Segment's CSV.
@Suite("Import of Segment's CSV")
struct SegmentCSVImportTests {
    private static let table = csv(
        #"""
        Version,Event Type,Event Name,Property Name,Description,Labels,Property Data Type,Allowed Property Values,Enum Values,Required
        1,Track,Order Paid,,An order was paid.,Owner:Growth
        1,Track,Order Paid,total,The total.,,float,,,true
        1,Track,Order Paid,method,,,enum,,"card, cash",TRUE
        1,Track,Order Paid,season,,,string,^(fall|winter)$
        ,,,count,,,"int,null",,"1,2",no
        ,,,at,,,date-time
        ,,,items.$.sku,,,string,^(?!x),,maybe
        2,Track,Order Paid,,Paid.
        2,Track,Order Paid,total,,,number
        ,Identify,,email,,,string
        ,Page,,,A page.
        ,Alias,Merge
        """#)

    @Test func rowsBecomeEvents() throws {
        let result = try Imported(.segmentCSV, ["plan.csv": Self.table], path: "plan.csv")
        #expect(
            result.body == #"""
                closed: false
                events:
                  Order Paid:
                    description: Paid.
                    parameters:
                      total: {type: number}
                    versions:
                      "1":
                        description: An order was paid.
                        x-labels: Owner:Growth
                        parameters:
                          total: {type: number, required: true, description: The total.}
                          method: {enum: [card, cash], required: true}
                          season: {type: string, pattern: ^(fall|winter)$}
                          count: {type: [integer, "null"], enum: [1, 2]}
                          at: {type: string, format: date-time}
                          items.$.sku: {type: string}
                  page:
                    kind: page
                    description: A page.
                user:
                  parameters:
                    email: {type: string}

                """#)
        #expect(
            result.losses(.rule) == """
                plan.csv:8:33 Order Paid: items.$.sku: value of Required that is neither true nor false: maybe
                plan.csv:8:25 Order Paid: items.$.sku: pattern that a plan cannot use (lookahead (?!…) is not supported): ^(?!x)
                plan.csv:13:8 Merge: rule of the type ALIAS: Merge (whole)
                """)
        #expect(
            result.losses(.information) == """
                plan.csv:8:4 Order Paid: items.$.sku: name with a dot, which can be a path: items.$.sku → a parameter with this name
                plan.csv:2:40 Order Paid: labels: Owner:Growth → x-labels
                """)
        #expect(result.report.events == ConversionCounts(complete: 2, partial: 1, missing: 1))
    }

    @Test func theImportedPlanJudgesEvents() throws {
        let table = Self.table.replacing(/\n2,.*\n2,.*/, with: "")
        let result = try Imported(.segmentCSV, ["plan.csv": table], path: "plan.csv")
        #expect(
            try result.findings(
                #"{"name": "Order Paid", "parameters": {"total": 1.5, "method": "card", "count": 2, "extra": 1}}"#)
                == "")
        #expect(
            try result.findings(
                #"{"name": "Order Paid", "parameters": {"method": "coins", "season": "spring", "count": 3}}"#)
                == "count not-in-enum, method not-in-enum, season pattern, total missing")
    }

    @Test(arguments: [
        (
            "Version,Event Type,Evnt Name,Property Name,Property Data Type\n",
            "plan.csv:1:1: expected a column \"Event Name\" in the header; did you mean \"Evnt Name\"?"
        ),
        ("Event Name,Property Name,Property Data Type\n", "the tracking plan has no events"),
        ("Event Name,Property Name\nA,\"\n", "plan.csv:2:3: the quotation mark is not closed"),
    ])
    func badInputIsAnError(text: String, error: String) throws {
        #expect(try importErrors(.segmentCSV, ["plan.csv": text], path: "plan.csv").hasSuffix(error))
    }

    /// Tests that the order of columns, the case of their names and the tools' ways to repeat names do not matter.
    @Test func theFormOfTheTableDoesNotMatter() throws {
        let first = try Imported(
            .segmentCSV,
            [
                "plan.csv":
                    "EVENT NAME,event_type,Property Name,property data type\nA,Track,,\n,,v,string\n,Track,w,int\n"
            ])
        let second = try Imported(
            .segmentCSV,
            ["plan.csv": "Property Data Type,Property Name,Event Name,Event Type\nstring,v,A,Track\nint,w,A,Track\n"])
        #expect(first.body == second.body)
        #expect(first.body.hasSuffix("  A:\n    parameters:\n      v: {type: string}\n      w: {type: integer}\n"))
    }
}
