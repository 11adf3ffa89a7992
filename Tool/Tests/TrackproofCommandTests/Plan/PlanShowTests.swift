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

    @Test func allEventsAreATable() async throws {
        let outcome = try await workplace().trackproof("plan", "show", "--plan", "plan.yaml")
        #expect(
            outcome.output == """
                event     kind    owner   parameters  description
                purchase  track   growth  4           An order | was paid.
                home      screen          0

                """)
    }

    @Test func oneEventHasItsParameters() async throws {
        let outcome = try await workplace().trackproof("plan", "show", "--plan", "plan.yaml", "purchase")
        #expect(
            outcome.output == """
                purchase
                An order | was paid.

                kind: track
                owner: growth
                name for ga4: purchase_done

                parameter                                value                         description
                method                         required  one of "card" | "cash"        How the user paid.
                items                                    array, of item/a, maxItems 9
                pin                                      never sent
                network (if method is "card")  required  string

                type                  value             description
                item/a                object, with sku
                item/a.sku  required  string

                """)
    }

    @Test func aPlanHasTheTypesOfItsEvents() async throws {
        let place = try workplace()
        let markdown = try await place.trackproof("plan", "show", "--plan", "plan.yaml", "--format", "markdown")
        #expect(
            markdown.output.hasSuffix(
                """

                ## Types

                | type | | value | description |
                |---|---|---|---|
                | `item/a` |  | `object, with sku` |  |
                | `item/a.sku` | required | `string` |  |

                """))
        let html = try await place.trackproof("plan", "show", "--plan", "plan.yaml", "--format", "html")
        #expect(
            html.output.contains("<tr><td><code>item/a.sku</code></td><td>required</td><td>string</td><td></td></tr>"))
        let other = try await place.trackproof("plan", "show", "--plan", "plan.yaml", "home", "--format", "html")
        #expect(!other.output.contains("Types"))
    }

    @Test func anEventThatIsNotInThePlan() async throws {
        let outcome = try await workplace().trackproof("plan", "show", "--plan", "plan.yaml", "purchas")
        #expect(
            outcome.errors == "trackproof: plan.yaml: the plan has no event \"purchas\"; did you mean \"purchase\"?\n")
        #expect(outcome.status == 66)
    }

    @Test func jsonSchemaHasTypesVariantsAndForbiddenParameters() async throws {
        let outcome = try await workplace().trackproof(
            "plan", "show", "--plan", "plan.yaml", "purchase", "--format", "json-schema")
        #expect(
            outcome.output == #"""
                {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"purchase","description":"An order | was paid.","type":"object","properties":{"method":{"description":"How the user paid.","enum":["card","cash"]},"items":{"type":"array","items":{"allOf":[{"$ref":"#/$defs/item~1a"}]},"maxItems":9},"pin":false,"network":true},"required":["method"],"additionalProperties":false,"allOf":[{"if":{"properties":{"method":{"enum":["card"]}},"required":["method"]},"then":{"properties":{"network":{"type":"string"}},"required":["network"]}},{"anyOf":[{"properties":{"method":{"enum":["card"]}},"required":["method"]},{"properties":{"network":false}}]}],"$defs":{"item/a":{"type":"object","properties":{"sku":{"type":"string"}},"additionalProperties":false,"required":["sku"]}}}

                """#)
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
