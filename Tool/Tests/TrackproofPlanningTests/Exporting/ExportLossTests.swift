import TestSupport
import Testing
@testable import TrackproofPlanning

/// Tests that an export reports what the format cannot contain.
@Suite("Losses of exports")
struct ExportLossTests {
    @Test(arguments: PlanExport.Format.allCases)
    func eachLossIsReported(format: PlanExport.Format) throws {
        // The plan has all members of events and many rules.
        let plan = try #require(GoldenFile("ExportLossTests/plan").text)
        let exported = try Exported(format, plan, vendor: "com.acme")
        let files = exported.files.map { "--- \($0.path)\n\($0.text)" }.joined(separator: "\n")
        try expectGolden(
            "ExportLossTests/\(format.rawValue)",
            exported.losses + "\n\n" + files.replacing("\r\n", with: "\n"))
    }

    @Test func rudderStackHasTheTypesAndOptionsOfAnObject() throws {
        let parameter = "plan: 1\nevents:\n  e:\n    parameters:\n      v: {properties: {a: string}}\n"
        let loss = "rule plan.yaml:5:7 e: v: properties of a value without a type:  → an object"
        #expect(try Exported(.rudderstack, parameter).losses == loss)
        let type = "{type: object, enum: [{a: b}], additionalProperties: true, properties: {a: string}}"
        let plan = "plan: 1\ntypes:\n  Foo: \(type)\nevents:\n  e:\n    parameters:\n      v: Foo\n"
        let exported = try Exported(.rudderstack, plan)
        let text = exported.files.first { $0.path == "custom-types.yaml" }?.text ?? ""
        #expect(text.contains("additional_properties: true") && text.contains("enum: [{a: b}]"), "\(text)")
    }

    @Test func amplitudeHasNoRulesOfAListForItsElements() throws {
        let list = "{type: array, const: [a], items: {type: string, pattern: '^(?!x)'}}"
        let plan = "plan: 1\nclosed: false\nevents:\n  e:\n    parameters:\n      v: \(list)\n"
        let exported = try Exported(.amplitude, plan)
        #expect(exported.losses == #"rule plan.yaml:6:24 e: v: keyword const: ["a"]"#)
        // A plan can have a pattern that Trackproof cannot use. Other tools can use it.
        #expect(exported.files[0].text.contains(",v,,string,FALSE,,TRUE,,,,,,,,,,,^(?!x)\r\n"))
    }

    @Test func versionsHaveHyphensInIglu() throws {
        let plan = "plan: 1\nevents:\n  tap:\n    versions: {1.0.0: {}, 1-0-0: {}, 1-1-0: {}, one: {}}\n"
        let exported = try Exported(.iglu, plan, vendor: "com.acme")
        #expect(
            exported.losses == """
                information plan.yaml:4:16 tap: name of a version: 1.0.0 → 1-0-0
                rule plan.yaml:4:27 tap: version with the same numbers as another: 1-0-0
                rule plan.yaml:4:49 tap: version that does not have three numbers: one
                """)
        #expect(exported.files.map(\.path) == ["1-0-0", "1-1-0", "2-0-0"].map { "com.acme/tap/jsonschema/" + $0 })
    }

    @Test func aVendorIsNeeded() throws {
        #expect(
            throws: ConversionFailure(
                description: #"plan.yaml:3:3: the event "tap" has no vendor; add x-vendor, or use --vendor"#)
        ) { try Exported(.iglu, "plan: 1\nevents:\n  tap: {}\n") }
        // The vendor is the name of a folder, so it must not lead to another folder.
        #expect(
            throws: ConversionFailure(
                description: #"plan.yaml:3:19: expected a vendor such as com.example, found "../etc""#)
        ) { try Exported(.iglu, "plan: 1\nevents:\n  tap: {x-vendor: ../etc}\n") }
    }

    /// Tests that types that refer to each other do not make an export grow without a limit.
    @Test(.timeLimit(.minutes(5)), arguments: PlanExport.Format.allCases)
    func exportsAreBounded(format: PlanExport.Format) throws {
        var types = ["t0: {type: object, properties: {a: {type: string}}}"]
        for index in 1...30 {
            let (own, both) = ("t\(index - 1)", "allOf: [{type: t\(index - 1)}]")
            types.append("t\(index): {type: object, properties: {a: \(own), b: \(own), c: {\(both)}}}")
        }
        let lines = types.map { "  \($0)\n" }.joined()
        for use in ["parameters: {v: {type: t30}}", "rules: {not: {properties: {v: {type: t30}}}}"] {
            let plan = "plan: 1\ntypes:\n\(lines)events:\n  a.e: {\(use)}\n"
            let exported = try Exported(format, plan, vendor: "com.acme")
            #expect(exported.files.reduce(0) { $0 + $1.text.utf8.count } < 50_000_000)
        }
    }

    /// Tests small plans whose exports would be large, because groups and types stand at each use.
    @Test(.timeLimit(.minutes(5)), arguments: PlanExport.Format.allCases)
    func smallPlansHaveNoLargeExports(format: PlanExport.Format) throws {
        let text = String(repeating: "x", count: 20_000)
        let groups = "shared:\n  g: {p: {type: string, description: \(text)}}\ndefaults: [g]\n"
        let events = (0..<6_000).map { "  e.e\($0): {}\n" }.joined()
        #expect(
            throws: ConversionFailure(
                description: """
                    plan.yaml:3:10: up to this schema of the event "e.e5227", the export would have more than 100 MB, \
                    because shared groups and types stand at each use
                    """)
        ) { try Exported(format, "plan: 1\n\(groups)events:\n\(events)", vendor: "com.acme") }
    }

    /// Tests that a long chain of types does not overflow the stack.
    @Test(arguments: PlanExport.Format.allCases) func aChainOfTypesCanBeLong(format: PlanExport.Format) async throws {
        let count = rounds(500, deep: 3_000)
        let types = (0..<count).map { "  T\($0): {type: object, properties: {a: T\($0 + 1)}}\n" }.joined()
        let last = "  T\(count): {type: object, properties: {a: {type: string}}}\n"
        let plan = "plan: 1\ntypes:\n\(types)\(last)events:\n  a.e:\n    parameters:\n      v: {type: T0}\n"
        let text = try await onSmallStack {
            try Exported(format, plan, vendor: "com.acme").files.map(\.text).joined()
        }
        #expect(text.utf8.count < 5_000_000)
    }
}
