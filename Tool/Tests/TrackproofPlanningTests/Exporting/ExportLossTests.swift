import _TrackproofTestSupport
import Testing
@testable import TrackproofPlanning

/// Tests that an export reports what the format cannot contain.
@Suite("Losses of exports")
struct ExportLossTests {
    /// A plan with all members of events and with many rules.
    private static let plan = """
        plan: 1
        name: Shop
        description: All of it.
        x-board: 7
        naming: {events: snake_case}
        owners: {growth: [a@example.org], shop: []}
        platforms: [ios, web]
        destinations: {ga4: {}}
        types:
          Code: {type: string, pattern: ^c, pii: contact, description: A code., swift: AnyCode}
          node: {type: object, properties: {next: node}}
        shared: {session: {session_id: {type: string, default: a}}}
        defaults: [session]
        lint: {name-style: ignore}
        check: {not-in-enum: warning}
        events:
          checkout.paid:
            kind: screen
            description: It was paid.
            owner: [growth, shop]
            platforms: [ios]
            since: {ios: 5.0}
            expires: {ios: 9.1}
            replaced_by: home
            deprecated: true
            suffixes: {day: [_daily]}
            names: {ga4: paid}
            swift: done
            examples: [{code: c}]
            allow: [nothing-required]
            x-tags: [a]
            parameters:
              code: {type: Code, required: true, allow: [pii-suspected], examples: [c1]}
              banned: {never: true}
              wifi: {type: boolean, presence: {ios: always, web: never}}
              texts: {type: integer, send_as: text}
              several: {type: [string, integer, "null"], maxLength: 5}
              count: {type: integer, exclusiveMinimum: 0, multipleOf: 2}
              list: {type: array, items: {type: string, enum: ["a,b", c]}, minItems: 1, uniqueItems: true}
              both: {anyOf: [{type: string}, {type: integer}], propertyNames: {maxLength: 3}}
              map: {type: object, patternProperties: {^x: {type: string}}, additionalProperties: false}
              node: {type: node}
              at: {type: string, format: date-time, deprecated: true}
              duration: {type: string, format: duration, x-unit: s}
            variants: [{when: {wifi: true}, parameters: {extra: {type: string}}}]
            rules: {minProperties: 1}
            versions: {old: {parameters: {code: {type: string}}, owner: growth}}
          home: {}
          Home: {}
          other: {kind: alias}
          a/b: {}
        user: {parameters: {plan: {type: string, enum: [free, pro], required: true}}}
        """

    @Test(arguments: OtherPlanFormat.allCases)
    func eachLossIsReported(format: OtherPlanFormat) throws {
        let exported = try Exported(format, Self.plan, vendor: "com.acme")
        let files = exported.files.map { "--- \($0.path)\n\($0.text)" }.joined(separator: "\n")
        try expectGolden(
            "ExportLossTests/\(format.rawValue)",
            exported.losses + "\n\n" + files.replacing("\r\n", with: "\n"))
    }

    @Test func aVendorIsNeeded() throws {
        #expect(
            throws: ImportFailure(
                description: #"plan.yaml:3:3: the event "tap" has no vendor; add x-vendor, or use --vendor"#)
        ) { try Exported(.iglu, "plan: 1\nevents:\n  tap: {}\n") }
        // The vendor is the name of a folder, so it must not lead to another folder.
        #expect(
            throws: ImportFailure(
                description: #"plan.yaml:3:19: expected a vendor such as com.example, found "../etc""#)
        ) { try Exported(.iglu, "plan: 1\nevents:\n  tap: {x-vendor: ../etc}\n") }
    }

    /// Tests that types that refer to each other do not make an export grow without a limit.
    @Test(.timeLimit(.minutes(5)), arguments: OtherPlanFormat.allCases)
    func exportsAreBounded(format: OtherPlanFormat) throws {
        var types = ["t0: {type: object, properties: {a: {type: string}}}"]
        for index in 1...30 {
            let (own, both) = ("t\(index - 1)", "allOf: [{type: t\(index - 1)}]")
            types.append("t\(index): {type: object, properties: {a: \(own), b: \(own), c: {\(both)}}}")
        }
        let lines = types.map { "  \($0)\n" }.joined()
        let plan = "plan: 1\ntypes:\n\(lines)events:\n  a.e:\n    parameters:\n      v: {type: t30}\n"
        let exported = try Exported(format, plan, vendor: "com.acme")
        #expect(exported.files.reduce(0) { $0 + $1.text.utf8.count } < 50_000_000)
    }

    /// Tests that a long chain of types does not overflow the stack.
    @Test(arguments: OtherPlanFormat.allCases) func aChainOfTypesCanBeLong(format: OtherPlanFormat) throws {
        let types = (0..<3_000).map { "  T\($0): {type: object, properties: {a: T\($0 + 1)}}\n" }.joined()
        let last = "  T3000: {type: object, properties: {a: {type: string}}}\n"
        let plan = "plan: 1\ntypes:\n\(types)\(last)events:\n  a.e:\n    parameters:\n      v: {type: T0}\n"
        let exported = try Exported(format, plan, vendor: "com.acme")
        #expect(exported.files.reduce(0) { $0 + $1.text.utf8.count } < 5_000_000)
    }
}
