import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof

@testable import TrackproofSnapshots

extension SeededGenerator {
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}

/// Compares events, and returns each difference in one line, such as `changed tap 0>1 [a value 1>2]`.
func differences(
    _ expected: [Event], _ actual: [Event], _ settings: SnapshotSettings = SnapshotSettings()
) -> [String] {
    Comparison(of: Recording(actual), with: Snapshot(expected, settings: settings)).differences.map(\.brief)
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

// MARK: Random events

extension SeededGenerator {
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

    /// Returns a random value of any type.
    mutating func value(depth: Int = 0) -> EventValue {
        switch Int.random(in: 0..<(depth > 2 ? 6 : 8), using: &self) {
        case 0: return .null
        case 1: return .bool(chance(50))
        case 2: return .integer(Int64(truncatingIfNeeded: next()))
        case 3: return .number(Double.random(in: -1e6...1e6, using: &self))
        case 4: return .integer(Int64.random(in: -2...2, using: &self))
        case 5: return .string(pick(["", "a", "ä\u{301}", "日本", "\"quoted\"\n", "<uuid>", "🎬", "NaN"]))
        case 6: return .array((0..<Int.random(in: 0...3, using: &self)).map { _ in value(depth: depth + 1) })
        default: return .object(parameters(depth: depth + 1))
        }
    }

    mutating func parameters(depth: Int = 0) -> EventParameters {
        EventParameters(
            (0..<Int.random(in: 0...4, using: &self)).map { _ in
                EventParameter(pick(["id", "name", "a.b", "items", "*", "é", "x\\y"]), value(depth: depth))
            })
    }
}

/// Returns the events of a recording with these lines.
func events(_ lines: String...) throws -> [Event] {
    try Recording(Array(lines.joined(separator: "\n").utf8)).events.map(\.event)
}
