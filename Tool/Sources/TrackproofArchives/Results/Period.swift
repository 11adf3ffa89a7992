import Trackproof

/// A day, month or year in UTC.
package struct Period: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The length of a period.
    package enum Resolution: String, Sendable, Coarseness {
        case day, month, year
    }

    /// The date as the number YYYYMMDD. In a month, DD is 00. In a year, MM and DD are 00.
    let number: Int32

    /// Creates a period from a date as the number YYYYMMDD.
    init(_ number: Int32) { self.number = number }

    /// Creates the day that contains `time`.
    init(dayOf time: EventTime) {
        // The text of a time begins with its date, such as `2026-11-21`.
        let digits = time.description.utf8.prefix(10).filter { $0 != UInt8(ascii: "-") }
        self.init(digits.reduce(0) { $0 * 10 + Int32($1 - UInt8(ascii: "0")) })
    }

    /// Parses `2026-11-21`, `2026-11` or `2026`. Returns `nil` if the text has another format.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), parts[0].count == 4, let year = Int32(parts[0]), year >= 0 else {
            return nil
        }
        var number = year * 10_000
        let units: [(factor: Int32, limit: Int32)] = [(100, 12), (1, 31)]
        for (part, unit) in zip(parts.dropFirst(), units) {
            guard part.count == 2, let value = Int32(part), 1...unit.limit ~= value else { return nil }
            number += value * unit.factor
        }
        self.init(number)
    }

    /// Returns the month or year that contains this period.
    ///
    /// If this period is as long as `resolution` or longer, the method returns the period itself.
    package func coarsened(to resolution: Resolution) -> Period {
        switch resolution {
        case .day: self
        case .month: Period(number / 100 * 100)
        case .year: Period(number / 10_000 * 10_000)
        }
    }

    /// The period as text: `2026-11-21`, `2026-11` or `2026`.
    package var description: String {
        func digits(_ value: Int32, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        var text = digits(number / 10_000, 4)
        if number / 100 % 100 > 0 { text += "-" + digits(number / 100 % 100, 2) }
        if number % 100 > 0 { text += "-" + digits(number % 100, 2) }
        return text
    }

    /// Returns whether `left` begins earlier than `right`. If both begin at the same time, the longer period is first.
    package static func < (left: Period, right: Period) -> Bool { left.number < right.number }
}

/// A function from times to days. Most events have the same day as the event before them.
struct Days {
    private var last = Period(0)
    /// The times of the last day, in milliseconds since 1970.
    private var milliseconds: Range<Int64> = 0..<0

    /// Returns the day that contains `time`.
    mutating func day(of time: EventTime) -> Period {
        if milliseconds.contains(time.millisecondsSince1970) { return last }
        let length: Int64 = 86_400_000
        let inDay = (time.millisecondsSince1970 % length + length) % length
        let start = time.millisecondsSince1970 - inDay
        (last, milliseconds) = (Period(dayOf: time), start..<(start + length))
        return last
    }
}
