import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofPlans

/// Tests that the checker finds each kind of mutation, in random events of random plans.
struct MutationTests {
    /// A change of an event, as a bug in an app causes it.
    enum Mutation: CaseIterable {
        /// The app renames an event, or writes its name in the style of another platform.
        case renamedEvent, otherStyle
        /// The app renames a parameter, or changes the case of its name.
        case renamedParameter, otherCase
        /// The app sends a number or a Boolean value as a string, or sends a string as a number.
        case numberAsString, stringAsNumber
        /// The app sends a value that is not in the parameter's enum.
        case undeclaredValue
        /// The app omits a required parameter, or sends null.
        case missing, null
        /// The app sends personal data in a parameter that the plan does not declare as personal data.
        case personalData
        /// The app sends a text that is longer than the vendor allows.
        case overLimit
        /// The app sends a parameter that the plan does not declare.
        case undeclaredParameter
        /// The app sends an object with a member of a wrong type, or a list with a value that is not in its enum.
        case nestedType, nestedValue
    }

    /// A finding: its id and the path of the value.
    private struct Expected: Hashable {
        let id: FindingID
        let path: String
    }

    @Test func eventsThatFitHaveNoFindingsAndAMutationHasOnlyItsOwn() throws {
        var applied: [Mutation: Int] = [:]
        let rounds = rounds(50, deep: 400)
        for seed in 0..<rounds {
            var random = SeededGenerator(seed: seed)
            let simple = SimplePlan(&random)
            let checker = PlanChecker(try plan(simple.json))
            for _ in 0..<20 {
                let event = simple.event(&random).event
                let findings = checker.findings(for: RecordedEvent(event), CheckContext())
                #expect(findings.isEmpty, "\(simple.json) \(event) \(findings)")
            }
            for mutation in Mutation.allCases {
                for _ in 0..<3 {
                    var (event, parameters) = simple.event(&random)
                    guard let expected = apply(mutation, to: &event, parameters, &random) else { continue }
                    applied[mutation, default: 0] += 1
                    let findings = checker.findings(for: RecordedEvent(event), CheckContext())
                    #expect(
                        Set(findings.map { Expected(id: $0.id, path: $0.path) }) == expected,
                        "\(simple.json) \(event) \(findings)")
                    #expect(findings.count == expected.count)
                    #expect(findings.allSatisfy { $0.severity == .error })
                }
            }
        }
        // The test proves little if a mutation applies to few events.
        for mutation in Mutation.allCases { #expect(applied[mutation, default: 0] * 4 > rounds, "\(mutation)") }
    }

    /// Applies a mutation to an event that fits its plan.
    ///
    /// - Returns: The findings that the event must have, or `nil` if the mutation does not apply to the event.
    private func apply(
        _ mutation: Mutation, to event: inout Event, _ planned: [SimplePlan.Parameter],
        _ random: inout SeededGenerator
    ) -> Set<Expected>? {
        let sent = planned.filter { event.parameters[$0.name] != nil }
        func one(of kinds: SimplePlan.Kind...) -> String? { sent.first { kinds.contains($0.kind) }?.name }
        func found(_ id: FindingID, _ path: String) -> Set<Expected> { [Expected(id: id, path: path)] }
        switch mutation {
        case .renamedEvent:
            event.name += "s"
            return found(.unplannedEvent, "")
        case .otherStyle:
            event.name = event.name.split(separator: "_").map(\.inTitleCase).joined()
            return found(.unplannedEvent, "")
        case .renamedParameter, .otherCase:
            guard let parameter = sent.randomElement(using: &random) else { return nil }
            let name = mutation == .otherCase ? parameter.name.inTitleCase : parameter.name + "_"
            event.parameters = EventParameters(
                event.parameters.map { EventParameter($0.name == parameter.name ? name : $0.name, $0.value) })
            let missing = parameter.isRequired ? found(.missing, parameter.name) : []
            return found(.unplannedParameter, name).union(missing)
        case .numberAsString:
            guard let name = one(of: .count, .price, .flag) else { return nil }
            event.parameters[name] = event.parameters[name].map { .string("\($0)") }
            return found(.wrongType, name)
        case .stringAsNumber:
            guard let name = one(of: .word, .slug, .id, .mail, .choice) else { return nil }
            event.parameters[name] = .integer(7)
            return found(.wrongType, name)
        case .undeclaredValue:
            guard let name = one(of: .choice) else { return nil }
            event.parameters[name] = .string("Card")
            return found(.notInEnum, name)
        case .missing:
            guard let name = sent.first(where: \.isRequired)?.name else { return nil }
            event.parameters[name] = nil
            return found(.missing, name)
        case .null:
            guard let name = sent.randomElement(using: &random)?.name else { return nil }
            event.parameters[name] = .null
            return found(.null, name)
        case .personalData:
            guard let name = one(of: .word) else { return nil }
            event.parameters[name] = .string("mail to jane@example.com")
            return found(.pii, name)
        case .overLimit:
            guard let name = one(of: .word) else { return nil }
            event.parameters[name] = .string(String(repeating: "x", count: 256))
            return found(.limit, name)
        case .undeclaredParameter:
            event.parameters["zzz"] = .integer(1)
            return found(.unplannedParameter, "zzz")
        case .nestedType:
            guard let name = one(of: .place) else { return nil }
            event.parameters[name] = .object(["x": "1"])
            return found(.wrongType, name + ".x")
        case .nestedValue:
            guard let name = one(of: .choices) else { return nil }
            event.parameters[name] = .array([.string("a"), .string("c")])
            return found(.notInEnum, name + "[1]")
        }
    }
}

extension StringProtocol {
    fileprivate var inTitleCase: String { prefix(1).uppercased() + dropFirst() }
}
