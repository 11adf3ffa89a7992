import TestSupport
import Trackproof

extension SeededGenerator {
    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// Few different ones, so that equal events and equal names come about.
    mutating func smallEvents(upTo count: Int) -> [Event] {
        (0..<number(0...count)).map { _ in
            Event(
                ["tap", "tapped", "view"][number(0...2)], ["a": number(0...2)],
                kind: number(0...9) == 0 ? .screen : .track)
        }
    }

    /// Events of which no two are alike, in name or parameters.
    mutating func distinctEvents(_ count: Int) -> [Event] {
        let words = [
            "purchase", "login", "menu_shown", "heartbeat", "crash", "video", "zoomed", "basket", "filter", "quit",
        ]
        return words.shuffled(using: &self).prefix(count).enumerated().map { index, word in
            Event(word, ["id": index, "text": word, "more": "\(index)-\(word)"])
        }
    }
}
