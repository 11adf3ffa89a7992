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
    /// full hours as `+02`. A date without a time is the first moment of this day in UTC.
    init?(lenient text: UnsafeBufferPointer<UInt8>) {
        if let time = EventTime(utf8: text) {
            self = time
            return
        }
        guard (10...40).contains(text.count) else { return nil }
        let end: StaticString
        var count = text.count
        if count == 10 {
            end = "T00:00:00Z"
        } else if text[count - 3] == 0x2B || text[count - 3] == 0x2D {
            end = ":00"
        } else {
            if text.suffix(4).elementsEqual(" UTC".utf8) { count -= 4 }
            end = "Z"
        }
        let time = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 50) { whole in
            let kept = whole.initialize(fromContentsOf: text[..<count])
            let all = whole[kept...].initialize(
                fromContentsOf: UnsafeBufferPointer(start: end.utf8Start, count: end.utf8CodeUnitCount))
            return EventTime(utf8: UnsafeBufferPointer(rebasing: whole[..<all]))
        }
        guard let time else { return nil }
        self = time
    }
}
