internal import Trackproof

/// A time as a request has it.
struct WireTime: Equatable {
    let time: EventTime
    /// Whether that is all that was sent: a time is to the millisecond.
    let isExact: Bool

    /// RFC 3339.
    static func text(_ value: EventValue) -> WireTime? {
        guard let text = value.string, let time = EventTime(text) else { return nil }
        return WireTime(time: time, isExact: isWholeMilliseconds(text))
    }

    /// Whether no digit but zeros follows the three that are read: `2026-11-21T09:30:00.125`.
    private static func isWholeMilliseconds(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var place = 23
            while place < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place]) {
                if bytes[place] != UInt8(ascii: "0"), bytes[19] == UInt8(ascii: ".") { return false }
                place += 1
            }
            return true
        }
    }

    /// Milliseconds since 1970, as a number: to vendors that read JSON, the text of one is none.
    static func milliseconds(_ value: EventValue) -> WireTime? {
        value.string == nil ? TimeUnit.milliseconds.time(value) : nil
    }

    /// Seconds or milliseconds since 1970, as a number.
    static func secondsOrMilliseconds(_ value: EventValue) -> WireTime? {
        value.string == nil ? TimeUnit.secondsOrMilliseconds.time(value) : nil
    }
}
