extension ByteScanner {
    mutating func date() -> Bool {
        guard let year = number(digits: 4), take(0x2D), let month = number(digits: 2), take(0x2D),
            let day = number(digits: 2)
        else { return false }
        return (1...12).contains(month) && day >= 1 && day <= Self.days(in: month, of: year)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    mutating func time() -> Bool {
        guard let hour = number(digits: 2), hour < 24, take(0x3A), let minute = number(digits: 2), minute < 60,
            take(0x3A), let second = number(digits: 2), second <= 60
        else { return false }
        if take(0x2E), skip(while: \.isDigit) == 0 { return false }
        var minutes = hour * 60 + minute
        if !take(anyOf: "Zz") {
            let isEast = next == 0x2B
            guard take(anyOf: "+-"), let hours = number(digits: 2), hours < 24, take(0x3A),
                let rest = number(digits: 2), rest < 60
            else { return false }
            minutes += (isEast ? -1 : 1) * (hours * 60 + rest)
        }
        // `minutes` is the minute of the day in UTC. A leap second can only be in the last minute of a day.
        return second < 60 || (minutes + 2 * 1_440) % 1_440 == 1_439
    }

    /// Skips a duration, such as `P3DT12H`.
    ///
    /// A duration must not leave out a unit between two units. So `PT1H5S` is invalid, because it has no minutes.
    mutating func duration() -> Bool {
        guard take(0x50) else { return false }
        if let weeks = units("W"), weeks > 0 { return true }
        guard let days = units("YMD") else { return false }
        guard take(0x54) else { return days > 0 }
        guard let times = units("HMS") else { return false }
        return times > 0
    }

    /// Skips numbers that each have a unit after them. The units must be neighbors in `letters`.
    ///
    /// - Returns: The number of units, or `nil` if a unit is missing, unknown or in the wrong position. If this happens
    ///   at the first number, returns 0 and skips nothing.
    private mutating func units(_ letters: StaticString) -> Int? {
        let start = position
        var count = 0
        var unit = -1
        while true {
            let number = position
            guard skip(while: \.isDigit) > 0 else { return count }
            guard let next,
                let found = (0..<letters.utf8CodeUnitCount).first(where: { letters.utf8Start[$0] == next }),
                unit == -1 || found == unit + 1
            else {
                // For example, `P1D` has no unit of weeks. The caller then tries other letters from the same position.
                position = count == 0 ? start : number
                return count == 0 ? 0 : nil
            }
            position += 1
            unit = found
            count += 1
        }
    }
}
