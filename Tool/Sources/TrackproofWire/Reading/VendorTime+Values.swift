import Trackproof
import TrackproofVendors

extension VendorTime {
    /// Returns the time of an RFC 3339 text, or `nil` if the value is not such a text.
    static func text(_ value: EventValue) -> VendorTime? {
        guard let text = value.string, let time = EventTime(text) else { return nil }
        return VendorTime(time: time, isExact: isWholeMilliseconds(text))
    }

    /// Returns whether only zeros follow the three digits after the decimal point that ``EventTime`` reads.
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

    /// Converts a number of milliseconds since 1970 to a time.
    ///
    /// - Returns: The time, or `nil` if the value is a string or not a time. Vendors that expect JSON do not accept
    ///   numbers in strings.
    static func milliseconds(_ value: EventValue) -> VendorTime? {
        value.string == nil ? TimeUnit.milliseconds.time(value) : nil
    }

    /// Converts a number of seconds or milliseconds since 1970 to a time.
    ///
    /// - Returns: The time, or `nil` if the value is a string or not a time.
    static func secondsOrMilliseconds(_ value: EventValue) -> VendorTime? {
        value.string == nil ? TimeUnit.secondsOrMilliseconds.time(value) : nil
    }
}
