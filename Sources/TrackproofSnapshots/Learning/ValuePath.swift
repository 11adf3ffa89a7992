import Trackproof
import TrackproofText

/// The path to a value inside an event.
///
/// Unlike the text of a path, a `ValuePath` distinguishes the member `0` of an object from the first element of an
/// array.
struct ValuePath: Hashable {
    enum Step: Hashable {
        case member(ExactText)
        case element(Int)
        case anyElement
    }

    var steps: [Step] = []

    /// Creates a path from its text, or returns `nil` if `event` has no value at this path.
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

    /// The text of the path in rules, such as `items.*.price`.
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

    /// The maximum number of elements that are examined in an array. A rule for all elements is learned from these
    /// elements.
    static let elementLimit = 1_000

    /// Calls `body` for each value of `event` to which this path leads.
    ///
    /// A path with ``Step/anyElement`` can lead to many values. `body` gets the path of each value, with indices
    /// instead of ``Step/anyElement``, and the value.
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
    /// The parameters of the event and, for an identity event, the user as a parameter with the name `user`.
    ///
    /// In a snapshot's rules, the path `user` means this parameter.
    var comparedParameters: EventParameters {
        guard let user = comparedUser(), parameters["user"] == nil else { return parameters }
        return EventParameters([EventParameter("user", user)]).merging(parameters)
    }
}
