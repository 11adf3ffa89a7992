import TestSupport
import Trackproof
import TrackproofSnapshots

extension SeededGenerator {
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    /// Returns an event with one of a few names and values, so some of the returned events are equal.
    mutating func smallEvent() -> Event {
        var elements = [EventParameter("a", .integer(Int64.random(in: 0...2, using: &self)))]
        if chance(50) { elements.append(EventParameter("b", .bool(chance(50)))) }
        if chance(20) {
            elements.append(
                EventParameter("c", .array([.object(["d": Int.random(in: 0...1, using: &self)]), .null])))
        }
        elements.shuffle(using: &self)
        let kind: EventKind = chance(10) ? .screen : .track
        return Event(pick(["tap", "tapped", "view", "purchase"]), EventParameters(elements), kind: kind)
    }

    mutating func smallEvents(_ count: ClosedRange<Int>) -> [Event] {
        (0..<Int.random(in: count, using: &self)).map { _ in smallEvent() }
    }
}

extension Difference {
    var brief: String {
        func place(_ index: Int?) -> String { index.map(String.init) ?? "-" }
        let names = [expected?.displayName, actual?.displayName].compactMap { $0 }
        let name = Set(names).count == 1 ? names[0] : names.joined(separator: ">")
        let words = parameters.map(\.brief).joined(separator: ", ")
        return "\(kind) \(name) \(place(expectedPosition))>\(place(actualPosition))"
            + (words.isEmpty ? "" : " [\(words)]")
    }
}

extension ParameterDifference {
    var brief: String {
        "\(path) \(change) \(expected.map(\.description) ?? "-")>\(actual.map(\.description) ?? "-")"
    }
}
