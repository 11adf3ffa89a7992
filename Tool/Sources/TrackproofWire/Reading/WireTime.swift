internal import Trackproof

/// A time as a request has it.
struct WireTime: Equatable {
    let time: EventTime
    /// Whether that is all that was sent: a time is to the millisecond.
    let isExact: Bool

    /// RFC 3339.
    static func text(_ value: EventValue) -> WireTime? {
        guard let text = value.string, let time = EventTime(text) else { return nil }
        let fraction = text.utf8.drop { $0 != UInt8(ascii: ".") }.dropFirst()
        let beyond = fraction.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.dropFirst(3)
        return WireTime(time: time, isExact: beyond.allSatisfy { $0 == UInt8(ascii: "0") })
    }

    /// Milliseconds since 1970.
    static func milliseconds(_ value: EventValue) -> WireTime? {
        switch value {
        case .integer(let number):
            EventTime(millisecondsSince1970: number).map { WireTime(time: $0, isExact: true) }
        case .number(let number): rounded(number) { $0 == number }
        default: nil
        }
    }

    /// Seconds or milliseconds since 1970: ten digits are seconds, thirteen milliseconds.
    static func secondsOrMilliseconds(_ value: EventValue) -> WireTime? {
        let end = 100_000_000_000
        return switch value {
        case .integer(let number) where number.magnitude < end: milliseconds(.integer(number * 1_000))
        case .number(let number) where abs(number) < Double(end): rounded(number * 1_000) { $0 / 1_000 == number }
        default: milliseconds(value)
        }
    }

    private static func rounded(_ number: Double, _ isExact: (Double) -> Bool) -> WireTime? {
        let whole = number.rounded()
        guard let count = Int64(exactly: whole), let time = EventTime(millisecondsSince1970: count) else { return nil }
        return WireTime(time: time, isExact: isExact(whole))
    }
}
