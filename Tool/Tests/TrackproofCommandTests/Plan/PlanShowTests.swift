import Foundation
import Testing

@Suite("trackproof plan show", .timeLimit(.minutes(15)))
struct PlanShowTests {
    private static let plan = """
        plan: 1
        name: Shop <b>
        owners: {growth: [growth@example.com]}
        types:
          item/a: {type: object, properties: {sku: {type: string, required: true}}}
        events:
          purchase:
            description: An order | was paid.
            owner: growth
            parameters:
              method: {enum: [card, cash], required: true, description: How the user paid.}
              items: {type: array, items: item/a, maxItems: 9}
              pin: {never: true}
            variants:
              - when: {method: card}
                parameters: {network: {type: string, required: true}}
            names: {ga4: purchase_done}
          home: {kind: screen}

        """

    private func workplace() throws -> Workplace {
        let place = try Workplace()
        try place.write(Self.plan, to: "plan.yaml")
        return place
    }

    @Test func thePresenceOfAParameterDependsOnThePlatform() async throws {
        let place = try Workplace()
        try place.write(
            """
            plan: 1
            events:
              e:
                parameters:
                  a: {type: string, required: true, presence: {web: sometimes}}
                  b: {type: integer, presence: {ios: always, web: never}}
                  c: {type: integer, never: true, presence: {ios: sometimes}}
                  d: {never: true, presence: {ios: never}}

            """, to: "plan.yaml")
        let table = try await place.trackproof("plan", "show", "e", "--plan", "plan.yaml")
        #expect(
            table.output == """
                e

                kind: track

                parameter                               value       description
                a          required, sometimes on web   string
                b          always on ios, never on web  integer
                c          never, sometimes on ios      integer
                d                                       never sent

                """)
        let markdown = try await place.trackproof("plan", "show", "--plan", "plan.yaml", "--format", "markdown")
        #expect(markdown.output.contains("| `a` | required, sometimes on web | `string` |  |\n"))
        let html = try await place.trackproof("plan", "show", "--plan", "plan.yaml", "--format", "html")
        #expect(html.output.contains("<td><code>a</code></td><td>required, sometimes on web</td><td>string</td>"))
    }

    @Test func markupShowsTextAsItIs() async throws {
        let place = try workplace()
        let markdown = try await place.trackproof("plan", "show", "--plan", "plan.yaml", "--format", "markdown")
        #expect(
            markdown.output.hasPrefix(
                "# Shop &#60;b&#62;\n\n## `purchase`\n\nAn order &#124; was paid.\n\nkind: `track`"))
        let html = try await place.trackproof("plan", "show", "--plan", "plan.yaml", "--format", "html")
        #expect(html.output.contains("<h1>Shop &lt;b&gt;</h1>"))
        #expect(html.output.contains("<td>one of &quot;card&quot; | &quot;cash&quot;</td>"))
        #expect(!html.output.contains("<b>"))
    }
}
