import TrackproofPlatform

/// A moment with a precision of one millisecond. Its text is RFC 3339 in UTC: `2026-11-21T09:30:00.000Z`.
public struct EventTime: Sendable, Hashable, Comparable {
    /// The number of milliseconds since 1970-01-01T00:00:00Z.
    public let millisecondsSince1970: Int64

    /// Creates a moment from its number of milliseconds since 1970-01-01T00:00:00Z.
    ///
    /// Returns `nil` outside the years 0 to 9999, because RFC 3339 cannot express other years.
    public init?(millisecondsSince1970: Int64) {
        guard (-62_167_219_200_000..<253_402_300_800_000).contains(millisecondsSince1970) else { return nil }
        self.millisecondsSince1970 = millisecondsSince1970
    }

    private init(unchecked milliseconds: Int64) {
        millisecondsSince1970 = milliseconds
    }

    /// The current moment.
    public static var now: EventTime { EventTime(unchecked: Platform.wallMilliseconds()) }

    /// The current moment, with an error of a few milliseconds. Uses a faster clock than ``now`` if the system has one.
    package static var coarseNow: EventTime { EventTime(unchecked: Platform.coarseWallMilliseconds()) }

    /// Returns whether `left` is earlier than `right`.
    public static func < (left: EventTime, right: EventTime) -> Bool {
        left.millisecondsSince1970 < right.millisecondsSince1970
    }
}

extension EventTime: CustomStringConvertible {
    /// The moment as RFC 3339 text, such as `2026-11-21T09:30:00.000Z`.
    public var description: String {
        String(unsafeUninitializedCapacity: 24) { write(to: $0) }
    }

    /// Writes the moment's text to `buffer`, and returns 24, the length of the text in bytes.
    package func write(to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let (days, inDay) = millisecondsSince1970.flooredDivision(by: 86_400_000)
        let date = CivilDate(daysSince1970: days)
        func put(_ value: Int64, _ digits: Int, at place: Int) {
            var value = value
            for index in stride(from: place + digits - 1, through: place, by: -1) {
                buffer[index] = UInt8(48 + value % 10)
                value /= 10
            }
        }
        put(date.year, 4, at: 0)
        put(date.month, 2, at: 5)
        put(date.day, 2, at: 8)
        put(inDay / 3_600_000, 2, at: 11)
        put(inDay / 60_000 % 60, 2, at: 14)
        put(inDay / 1_000 % 60, 2, at: 17)
        put(inDay % 1_000, 3, at: 20)
        (buffer[4], buffer[7], buffer[10], buffer[13]) = (0x2D, 0x2D, 0x54, 0x3A)
        (buffer[16], buffer[19], buffer[23]) = (0x3A, 0x2E, 0x5A)
        return 24
    }
}

extension EventTime {
    /// Creates a moment from RFC 3339 text, or returns `nil` if the text is not valid.
    ///
    /// The text consists of a date, a `T` or a space, a time with an optional fraction, and `Z` or an offset. The
    /// initializer ignores the digits after the third digit of the fraction.
    public init?(_ text: String) {
        var text = text
        guard let time = text.withUTF8({ EventTime(utf8: $0) }) else { return nil }
        self = time
    }

    /// Creates a moment from RFC 3339 text in UTF-8, or returns `nil` if the text is not valid.
    public init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        func number(at place: Int, digits: Int) -> Int64? {
            guard place + digits <= bytes.count else { return nil }
            var value: Int64 = 0
            for index in place..<(place + digits) {
                guard (48...57).contains(bytes[index]) else { return nil }
                value = value * 10 + Int64(bytes[index] - 48)
            }
            return value
        }
        guard bytes.count >= 20, let year = number(at: 0, digits: 4), let month = number(at: 5, digits: 2),
            let day = number(at: 8, digits: 2), let hour = number(at: 11, digits: 2),
            let minute = number(at: 14, digits: 2), let second = number(at: 17, digits: 2),
            bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] | 0x20 == 0x74 || bytes[10] == 0x20,
            bytes[13] == 0x3A, bytes[16] == 0x3A,
            (1...12).contains(month), day >= 1, day <= CivilDate.days(inMonth: month, of: year),
            hour < 24, minute < 60, second <= 60
        else { return nil }

        var place = 19
        var milliseconds: Int64 = 0
        if bytes[place] == 0x2E {
            let first = place + 1
            place = first
            while place < bytes.count, (48...57).contains(bytes[place]) {
                let scale: Int64 = place == first ? 100 : place == first + 1 ? 10 : place == first + 2 ? 1 : 0
                milliseconds += Int64(bytes[place] - 48) * scale
                place += 1
            }
            guard place > first else { return nil }
        }

        guard place < bytes.count else { return nil }
        var offset: Int64 = 0
        if bytes[place] | 0x20 == 0x7A {
            guard place + 1 == bytes.count else { return nil }
        } else {
            guard bytes[place] == 0x2B || bytes[place] == 0x2D, place + 6 == bytes.count, bytes[place + 3] == 0x3A,
                let hours = number(at: place + 1, digits: 2), let minutes = number(at: place + 4, digits: 2),
                hours < 24, minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (bytes[place] == 0x2D ? -1 : 1)
        }
        let seconds =
            CivilDate(year: year, month: month, day: day).daysSince1970 * 86_400
            + hour * 3_600 + minute * 60 + second - offset * 60
        self.init(millisecondsSince1970: seconds * 1_000 + milliseconds)
    }
}

/// A date of the proleptic Gregorian calendar.
///
/// The algorithms are days_from_civil and civil_from_days of Howard Hinnant's "chrono-Compatible Low-Level Date
/// Algorithms".
package struct CivilDate {
    var year: Int64
    var month: Int64
    var day: Int64

    init(year: Int64, month: Int64, day: Int64) {
        (self.year, self.month, self.day) = (year, month, day)
    }

    init(daysSince1970 days: Int64) {
        // Days and years are counted from 0000-03-01, so that a leap day is the last day of its year.
        let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var daysSince1970: Int64 {
        let (era, yearOfEra) = (month <= 2 ? year - 1 : year).flooredDivision(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Returns the number of days in a month.
    package static func days(inMonth month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}

extension Int64 {
    fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
