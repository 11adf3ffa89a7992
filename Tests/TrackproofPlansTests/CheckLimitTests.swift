import Foundation
import Testing
@_spi(Tooling) import Trackproof
@_spi(Tooling) import TrackproofPlans

/// Tests of events that reach a limit of the check.
struct CheckLimitTests {
    private let unchecked =
        "e: expected an event that can be checked in 200000 steps, found an event that is too complex (unchecked)"

    @Test func anOlderVersionThatReachesTheLimitDoesNotCountAsFitting() throws {
        let older = #"""
            {"n": "string", "list": {"type": "array", "not": {"type": "array", "items": {"type": "integer"}}}}
            """#
        let plan = try plan(
            parameters: #"{"n": {"type": "integer", "required": true}, "list": {"type": "array"}}"#,
            #", "versions": {"1": {"parameters": \#(older)}}"#)
        let numbers = (0..<250_000).map(String.init).joined(separator: ",")
        #expect(try findings(plan, #"{"n": "x", "list": [\#(numbers)]}"#) == unchecked)
    }

    @Test func acceptedFindingsDoNotHideOthers() throws {
        let plan = try plan(
            #"""
            {"plan": 1, "check": {"unplanned-parameter": "warning"}, "events": {"e": {"parameters": {
              "a": "integer", "b": "integer"}}}}
            """#)
        let unplanned = (0..<999).map { #""u\#($0)": 1"# }.joined(separator: ",")
        let found = try findings(plan, #"{\#(unplanned), "a": "x", "b": "x"}"#).split(separator: "\n").suffix(2)
        #expect(
            found == [
                #"e: a: expected an integer, found string "x" (wrong-type)"#,
                "e: expected at most 1000 different findings in an event, found more findings (unchecked)",
            ])
    }

    @Test func manyPatternsTimesManyMembersReachTheLimit() throws {
        let patterns = (0..<1_000).map { #""^a\#($0)x$": {}"# }.joined(separator: ",")
        let plan = try plan(parameters: #"{"v": {"type": "object", "patternProperties": {\#(patterns)}}}"#)
        let members = { (count: Int) in (0..<count).map { #""b\#($0)": 1"# }.joined(separator: ",") }
        #expect(try findings(plan, #"{"v": {\#(members(1_000))}}"#) == unchecked)
        #expect(try findings(plan, #"{"v": {\#(members(100))}}"#) == "")
    }

    // MARK: Depth

    private static func types(_ count: Int, _ schema: (Int) -> String) -> String {
        (1..<count).map { #""t\#($0)": \#(schema($0 - 1))"# }.joined(separator: ",")
    }

    private static let chain: [@Sendable (Int) -> String] = [
        { #"{"$ref": "t\#($0)"}"# }, { #"{"anyOf": [{"type": "null"}, "t\#($0)"]}"# },
        { #"{"oneOf": ["t\#($0)", {"type": "null"}]}"# }, { #"{"not": "t\#($0)"}"# },
        { #"{"if": "t\#($0)", "then": {}}"# }, { #"{"type": "array", "items": "t\#($0)"}"# },
    ]

    @Test(arguments: chain.indices)
    func aLongChainOfSchemasDoesNotOverflowTheStack(_ index: Int) throws {
        let types = Self.types(5_000, Self.chain[index])
        let plan = try plan(
            #"""
            {"plan": 1, "types": {"t0": {"type": "integer"}, \#(types)},
             "events": {"e": {"parameters": {"v": "t4999"}}}}
            """#)
        let value = index == 5 ? String(repeating: "[", count: 19) + String(repeating: "]", count: 19) : #""s""#
        let text = try onSmallStack { try findings(plan, #"{"v": \#(value)}"#) }
        #expect(text == (index == 5 ? "" : unchecked))
    }

    @Test func aDeepEventOfDeepTypesDoesNotOverflowTheStack() throws {
        let types = Self.types(40) { #"{"allOf": [{"$ref": "t\#($0)"}]}"# }
        let plan = try plan(
            #"""
            {"plan": 1, "types": {"t0": {"type": "object", "properties": {"c": {"$ref": "t39"}}}, \#(types)},
             "events": {"e": {"parameters": {"v": "t39"}}}}
            """#)
        let value = String(repeating: #"{"c":"#, count: 120) + "{}" + String(repeating: "}", count: 120)
        let text = try onSmallStack { try findings(plan, #"{"v": \#(value)}"#) }
        #expect(text == unchecked)
    }

    /// Calls `body` on a thread with the stack size that Darwin gives to all threads but the main thread.
    private func onSmallStack(_ body: @escaping @Sendable () throws -> String) throws -> String {
        let result = Mailbox()
        let thread = Thread {
            result.put(Result(catching: body))
        }
        thread.stackSize = 512 << 10
        thread.start()
        return try result.take().get()
    }
}

/// A place in which one thread leaves a result for another thread.
private final class Mailbox: @unchecked Sendable {
    // Unchecked, because the condition guards `result`.
    private var result: Result<String, any Error>?
    private let condition = NSCondition()

    func put(_ result: Result<String, any Error>) {
        condition.withLock {
            self.result = result
            condition.signal()
        }
    }

    func take() -> Result<String, any Error> {
        condition.withLock {
            while true {
                if let result { return result }
                condition.wait()
            }
        }
    }
}
