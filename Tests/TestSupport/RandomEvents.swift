package import Trackproof

extension SeededGenerator {
    private static let pieces = [
        "a", "name", "\"", "\\", "\u{0}", "\u{1F}", "\n", "\r", "\t", "/", "é", "e\u{301}", "ß", "中", "😀", "👩‍👩‍👧",
        "\u{7F}",
        "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}", "\u{FEFF}",
        "\u{2028}", "movie_id", "12345678", " ",
    ]

    package mutating func text(upTo count: Int = 12) -> String {
        (0..<Int.random(in: 0...count, using: &self)).map { _ in
            Self.pieces.randomElement(using: &self) ?? ""
        }.joined()
    }

    package mutating func double() -> Double {
        switch next() % 4 {
        case 0: Double(Int64.random(in: -1_000...1_000, using: &self)) / 100
        case 1: Double(Int64.random(in: .min ... .max, using: &self))
        default: Double(bitPattern: next())
        }
    }

    package mutating func integer() -> Int64 {
        Int64(bitPattern: next()) >> Int64.random(in: 0...63, using: &self)
    }

    package mutating func value(depth: Int = 0) -> EventValue {
        switch next() % (depth < 4 ? 8 : 5) {
        case 0: .null
        case 1: .bool(.random(using: &self))
        case 2: .integer(integer())
        case 3: .number(double())
        case 4, 5: .string(text())
        case 6: .array((0..<Int(next() % 4)).map { _ in value(depth: depth + 1) })
        default: .object(parameters(depth: depth + 1))
        }
    }

    package mutating func parameters(depth: Int = 0) -> EventParameters {
        EventParameters((0..<Int(next() % 9)).map { _ in EventParameter(text(upTo: 4), value(depth: depth)) })
    }

    private mutating func sometimes<Value>(_ make: (inout Self) -> Value) -> Value? {
        next() % 3 == 0 ? make(&self) : nil
    }

    package mutating func event() -> RecordedEvent {
        let kind = EventKind.allCases.randomElement(using: &self) ?? .track
        var event = Event(kind.isIdentity && next() % 2 == 0 ? "" : text(), parameters(), kind: kind)
        event.user = sometimes { $0.text() }
        event.encodingError = sometimes { $0.text() }
        return RecordedEvent(
            event, source: next() % 2 == 0 ? .app : EventSource(rawValue: text()), sequence: sometimes { $0.integer() },
            time: EventTime(millisecondsSince1970: integer() >> 16), id: sometimes { $0.text() },
            anonymous: sometimes { $0.text() }, context: sometimes { $0.parameters() },
            unknown: sometimes { $0.parameters() }.map { unknown in
                EventParameters(unknown.filter { $0.name != "name" })
            } ?? EventParameters())
    }
}
