import TestSupport
import Testing
import Trackproof
import TrackproofJSON
import TrackproofPlanning
import TrackproofPlans
import TrackproofSnapshots

/// Functions that infer a plan from events, and return the plan or a part of the plan.
enum Inferred {
    static func plan(_ events: [Event]) -> String {
        var inference = PlanInference()
        for event in events { inference.add(RecordedEvent(event)) }
        return inference.yaml()
    }

    /// Returns the plan without the comment at its top.
    static func body(_ events: [Event]) -> String {
        plan(events).split(separator: "\n").drop { $0.hasPrefix("#") }.joined(separator: "\n")
    }

    /// Infers a plan from one event per value, and returns the plan's line of the parameter `name`.
    static func line(_ values: [EventValue], name: String = "v") -> String {
        let lines = body(values.map { Event("e", EventParameters([EventParameter(name, $0)])) }).split(separator: "\n")
        return lines.last.map { String($0.drop { $0 == " " }) } ?? ""
    }

    /// Returns the errors that a plan finds in events, one on each line.
    static func errors(_ yaml: String, _ events: [Event]) throws -> String {
        let checker = PlanChecker(try TrackingPlan(PlanNode(yaml: Array(yaml.utf8), file: "plan.yaml")))
        let findings = events.flatMap { checker.findings(for: RecordedEvent($0), CheckContext()) }
        return findings.filter { $0.severity == .error }.map(\.description).joined(separator: "\n")
    }
}

extension EventParameters {
    /// Creates the parameters that a JSON text describes.
    init(json: String) throws {
        self = try #require(EventValue(json: Array(json.utf8), of: "parameters").object)
    }
}

/// A generator of events with names and values that are hard to infer or to write as YAML.
struct EventGenerator {
    private var random: SeededGenerator
    private let names: [String]

    init(seed: UInt64, names: [String] = Self.names) {
        random = SeededGenerator(seed: seed)
        self.names = names
    }

    static let names = [
        "purchase", "movie_tapped", "identify", "group", "alias", "", "on", "y", "1.2", "0x1F", "2026-01-31", "a: b",
        "a #b", "- c", "[d]", "{e}", "\"f\"", "g\\", " h", "a@example.com", "\u{E9}", "e\u{301}", "\u{202E}i", "j\nk",
        "👩‍👩‍👧", "null", "~", "<<", "l:", "m,n", "?", String(repeating: "o", count: 300),
    ]
    private static let texts =
        [
            "card", "apple_pay", "cash", "card", "card", "", "a@example.com", "call +4915112345678",
            "4111 1111 1111 1111", "https://example.com/?user=a%40example.com", "https://example.com", "2026-01-31",
            "2026-01-31T10:00:00Z", "6f1c1f0e-8d0f-4b52-9f0a-1b7d6f0c2a11", "10.0.0.1", "NaN", "null", "yes", "no",
        ] + names

    mutating func events() -> [Event] {
        let some = (0..<Int.random(in: 1...12, using: &random)).map { _ in pick(names) }
        let count = [1, 2, 5, 40, 200].randomElement(using: &random) ?? 1
        return (0..<count).map { _ in
            let kind = Int.random(in: 0..<4, using: &random) == 0 ? pick(EventKind.allCases) : .track
            return Event(pick(some), object(depth: 0), kind: kind)
        }
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    private mutating func object(depth: Int) -> EventParameters {
        EventParameters(
            (0..<Int.random(in: 0...4, using: &random)).map { _ in
                EventParameter(pick(names), value(depth: depth + 1))
            })
    }

    private mutating func value(depth: Int) -> EventValue {
        switch Int.random(in: 0..<(depth < 11 ? 12 : 8), using: &random) {
        case 0: .null
        case 1: .bool(Bool.random(using: &random))
        case 2: .integer(pick([0, 1, -1, .max, .min]))
        case 3: .number(pick([0, 1, -2.5, 1e300, .nan, .infinity, -.infinity]))
        case 4..<8: .string(pick(Bool.random(using: &random) ? Self.texts : Array(Self.texts.prefix(5))))
        case 8..<10: .array((0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth: depth + 1) })
        default: .object(object(depth: depth))
        }
    }

    mutating func shuffled(_ events: [Event]) -> [Event] { events.shuffled(using: &random) }
}
