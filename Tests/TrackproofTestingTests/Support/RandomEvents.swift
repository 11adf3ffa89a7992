import _TrackproofTestSupport
import Trackproof

extension SeededGenerator {
    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// Returns events with few different names and values, so some events and names are equal.
    mutating func smallEvents(upTo count: Int) -> [Event] {
        (0..<number(0...count)).map { _ in
            Event(
                ["tap", "tapped", "view"][number(0...2)], ["a": number(0...2)],
                kind: number(0...9) == 0 ? .screen : .track)
        }
    }
}
