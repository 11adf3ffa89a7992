import Testing
import TrackproofPlans

@testable import TrackproofPlanning

/// Tests of YAML files that other tools write.
@Suite("Import of YAML 1.1")
struct ForeignYAMLTests {
    @Test func wordsHaveTheirMeaningInYAML12() throws {
        let result = try Imported(
            .jsonSchema,
            [
                "e.yaml": """
                properties:
                  on: {type: string, enum: [yes, no, "off"]}
                  code: {const: 007, default: -00.50}
                  limit: {maximum: .inf}
                """
            ])
        #expect(
            result.body == """
                closed: false
                events:
                  e:
                    parameters:
                      "on": {type: string, enum: ["yes", "no", "off"]}
                      code: {const: 7, default: -0.50}
                      limit: {}

                """)
        #expect(
            result.losses(.information) == """
                e.yaml:2:3 : word with another meaning in YAML 1.1: on → a text
                e.yaml:2:29 : word with another meaning in YAML 1.1: yes → a text
                e.yaml:2:34 : word with another meaning in YAML 1.1: no → a text
                e.yaml:3:17 : word with another meaning in YAML 1.1: 007 → the number 7
                e.yaml:3:31 : word with another meaning in YAML 1.1: -00.50 → the number -0.50
                """)
        #expect(
            result.losses(.rule) == """
                e.yaml:4:20 : number that a plan cannot contain: .inf → a text
                e.yaml:4:11 e: limit: invalid maximum: .inf
                """)
    }

    @Test(arguments: [("yes", "true"), ("no", "false"), ("On", "true"), ("true", "true"), ("\"no\"", "false")])
    func gleanReadsWordsAsBooleans(word: String, isDisabled: String) throws {
        let result = try Imported(
            .glean,
            [
                "metrics.yaml": """
                $schema: moz://mozilla.org/schemas/glean/metrics/2-0-0
                toolbar:
                  tapped: {type: event, disabled: \(word), extra_keys: {on: {type: boolean}}}
                """
            ])
        #expect(result.body.contains("deprecated: true") == (isDisabled == "true"))
        #expect(result.body.hasSuffix("    parameters:\n      \"on\": {type: boolean}\n"))
    }
}
