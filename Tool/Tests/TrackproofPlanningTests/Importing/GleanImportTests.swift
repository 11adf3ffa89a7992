import Testing
import TrackproofPlans
@testable import TrackproofPlanning

/// Tests of the import of Glean's metrics.
@Suite("Import of Glean's metrics")
struct GleanImportTests {
    @Test func eventMetricsBecomeEvents() throws {
        let result = try Imported(
            .glean,
            [
                "metrics.yaml": """
                # This file is about the toolbar.
                ---
                $schema: moz://mozilla.org/schemas/glean/metrics/2-0-0
                $tags: [Toolbar]

                toolbar:
                  # Shown on iPad only.
                  share_tapped: &defaults
                    type: event
                    description: |
                      The share button was tapped.
                      Twice counts twice.
                    extra_keys:
                      is_private: {type: boolean, description: In private mode.}
                      count: {type: quantity}
                      old: {description: Without a type.}
                    bugs: [https://example.org/1]
                    notification_emails: [a@example.org, b@example.org]
                    expires: 2027-01-01
                  menu_tapped:
                    <<: *defaults
                    description: The menu was tapped.
                    expires: expired
                    notification_emails: []
                  taps: {type: counter, expires: never}
                  late: {type: event, expires: 140, disabled: true}
                """,
                "tags.yaml": "$schema: moz://mozilla.org/schemas/glean/tags/1-0-0\n",
            ])
        #expect(
            result.body == """
                owners:
                  a@example.org: [a@example.org]
                  b@example.org: [b@example.org]
                events:
                  toolbar.share_tapped:
                    description: |-
                      The share button was tapped.
                      Twice counts twice.
                    owner: [a@example.org, b@example.org]
                    expires: "2027-01-01"
                    x-bugs: [https://example.org/1]
                    parameters:
                      is_private: {type: boolean, description: In private mode.}
                      count: {type: integer}
                      old: {type: string, description: Without a type.}
                  toolbar.menu_tapped:
                    description: The menu was tapped.
                    deprecated: true
                    x-bugs: [https://example.org/1]
                    parameters:
                      is_private: {type: boolean, description: In private mode.}
                      count: {type: integer}
                      old: {type: string, description: Without a type.}
                  toolbar.late:
                    expires: {"*": "140"}
                    deprecated: true

                """)
        #expect(
            result.losses(.rule) == """
                metrics.yaml:25:3 toolbar.taps: metric of the type counter: toolbar.taps (whole)
                metrics.yaml:26:37 toolbar.late: disabled event:  → a deprecated event
                """)
        #expect(result.report.events == ConversionCounts(complete: 2, partial: 1, missing: 1))
    }

    @Test func commentsStay() throws {
        let result = try Imported(
            .glean,
            [
                "metrics.yaml": """
                $schema: moz://mozilla.org/schemas/glean/metrics/2-0-0
                # The toolbar.
                toolbar:
                  # Tapped.
                  tapped:
                    type: event
                    extra_keys:
                      # Private.
                      private: {type: boolean}
                    expires: never
                # The end.
                """
            ])
        #expect(
            result.body == """
                events:
                  # The toolbar.
                  # Tapped.
                  toolbar.tapped:
                    parameters:
                      # Private.
                      private: {type: boolean}

                """)
        #expect(result.losses(.information) == "metrics.yaml:11:1 : comment: # The end.")
    }

    @Test func badInputIsAnError() throws {
        let error = "expected a file of metrics, whose $schema contains \"/glean/metrics/\""
        #expect(try importErrors(.glean, ["a.yaml": "a: 1"]).hasSuffix(error))
    }
}
