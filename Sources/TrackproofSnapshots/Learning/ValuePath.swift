internal import Trackproof

/// The path to a value inside an event.
///
/// Unlike the text of a path, it distinguishes members of objects from elements of arrays. In the text, `0` can mean a
/// member or an element.
struct ValuePath: Hashable {
    enum Step: Hashable {
        case member(ExactText)
        case element(Int)
        case anyElement
    }

    var steps: [Step] = []

    /// Creates the path whose text in an event is `text`, or returns `nil` if the event has no value at this path.
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

    /// The path with ``Step/anyElement`` in place of each array index.
    var ofAnyElement: ValuePath {
        ValuePath(steps.map { if case .element = $0 { .anyElement } else { $0 } })
    }

    /// The path to the object or array that contains the value.
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

    /// The maximum number of an array's elements to examine. A rule for all elements is learned from these elements.
    static let elementLimit = 1_000

    /// Calls `body` with every value of an event to which the path leads, and with the value's own path.
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
    /// The parameters, and the user if the user is compared.
    ///
    /// In a snapshot's rules, the path `user` means the user of an identity event, as if the user were a trait.
    fileprivate var comparedParameters: EventParameters {
        guard let user = comparedUser, parameters["user"] == nil else { return parameters }
        return EventParameters([EventParameter("user", user)]).merging(parameters)
    }
}
