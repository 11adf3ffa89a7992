import TestSupport
import Testing
import TrackproofPlans

@testable import TrackproofPlanning

/// Tests of the difference between plans that a hostile author could write.
struct LargeDifferenceTests {
    private func list(_ count: Int, _ text: (Int) -> String) -> String {
        (0..<count).map(text).joined(separator: ", ")
    }

    private func difference(_ old: String, _ new: String) throws -> PlanDifference {
        PlanDifference(old: try plan(#"{"plan": 1, \#(old)}"#), new: try plan(#"{"plan": 1, \#(new)}"#))
    }

    @Test func aSharedGroupChangesManyEvents() throws {
        let count = rounds(500, deep: 2_000)
        func plan(_ type: String) -> String {
            #""shared": {"s": {"id": "\#(type)"}}, "defaults": ["s"], "events": {\#(list(count) { #""e\#($0)": {}"# })}"#
        }
        #expect(try difference(plan("integer"), plan("integer")).changes.isEmpty)
        let changes = try difference(plan("integer"), plan("string")).changes
        #expect(changes.count == count)
        #expect(changes.allSatisfy { $0.words == "type changed" })
        let compiled = CompiledPlan(try TrackproofPlanningTests.plan(#"{"plan": 1, \#(plan("integer"))}"#))
        #expect(compiled.schemas.count == 1)
    }

    @Test func aTypeWithVeryManyPathsIsReportedAtSomeOfThem() throws {
        func plan(_ type: String) -> String {
            let types = list(40) { #""t\#($0)": {"properties": {"a": "t\#($0 + 1)", "b": "t\#($0 + 1)"}}"# }
            return #""types": {\#(types), "t40": "\#(type)"}, "events": {"e": {"parameters": {"v": "t0"}}}"#
        }
        #expect(try difference(plan("integer"), plan("integer")).changes.isEmpty)
        let changes = try difference(plan("integer"), plan("string")).changes
        #expect(changes.count == 20)
        #expect(changes.allSatisfy { $0.words == "type changed" && $0.level == .breaks })
    }

    @Test func aChainOfTypesIsNotComparedToTheEnd() throws {
        func plan(_ type: String) -> String {
            let types = list(220) { #""t\#($0)": {"properties": {"a": "t\#($0 + 1)"}}"# }
            return #""types": {\#(types), "t220": "\#(type)"}, "events": {"e": {"parameters": {"v": "t0"}}}"#
        }
        // The comparison stops at a maximum depth.
        #expect(try difference(plan("integer"), plan("integer")).changes.isEmpty)
        #expect(try difference(plan("integer"), plan("string")).changes.map(\.direction) == [.notCompared])
    }

    @Test func typesThatContainEachOtherAreCompared() throws {
        func plan(_ type: String) -> String {
            let types = list(20) { index in
                #""t\#(index)": {"properties": {\#(list(20) { #""p\#($0)": "t\#($0)""# }), "v": "\#(index == 0 ? type : "string")"}}"#
            }
            return #""types": {\#(types)}, "events": {"e": {"parameters": {"v": "t0"}}}"#
        }
        #expect(try difference(plan("integer"), plan("integer")).changes.isEmpty)
        #expect(try difference(plan("integer"), plan("boolean")).level == .breaks)
    }

    @Test func manySchemasInOneAreCompared() throws {
        let count = rounds(200, deep: 500)
        func plan(_ type: String) -> String {
            let parts = list(count) { #"{"properties": {"p\#($0)": "\#(type)"}, "additionalProperties": "integer"}"# }
            return #""events": {"e": {"parameters": {"v": {"allOf": [\#(parts)]}}}}"#
        }
        #expect(try difference(plan("integer"), plan("integer")).changes.isEmpty)
        #expect(
            try difference(plan("integer"), plan("string")).changes.map(\.words)
                == Array(repeating: "parameter removed", count: count))
    }

    @Test func aLongListOfValuesIsOneChange() throws {
        func plan(_ first: Int) -> String {
            #""events": {"e": {"parameters": {"v": {"enum": [\#(list(10_000) { "\($0 + first)" })]}}}}"#
        }
        let changes = try difference(plan(0), plan(1)).changes
        #expect(
            changes.map(\.line) == [
                "e: v: values narrowed: breaks ok breaks", "e: v: values widened: ok warns warns",
            ])
        #expect(changes.map { $0.old ?? $0.new } == ["0", "10000"])
    }

    @Test func manyVariantsAreNotComparedToTheEnd() throws {
        func plan(_ type: String, _ value: String = "v") -> String {
            let variants = list(500) { #"{"when": {"m": "\#(value)\#($0)"}, "parameters": {"x": "\#(type)"}}"# }
            return #""events": {"e": {"parameters": {"m": "string"}, "variants": [\#(variants)]}}"#
        }
        #expect(try difference(plan("integer"), plan("integer")).changes.isEmpty)
        #expect(try difference(plan("integer"), plan("string")).changes.count == 500)
        #expect(
            try difference(plan("integer"), plan("string", "w")).changes.map(\.direction) == [
                .notCompared
            ])
    }
}
