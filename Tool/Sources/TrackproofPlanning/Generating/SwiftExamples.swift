import Foundation
import Trackproof
import TrackproofPlans
import TrackproofPlatform

extension SwiftPlan {
    /// Returns the source of tests that build each example of the plan with the generated functions.
    ///
    /// A test compares the built event with the example. The tests also fail to compile if a function no longer takes what
    /// an example contains.
    ///
    /// - Parameter module: The module of the generated functions.
    package func testSource(module: String, grouping: Grouping) -> String {
        var writer = SwiftWriter(self, .internal)
        writer.line(SwiftWriter.firstLine)
        writer.line("")
        writer.line("import Foundation")
        writer.line("import Testing")
        writer.line("import Trackproof")
        writer.line("")
        writer.line("@testable import \(module)")
        writer.line("")
        writer.line("/// The examples of the tracking plan, built with the generated functions.")
        writer.line("@Suite struct PlanExampleTests {")
        let groups =
            grouping == .file ? functionsByFile.map { (name: $0.name as String?, $0.functions) } : [(nil, functions)]
        var isFirst = true
        for (group, functions) in groups {
            for function in functions {
                for test in tests(function, group) {
                    if !isFirst { writer.line("") }
                    isFirst = false
                    for line in test { writer.line("    " + line) }
                }
            }
        }
        writer.line("}")
        return writer.text
    }

    /// Returns the lines of the tests for a function: one test for all examples that it can build, and a disabled test
    /// for each other example.
    private func tests(_ function: SwiftFunction, _ group: String?) -> [[String]] {
        let event = function.event
        let own = Set(plan.ownParameters(of: event).map { ExactText($0.name) })
        let byDefault = Set(plan.parameters(of: event).map { ExactText($0.name) }).subtracting(own)
        let expression = SwiftExpression(shared: shared, isInTest: true)
        let path = "Event." + (group.map { SwiftNaming.escaped($0) + "." } ?? "") + SwiftNaming.escaped(function.name)
        var lines: [String] = []
        var disabled: [[String]] = []
        for (number, example) in event.examples.enumerated() {
            guard case .object(let parameters) = example.eventValue else { continue }
            // The facade adds the parameters of the default groups.
            let passed = EventParameters(parameters.filter { !byDefault.contains(ExactText($0.name)) })
            guard let arguments = expression.arguments(passed, function.members) else {
                let reason = "The function cannot build example \(number + 1) of \(event.name.safeForDisplay)."
                disabled.append([
                    "@Test(.disabled(\(SwiftExpression.literal(reason)))) func \(function.name)Example\(number + 1)() {}"
                ])
                continue
            }
            let user = SwiftIdentity(event.kind).map { "\($0.name): \"u\"" + (arguments.isEmpty ? "" : ", ") } ?? ""
            let name = "example\(number + 1)"
            lines.append("let \(name) = \(path)(\(user)\(arguments))")
            let isUnnamed = event.kind.isIdentity && event.name == event.kind.rawValue
            lines.append("#expect(\(name).name == \(SwiftExpression.literal(isUnnamed ? "" : event.name)))")
            if event.kind != .track { lines.append("#expect(\(name).kind == .\(event.kind.rawValue))") }
            if !user.isEmpty { lines.append("#expect(\(name).user == \"u\")") }
            let expected = converted(passed, function.members)
            lines.append(
                "#expect(\(name).parameters == \(expected.isEmpty ? "[:]" : SwiftExpression.literal(expected)))")
        }
        if lines.isEmpty { return disabled }
        let head = "@Test func \(SwiftNaming.escaped(function.name))() throws {"
        return [[head] + lines.map { "    " + $0 } + ["}"]] + disabled
    }

    /// Returns the parameters as the event contains them: Foundation writes UUIDs in uppercase, and dates in UTC.
    private func converted(_ parameters: EventParameters, _ members: [SwiftMember]) -> EventParameters {
        EventParameters(
            parameters.map { parameter in
                guard let member = members.first(where: { $0.parameter.isExactly(parameter.name) }) else {
                    return parameter
                }
                return EventParameter(parameter.name, converted(parameter.value, member.type))
            })
    }

    private func converted(_ value: EventValue, _ type: SwiftType) -> EventValue {
        switch (type, value) {
        case (.uuid, .string(let text)): .string(text.uppercased())
        case (.url, .string(let text)): .string(URL(string: text)?.absoluteString ?? text)
        case (.date, .string(let text)): EventTime(text).map { .string("\($0)") } ?? value
        case (.number, .integer(let number)): .number(Double(number))
        case (.nullable(let inner), _): converted(value, inner)
        case (.array(let element), .array(let values)): .array(values.map { converted($0, element) })
        case (.declared(let type), .object(let parameters)): .object(converted(parameters, type.members))
        case (.shared(let name), .object(let parameters)): .object(converted(parameters, shared[name]?.members ?? []))
        default: value
        }
    }
}
