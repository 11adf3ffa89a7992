import Trackproof
import TrackproofVendors

extension EventTime {
    /// Creates a time from a record's value. Returns `nil` if the value is neither a time in `unit` nor a text with a
    /// time.
    init?(_ value: EventValue, _ unit: TimeUnit?) {
        if let time = unit?.time(value)?.time {
            self = time
            return
        }
        guard var text = value.string, let time = text.withUTF8({ EventTime(lenient: $0) }) else { return nil }
        self = time
    }

    /// Creates a time from a text that is similar to RFC 3339, or returns `nil` if the text has another format.
    ///
    /// A time without an offset is in UTC. BigQuery writes ` UTC` at its end. DuckDB and PostgreSQL write an offset of
    /// full hours as `+02`, and Snowflake writes it as ` +0200`. A date without a time is the first moment of this day in
    /// UTC.
    init?(lenient text: UnsafeBufferPointer<UInt8>) {
        if let time = EventTime(utf8: text) {
            self = time
            return
        }
        guard (10...40).contains(text.count) else { return nil }
        var clock = text[...]
        var (hours, end, minutes): (Slice<UnsafeBufferPointer<UInt8>>, StaticString, _) = (text[..<0], "Z", text[..<0])
        if text.count == 10 {
            end = "T00:00:00Z"
        } else if text.suffix(4).elementsEqual(" UTC".utf8) {
            clock = text.dropLast(4)
        } else if text.suffix(2).elementsEqual(" Z".utf8) {
            clock = text.dropLast(2)
        } else if let sign = text[11...].lastIndex(where: { $0 == 0x2B || $0 == 0x2D }) {
            clock = text[..<sign]
            if clock.last == 0x20 { clock = clock.dropLast() }
            // The colon between hours and minutes, and the minutes, can be absent.
            let zone = text[sign...]
            (hours, minutes) = zone.count == 5 ? (zone.prefix(3), zone.suffix(2)) : (zone, text[..<0])
            end = zone.count == 5 ? ":" : zone.count == 3 ? ":00" : ""
        }
        let time = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 50) { whole in
            var count = whole.initialize(fromContentsOf: clock)
            count = whole[count...].initialize(fromContentsOf: hours)
            count = whole[count...].initialize(
                fromContentsOf: UnsafeBufferPointer(start: end.utf8Start, count: end.utf8CodeUnitCount))
            count = whole[count...].initialize(fromContentsOf: minutes)
            return EventTime(utf8: UnsafeBufferPointer(rebasing: whole[..<count]))
        }
        guard let time else { return nil }
        self = time
    }
}
