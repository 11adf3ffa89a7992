internal import Trackproof

/// The way to a value inside an event, with members of objects and elements of arrays told apart: in the text of a
/// path both may be `0`.
struct ValuePath: Hashable {
    enum Step: Hashable {
        case member(ExactText)
        case element(Int)
        case anyElement
    }

    var steps: [Step] = []

    /// The path whose text is `text` in an event; nil where the event has no value there.
    init?(_ text: String, in event: Event) {
        var place = EventValue.object(event.comparedParameters)
        for component in ParameterPath(parsing: text).components {
            switch place {
            case .object(let members):
                guard let value = members[component] else { return nil }
                steps.append(.member(ExactText(component)))
                place = value
            case .array(let values):
                guard let index = Int(component), values.indices.contains(index) else { return nil }
                steps.append(.element(index))
                place = values[index]
            default: return nil
            }
        }
    }

    init(_ steps: [Step]) { self.steps = steps }

    /// The path with any element in place of each.
    var ofAnyElement: ValuePath {
        ValuePath(steps.map { if case .element = $0 { .anyElement } else { $0 } })
    }

    /// The path to what holds the value.
    var parent: ValuePath { ValuePath(steps.dropLast()) }

    /// The path as rules write it.
    var text: String {
        ParameterPath(
            steps.map { step in
                switch step {
                case .member(let name): name.text
                case .element(let index): String(index)
                case .anyElement: "*"
                }
            }
        ).description
    }

    /// So many elements of an array are looked at: one rule for all of them is learned from no more.
    static let elementLimit = 1_000

    /// Calls `body` with every value of an event that the path leads to, and with its own path.
    func forEachValue(in event: Event, _ body: (ValuePath, EventValue) -> Void) {
        func walk(_ value: EventValue, _ depth: Int, _ taken: [Step]) {
            guard depth < steps.count else { return body(ValuePath(taken), value) }
            switch (steps[depth], value) {
            case (.member(let name), .object(let members)):
                if let member = members[name.text] { walk(member, depth + 1, taken + [.member(name)]) }
            case (.element(let index), .array(let values)) where values.indices.contains(index):
                walk(values[index], depth + 1, taken + [.element(index)])
            case (.anyElement, .array(let values)):
                for (index, element) in values.prefix(Self.elementLimit).enumerated() {
                    walk(element, depth + 1, taken + [.element(index)])
                }
            default: break
            }
        }
        walk(.object(event.comparedParameters), 0, [])
    }
}

extension Event {
    /// The parameters, with the user where the comparison heeds it: rules call it like a trait.
    fileprivate var comparedParameters: EventParameters {
        guard let user = comparedUser, parameters["user"] == nil else { return parameters }
        return EventParameters([EventParameter("user", user)]).merging(parameters)
    }
}
