import TestSupport
import Testing
import Trackproof
import TrackproofPlanning
import TrackproofPlans
import TrackproofSnapshots

/// Tests that random plans have no difference if they are written differently and have the same meaning.
struct EqualPlanTests {
    @Test(arguments: 0..<rounds(2, deep: 8))
    func anotherOrderIsNoChange(seed: Int) throws {
        var random = RandomPlans(seed: seed)
        for _ in 0..<20 {
            let json = random.plan()
            guard case .object(let shuffled) = random.shuffled(.object(json)) else { continue }
            let (old, new) = (try plan(json.json), try plan(shuffled.json))
            let lines = PlanDifference(old: old, new: new).changes.map(\.line)
            #expect(lines == [], "\(json.json)\n→ \(shuffled.json)")
        }
    }

    @Test(arguments: 0..<rounds(2, deep: 8))
    func schemasThatMoveToTypesAreNoChange(seed: Int) throws {
        var random = RandomPlans(seed: seed)
        for _ in 0..<20 {
            let json = random.plan()
            let moved = json.withTypes
            let (old, new) = (try plan(json.json), try plan(moved.json))
            let lines = PlanDifference(old: old, new: new).changes.map(\.line)
            #expect(lines == [], "\(json.json)\n→ \(moved.json)")
        }
    }
}

extension RandomPlans {
    /// Returns a value with the members of its objects in another order.
    fileprivate mutating func shuffled(_ value: EventValue) -> EventValue {
        switch value {
        case .object(let members):
            var inner: [EventParameter] = []
            for member in members { inner.append(EventParameter(member.name, shuffled(member.value))) }
            return .object(EventParameters(inner.shuffled(using: &random)))
        case .array(let values):
            var inner: [EventValue] = []
            for value in values { inner.append(shuffled(value)) }
            return .array(inner)
        default: return value
        }
    }
}

extension EventParameters {
    /// A copy of the plan in which the schema of each parameter is a named type.
    fileprivate var withTypes: EventParameters {
        var types = self["types"]?.object ?? EventParameters()
        var plan = self
        plan["events"] = .object(
            EventParameters(
                (self["events"]?.object ?? EventParameters()).map { event in
                    var members = event.value.object ?? EventParameters()
                    let parameters = members["parameters"]?.object ?? EventParameters()
                    members["parameters"] = .object(
                        EventParameters(
                            parameters.map { parameter in
                                let name = "moved_\(types.count)"
                                guard case .object(var schema) = parameter.value, schema["presence"] == nil
                                else { return parameter }
                                let isRequired = schema["required"] == .bool(true)
                                if isRequired { schema["required"] = nil }
                                types[name] = .object(schema)
                                let reference = EventParameters([
                                    EventParameter("type", .string(name)),
                                    EventParameter("required", .bool(isRequired)),
                                ])
                                return EventParameter(parameter.name, .object(reference))
                            }))
                    return EventParameter(event.name, .object(members))
                }))
        plan["types"] = .object(types)
        return plan
    }
}
