import _TrackproofTestSupport
import Trackproof
import TrackproofJSON
import TrackproofPlans

/// A random plan in which each parameter has a `Kind`. The kind makes it easy to create values that fit the plan.
struct SimplePlan {
    /// The kind of a parameter, which determines its schema and its values.
    enum Kind: CaseIterable {
        case count, price, flag, word, slug, id, mail, choice, choices, place

        /// The schema as JSON, without the outer braces.
        var schema: String {
            switch self {
            case .count: #""type": "integer", "minimum": 0, "maximum": 1000"#
            case .price: #""type": "number", "minimum": 0"#
            case .flag: #""type": "boolean""#
            case .word: #""type": "string", "maxLength": 300"#
            case .slug: #""type": "string", "pattern": "^[a-z]+(-[a-z]+)*$""#
            case .id: #""type": "string", "format": "uuid""#
            case .mail: #""type": "string", "format": "email", "pii": "contact""#
            case .choice: #""type": "string", "enum": ["card", "apple_pay", "invoice"]"#
            case .choices: #""type": "array", "items": {"type": "string", "enum": ["a", "b"]}"#
            case .place:
                #""type": "object", "properties": {"x": {"type": "integer", "required": true}, "y": "integer"}"#
            }
        }

        /// Returns a value that fits the schema.
        func value(_ random: inout SeededGenerator) -> EventValue {
            switch self {
            case .count: .integer(Int64.random(in: 0...1000, using: &random))
            case .price: .number(Double(Int.random(in: 0...9_999, using: &random)) / 100 + 0.001)
            case .flag: .bool(Bool.random(using: &random))
            case .word: .string(["", "hello", "naïve", "a b c"].randomElement(using: &random) ?? "")
            case .slug: .string(["a", "daredevil", "two-words"].randomElement(using: &random) ?? "a")
            case .id: .string("6f1c1f0e-8d0f-4b52-9f0a-1b7d6f0c2a11")
            case .mail: .string("jane@example.com")
            case .choice: .string(["card", "apple_pay", "invoice"].randomElement(using: &random) ?? "card")
            case .choices: .array((0..<Int.random(in: 0...3, using: &random)).map { _ in .string("a") })
            case .place:
                .object(Bool.random(using: &random) ? ["x": 1] : ["x": 1, "y": 2])
            }
        }
    }

    struct Parameter {
        let name: String
        let kind: Kind
        let isRequired: Bool
    }

    /// The parameters of each event, by the event's name.
    let events: [(name: String, parameters: [Parameter])]

    init(_ random: inout SeededGenerator) {
        let names = ["purchase_completed", "movie_tapped", "search_started", "profile_opened", "video_paused"]
        let parameters = ["amount", "method", "position", "origin", "detail", "reason"]
        events = names.prefix(Int.random(in: 1...5, using: &random)).map { name in
            let own = parameters.shuffled(using: &random).prefix(Int.random(in: 1...6, using: &random))
            return (
                name,
                own.map { name in
                    Parameter(
                        name: name, kind: Kind.allCases.randomElement(using: &random) ?? .count,
                        isRequired: Bool.random(using: &random))
                }
            )
        }
    }

    /// The plan in its JSON form. Its only destination is GA4.
    var json: String {
        let events = events.map { event in
            let parameters = event.parameters.map { parameter in
                #""\#(parameter.name)": {\#(parameter.kind.schema), "required": \#(parameter.isRequired)}"#
            }
            return #""\#(event.name)": {"parameters": {\#(parameters.joined(separator: ", "))}}"#
        }
        return #"{"plan": 1, "destinations": {"mixpanel": {}}, "events": {\#(events.joined(separator: ", "))}}"#
    }

    /// Returns an event that fits the plan, and the parameters that the plan declares for this event.
    func event(_ random: inout SeededGenerator) -> (event: Event, parameters: [Parameter]) {
        let planned = events[Int.random(in: 0..<events.count, using: &random)]
        let sent = planned.parameters.filter { $0.isRequired || Bool.random(using: &random) }
        let values = sent.shuffled(using: &random).map { EventParameter($0.name, $0.kind.value(&random)) }
        return (Event(planned.name, EventParameters(values)), planned.parameters)
    }
}
