import Trackproof

/// SplitMix64 (Steele, Lea, Flood, 2014): the same numbers in every run, so that a failure can be seen again.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: Int) { state = UInt64(bitPattern: Int64(seed)) }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

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
