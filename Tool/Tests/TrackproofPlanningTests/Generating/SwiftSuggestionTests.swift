import TestSupport
import Testing
import TrackproofPlans

@testable import TrackproofPlanning

/// Tests of the names in Swift that the generator suggests.
@Suite("Suggested names in Swift")
struct SwiftSuggestionTests {
    private func suggestions(_ json: String) throws -> [String: String] {
        let plan = try TrackingPlan(PlanNode(json: Array(json.utf8), file: "plan.json"))
        let found = SwiftPlan(plan).problems.compactMap(\.suggestion)
        return Dictionary(uniqueKeysWithValues: found.map { ($0.text, $0.name) })
    }

    @Test func valuesHaveDistinctNamesInAnyOrder() throws {
        let expected = [
            "<1GB": "lessThan1GB", "1GB": "value1GB", "+1GB": "plus1GB", "1.5": "value1Dot5", "15": "value15",
            "-15": "minus15", "1-5": "value1Hyphen5", "100%": "value100Percent", "→": "rightwardsArrow",
        ]
        for _ in 0..<20 {
            let values = expected.keys.shuffled().map { #""\#($0)""# }.joined(separator: ", ")
            let found = try suggestions(
                #"{"plan": 1, "events": {"e": {"parameters": {"v": {"enum": [\#(values)]}}}}}"#)
            #expect(found == expected)
        }
    }

    /// The first of several names gets the usual name. The others get a name that depends only on themselves.
    @Test(arguments: [
        (
            ["siteId", "site id", "site_id", "site-id"],
            ["site id": "siteSpaceID", "site_id": "site_id", "site-id": "siteHyphenID"]
        ),
        (["site_id", "siteId", "SITE_ID"], ["siteId": "siteId", "SITE_ID": "SITE_ID"]),
        (["a b", "a  b"], ["a  b": "aSpaceSpaceB"]),
        // A suggestion is neither the name of another parameter nor another suggestion.
        (["x y", "xSpaceY", "x-y", "x y."], ["x-y": "xHyphenY", "x y.": "xSpaceYDot"]),
        (["1 a", "1-a"], ["1 a": "parameter1A", "1-a": "parameter1HyphenA"]),
        (["parameter1", "1", "1."], ["1": "parameter12", "1.": "parameter1Dot"]),
    ])
    func parametersHaveDistinctNames(names: [String], expected: [String: String]) throws {
        let members = names.map { #""\#($0)": {}"# }.joined(separator: ", ")
        #expect(try suggestions(#"{"plan": 1, "events": {"e": {"parameters": {\#(members)}}}}"#) == expected)
    }

    /// A name in Swift cannot contain some characters that belong to words, such as digits that are raised.
    @Test func aNameThatSwiftCannotSpellGetsAName() throws {
        let types = #""m²": {"enum": ["a"]}, "½": {"enum": ["a"]}, "e\u0301": {"enum": ["a"]}"#
        let expected = ["m²": "TypeType", "½": "TypeType2", "e\u{301}": "TypeType3"]
        #expect(try suggestions(#"{"plan": 1, "types": {\#(types)}, "events": {"ΐ": {}}}"#) == expected)
    }

    @Test func namesAreWrittenIntoThePlan() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            # The plan.
            plan: 1
            types:
              size: {enum: [<1GB, 1GB]}  # Of files.
            events:
              2nd tap:
                description: Again.
                # Which one.
                parameters:
                  siteId: {type: string}
                  site_id: {}
                  kind: {enum: [a, A, "1"], swift: sort}
                  level: {enum: ["1", "2"], swift: {name: depth, values: {"1": one}}}
                  state: {oneOf: [{const: x}, {const: X, description: Large.}]}
            """, to: "plan.yaml")
        let path = folder.file("plan.yaml")
        let edits = try SwiftNameEdits(SwiftPlan(PlanFiles(path: path).plan).problems)
        #expect(edits.files.map(\.path) == [path])
        #expect(edits.files.map(\.count) == [8])
        #expect(
            edits.files.first?.text == """
                # The plan.
                plan: 1
                types:
                  size: {enum: [<1GB, 1GB], swift: {values: {<1GB: lessThan1GB, 1GB: value1GB}}}  # Of files.
                events:
                  2nd tap:
                    description: Again.
                    swift: event2ndTap
                    # Which one.
                    parameters:
                      siteId: {type: string}
                      site_id: {swift: site_id}
                      kind: {enum: [a, A, "1"], swift: {name: sort, values: {A: A, "1": value1}}}
                      level: {enum: ["1", "2"], swift: {name: depth, values: {"1": one, "2": value2}}}
                      state: {oneOf: [{const: x}, {const: X, description: Large.}], swift: {values: {X: X}}}

                """)
        try folder.write(edits.files[0].text, to: "plan.yaml")
        #expect(try SwiftPlan(PlanFiles(path: path).plan).problems == [])
    }

    @Test func whatAPersonMustDecideStays() throws {
        let folder = try TemporaryFolder()
        let text = """
            plan: 1
            shared:
              2nd: {id: {}}
            defaults: [2nd]
            types:
              item: {enum: [x]}
            events:
              item:
                parameters:
                  a: {swift: b}
                  b: {}
                  c: {swift: b}
                  part: {enum: [y]}
                  parts: {type: array, items: {enum: [z]}}

            """
        try folder.write(text, to: "plan.yaml")
        let problems = try SwiftPlan(PlanFiles(path: folder.file("plan.yaml")).plan).problems
        #expect(
            problems.map { String($0.message.split(separator: "; ").last ?? "") } == [
                "rename it", "write `swift: parameterB`", "write `swift: c`",
                "name one of them with `swift`", "write `swift: itemEvent`",
            ])
        #expect(problems.compactMap(\.suggestion).map(\.text) == ["b"])
        let edits = try SwiftNameEdits(problems)
        #expect(edits.files.map(\.text) == [text.replacing("b: {}", with: "b: {swift: parameterB}")])
    }
}
