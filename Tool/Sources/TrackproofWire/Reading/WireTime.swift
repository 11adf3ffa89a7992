internal import Trackproof

/// A time from a request.
struct WireTime: Equatable {
    let time: EventTime
    /// Whether the time is exactly what was sent. A time has milliseconds, and a request may have more digits.
    let isExact: Bool

    /// Returns the time of an RFC 3339 text, or `nil` if the value is not such a text.
    static func text(_ value: EventValue) -> WireTime? {
        guard let text = value.string, let time = EventTime(text) else { return nil }
        return WireTime(time: time, isExact: isWholeMilliseconds(text))
    }

    /// Returns whether only zeros follow the three digits of the fraction that are read: `2026-11-21T09:30:00.125`.
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

    /// Returns the time of a number of milliseconds since 1970.
    ///
    /// - Returns: `nil` for text. Vendors that read JSON do not accept the text of a number.
    static func milliseconds(_ value: EventValue) -> WireTime? {
        value.string == nil ? TimeUnit.milliseconds.time(value) : nil
    }

    /// Returns the time of a number of seconds or milliseconds since 1970.
    ///
    /// - Returns: `nil` for text.
    static func secondsOrMilliseconds(_ value: EventValue) -> WireTime? {
        value.string == nil ? TimeUnit.secondsOrMilliseconds.time(value) : nil
    }
}
