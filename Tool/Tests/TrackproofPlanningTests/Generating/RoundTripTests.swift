import TestSupport
import Testing
import Trackproof
import TrackproofJSON
import TrackproofPlans

@testable import TrackproofPlanning

// Serialized, because the compiler needs a whole processor.
@Suite("Generated Swift: round trips", .serialized) struct RoundTripTests {
    /// The findings that types cannot exclude.
    private static let excluded: Set<FindingID> = [.pattern, .format, .range, .length, .items, .pii]

    /// Generates Swift for a random plan, makes events with random arguments, and checks the events against the plan.
    @Test(arguments: 1...rounds(1, deep: 3)) func eventsOfGeneratedFunctionsFitThePlan(seed: Int) async throws {
        var random = RandomTypedPlan(seed: seed)
        let json = random.plan(events: rounds(25, deep: 60))
        let plan = try TrackingPlan(json: Array(json.utf8), file: "plan.json")
        let swift = SwiftPlan(plan)
        try #require(swift.problems.isEmpty, "\(swift.problems)")

        var calls: [String] = []
        for function in swift.functions { for _ in 0..<5 { calls.append(random.call(function, swift)) } }
        let main = """
            import Foundation
            import Trackproof
            import TrackproofJSON

            func show(_ event: Event) { print(EventValue.object(event.parameters).json, terminator: "\\u{0}") }

            """
        // A function of its own for each call: one function with all calls would take the compiler long.
        let functions = calls.enumerated().map { "func call\($0)() { show(\($1)) }\n" }.joined()
        let starts = calls.indices.map { "call\($0)()\n" }.joined()
        let output = try await SwiftCompiler().run([
            "Events.swift": swift.source(.internal), "main.swift": main + functions + starts,
        ])

        let lines = output.split(separator: "\0")
        try #require(lines.count == calls.count)
        let checker = PlanChecker(plan)
        for (index, line) in lines.enumerated() {
            let event = swift.functions[index / 5].event
            let isNamed = event.kind != .identify || event.name != "identify"
            let recorded = RecordedEvent(
                Event(
                    isNamed ? event.name : "", try EventValue(json: Array(line.utf8), of: "event").object ?? [:],
                    kind: event.kind))
            let findings = checker.findings(for: recorded, CheckContext()).filter { !Self.excluded.contains($0.id) }
            #expect(findings.isEmpty, "\(calls[index])\n\(line)\n\(findings)")
        }
    }

    /// Generates Swift for random plans with all that a plan can contain.
    @Test func eachPlanGivesSwiftThatCompiles() async throws {
        let compiler = try SwiftCompiler()
        var count = 0
        for seed in 0..<rounds(8, deep: 24) {
            var random = RandomPlans(seed: seed)
            let json = EventValue.object(random.plan()).json
            let plan: TrackingPlan
            do { plan = try TrackingPlan(json: Array(json.utf8), file: "plan.json") } catch { continue }
            let swift = SwiftPlan(plan)
            if !swift.problems.isEmpty { continue }
            count += 1
            let found = try await compiler.diagnostics(["Events.swift": swift.source(.internal)])
            #expect(found == "", "\(json)")
        }
        #expect(count > rounds(1, deep: 5))
    }
}
