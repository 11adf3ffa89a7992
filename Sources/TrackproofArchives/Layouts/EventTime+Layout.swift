internal import Trackproof

extension EventTime {
    /// Creates a time from a value, or returns `nil` if the value is not a time in the unit.
    init?(_ value: EventValue, _ unit: ArchiveLayout.TimeUnit) {
        let perMillisecond: Double
        switch unit {
        case .text:
            guard let text = value.string else { return nil }
            self.init(lenient: text)
            return
        case .seconds: perMillisecond = 0.001
        case .milliseconds: perMillisecond = 1
        case .microseconds: perMillisecond = 1_000
        }
        let count: Double
        switch value {
        case .integer(let integer): count = Double(integer)
        case .number(let number): count = number
        case .string(let text):
            guard let number = Double(text) else { return nil }
            count = number
        case .null, .bool, .array, .object: return nil
        }
        guard let milliseconds = Int64(exactly: (count / perMillisecond).rounded(.down)) else { return nil }
        self.init(millisecondsSince1970: milliseconds)
    }

    /// Creates a time from text that is similar to RFC 3339.
    ///
    /// Without an offset, or with the word `UTC` as BigQuery writes it, the time is in UTC. DuckDB and PostgreSQL write an
    /// offset of whole hours as `+02`. A date alone stands for its first moment in UTC.
    private init?(lenient text: String) {
        if let time = EventTime(text) {
            self = time
        } else if text.utf8.count == 10 {
            self.init(text + "T00:00:00Z")
        } else if text.dropLast(2).last.map({ "+-".contains($0) }) == true {
            self.init(text + ":00")
        } else {
            self.init((text.hasSuffix(" UTC") ? String(text.dropLast(4)) : text) + "Z")
        }
    }
}
