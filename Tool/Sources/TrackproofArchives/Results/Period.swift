import Trackproof

/// A day, month or year in UTC.
package struct Period: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The length of a period. `Comparable` orders the lengths from `day` to `year`.
    package enum Resolution: Int, Sendable, Hashable, Comparable, CaseIterable {
        case day, month, year

        /// Returns whether `left` is shorter than `right`.
        package static func < (left: Resolution, right: Resolution) -> Bool { left.rawValue < right.rawValue }
    }

    /// The date as the number YYYYMMDD. In a month, DD is 00. In a year, MM and DD are 00.
    private let number: Int32

    private init(_ number: Int32) { self.number = number }

    /// Creates the day that contains `time`.
    init(dayOf time: EventTime) {
        var days = time.millisecondsSince1970 / 86_400_000
        if time.millisecondsSince1970 % 86_400_000 < 0 { days -= 1 }
        self.init(Self.date(of: days))
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

    /// Returns the date of a day as the number YYYYMMDD.
    ///
    /// Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
    private static func date(of daysSince1970: Int64) -> Int32 {
        let days = daysSince1970 + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return Int32(year * 10_000 + month * 100 + day)
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
