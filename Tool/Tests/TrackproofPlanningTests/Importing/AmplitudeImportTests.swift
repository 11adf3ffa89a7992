import Testing
import TrackproofPlans
@testable import TrackproofPlanning

/// Tests of the import of Amplitude's CSV.
@Suite("Import of Amplitude's CSV")
struct AmplitudeImportTests {
    private static let events = csv(
        #"""
        Action,Object Type,Object Name,Event Display Name,Object Owner,Object Description,Event Category,Tags,Event Schema Status,Event Source,Event First Seen,Property Type,Property Group Names,Event Property Name,Property Description,Property Value Type,Property Schema Status,Property Required,Property Is Array,String Property Value Min Length,String Property Value Max Length,Number Is Integer,Number Property Value Min,Number Property Value Max,Array Unique Items,Array Min Items,Array Max Items,Enum Values,Const Value,Property Regex
        ,Event,Order Paid,Paid,ann@example.com,An order was paid.,Shop,"a, b",,web,2026-01-01
        ,,,,,,,,,,,Event Property,,total,The total.,number,,TRUE,FALSE,,,TRUE,1,100
        ,,,,,,,,,,,Event Property,,method,,enum,,True,,,,,,,,,,"card,cash"
        ,,,,,,,,,,,Event Property,,tags,,string,,,TRUE,1,5,,,,TRUE,1,3
        ,,,,,,,,,,,Event Property,,kind,,const,,,,,,,,,,,,,order
        ,,,,,,,,,,,Event Property,,level,,const,,,,,,,,,,,,,5
        ,,,,,,,,,,,Event Property,,code,,string,,,,,,,,,,,,,,^[A-Z]+$
        ,,,,,,,,,,,Event Property,,any,,any
        IGNORE,,,,,,,,,,,Event Property,,seen,,string,UNEXPECTED
        ,,,,,,,,,,,Event Property Group,"Session, Missing"
        IGNORE,Event,Old,,,,,,DELETED
        ,Property Group,Session,,,The session.
        ,,,,,,,,,,,Event Property,,session_id,,string,,TRUE
        ,Segment,All
        """#)

    private static let user = csv(
        """
        Action,Property Type,Property Name,Property Value Type,Property Is Array,Property Value Type,Enum Values
        ,User Property,plan,enum,FALSE,enum,"free,pro"
        IGNORE,User Property,seen,string,FALSE,string
        """)

    @Test func rowsBecomeEventsGroupsAndTraits() throws {
        let result = try Imported(.amplitude, ["events.csv": Self.events, "user.csv": Self.user])
        #expect(
            result.body == #"""
                closed: false
                owners:
                  ann@example.com: [ann@example.com]
                shared:
                  Session:
                    session_id: {type: string, required: true}
                events:
                  Order Paid:
                    description: An order was paid.
                    owner: ann@example.com
                    x-display-name: Paid
                    x-category: Shop
                    x-tags: [a, b]
                    x-sources: [web]
                    include: [Session]
                    parameters:
                      total: {type: integer, minimum: 1, maximum: 100, required: true, description: The total.}
                      method: {type: string, enum: [card, cash], required: true}
                      tags:
                        type: array
                        minItems: 1
                        maxItems: 3
                        uniqueItems: true
                        items: {type: string, minLength: 1, maxLength: 5}
                      kind: {const: order}
                      level: {enum: [5, "5"]}
                      code: {type: string, pattern: "^[A-Z]+$"}
                      any: {}
                user:
                  parameters:
                    plan: {type: string, enum: [free, pro]}

                """#)
        #expect(
            result.losses(.rule) == """
                events.csv:7:53 Order Paid: level: constant whose type the file does not say: 5 → the text or the value
                events.csv:11:33 Order Paid: property group that the file does not contain: Missing
                events.csv:15:1 All: object of the type segment: All (whole)
                """)
        let information = result.losses(.information)
        #expect(information.contains("events.csv:12:23 Old: entry that is not in the plan (deleted): Old"))
        #expect(information.contains("Order Paid: seen: property that is not in the plan (unexpected): seen"))
        #expect(information.contains("events.csv:1:136 : column Event First Seen: 1 cell with a text"))
        #expect(information.contains(": second column Property Value Type: 2 cells with a text"))
        #expect(result.report.events == ConversionCounts(complete: 1, partial: 1, missing: 1))
    }

    @Test func theImportedPlanJudgesEvents() throws {
        let result = try Imported(.amplitude, ["events.csv": Self.events, "user.csv": Self.user])
        let good = #"{"total": 5, "method": "cash", "tags": ["a"], "kind": "order", "level": "5", "session_id": "s"}"#
        #expect(try result.findings(#"{"name": "Order Paid", "parameters": \#(good)}"#) == "")
        let bad = #"{"total": 500, "tags": ["a", "a"], "kind": "cart", "level": 6, "code": "x"}"#
        #expect(
            try result.findings(#"{"name": "Order Paid", "parameters": \#(bad)}"#)
                == "code pattern, kind not-in-enum, level not-in-enum, method missing, session_id missing, tags items, total range"
        )
        #expect(
            try result.findings(#"{"kind": "identify", "name": "u", "parameters": {"plan": "max"}}"#)
                == "plan not-in-enum")
    }

    /// Tests the older template, in which each row repeats the name of the event.
    @Test func theOlderTemplateIsRead() throws {
        let result = try Imported(
            .amplitude,
            [
                "plan.csv": """
                Event Name,Trigger + Event Description,Event Category,Platform,Property Name,Property Description,Property Type,Sample Values
                App Opened,The app opens.,App,"iOS, Web",,,,
                App Opened,,,,Device,The device.,Event property,"iPhone, iPad"
                App Opened,,,,Plan,The plan.,User property,free
                """
            ])
        #expect(
            result.body == """
                closed: false
                events:
                  App Opened:
                    description: The app opens.
                    x-category: App
                    x-sources: [iOS, Web]
                    parameters:
                      Device: {description: The device., x-sample-values: "iPhone, iPad"}
                user:
                  parameters:
                    Plan: {description: The plan., x-sample-values: free}

                """)
        #expect(result.losses(.rule) == "")
    }

    @Test func aParameterOfAGroupCanBeReplaced() throws {
        let table = """
            Object Type,Object Name,Property Type,Property Group Names,Event Property Name,Property Value Type
            Property Group,G,,,,
            ,,Event Property,,a,string
            Property Group,H,,,,
            ,,Event Property,,a,number
            Event,E,Event Property Group,"G,H",,
            ,,Event Property,,a,boolean
            Event,E,,,,
            """
        let result = try Imported(.amplitude, ["plan.csv": table])
        #expect(result.body.hasSuffix("  E:\n    include: [G, H]\n    parameters:\n      a: {type: boolean}\n"))
        #expect(
            result.losses(.rule) == """
                plan.csv:7:19 E: a: parameter that a property group also declares: a → the parameter of the event
                plan.csv:8:7 E: event with a name that is given twice:  (whole) (first: plan.csv:6:7)
                """)
    }

    @Test(arguments: [
        ("Name,Kind\nA,B\n", "expected a column \"Object Name\" in the header"),
        (
            "Object Name,Event Prop Name\nA,B\n",
            "expected a column \"Event Property Name\" in the header; did you mean \"Event Prop Name\"?"
        ),
        ("Object Name,Event Property Name\n", "the tracking plan has no events"),
    ])
    func badInputIsAnError(text: String, error: String) throws {
        #expect(try importErrors(.amplitude, ["plan.csv": text]).contains(error))
    }
}
