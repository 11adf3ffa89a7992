import Trackproof

/// A scanner of UTF-8 text. If one of its methods recognizes a text, the method moves `position` to the end of the
/// text.
struct ByteScanner {
    /// The text. Only `subscript` reads it, so that no method reads beyond the text.
    private let text: UnsafeBufferPointer<UInt8>
    var position = 0
    /// The position at which the scanner stops.
    let end: Int

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        end = text.count
    }

    private init(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.text = text
        position = range.lowerBound
        end = min(range.upperBound, text.count)
    }

    /// Returns a scanner of a part of the text.
    func part(_ range: Range<Int>) -> ByteScanner { ByteScanner(text, range) }

    /// Returns the byte at a position, or `nil` outside of the text.
    subscript(place: Int) -> UInt8? {
        // As an unsigned number, a negative position is greater than `end`.
        UInt(bitPattern: place) < UInt(bitPattern: end) ? text[place] : nil
    }

    var isAtEnd: Bool { position >= end }

    var next: UInt8? { self[position] }

    /// Returns the first position of a byte in a part of the text, or `nil` if the part does not contain the byte.
    func firstPlace(of byte: UInt8, in range: Range<Int>) -> Int? { range.first { self[$0] == byte } }

    /// Returns the last position of a byte in a part of the text, or `nil` if the part does not contain the byte.
    func lastPlace(of byte: UInt8, in range: Range<Int>) -> Int? { range.last { self[$0] == byte } }

    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    mutating func take(anyOf bytes: StaticString) -> Bool {
        guard let next else { return false }
        for index in 0..<bytes.utf8CodeUnitCount where bytes.utf8Start[index] == next {
            position += 1
            return true
        }
        return false
    }

    /// Skips bytes until `fits` returns `false`, and returns the number of skipped bytes.
    mutating func skip(while fits: (UInt8) -> Bool) -> Int {
        let start = position
        while let byte = next, fits(byte) { position += 1 }
        return position - start
    }

    /// Skips exactly `count` digits and returns the number that they form, or `nil` if fewer digits come next.
    mutating func number(digits count: Int) -> Int? {
        var number = 0
        for index in position..<(position + count) {
            guard let digit = self[index], digit.isDigit else { return nil }
            number = number * 10 + Int(digit - 0x30)
        }
        position += count
        return number
    }
}

extension UInt8 {
    var isDigit: Bool { (0x30...0x39).contains(self) }
    var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    var isHexDigit: Bool { isDigit || (0x61...0x66).contains(self | 0x20) }
}

extension ByteScanner {
    mutating func date() -> Bool {
        guard let year = number(digits: 4), take(0x2D), let month = number(digits: 2), take(0x2D),
            let day = number(digits: 2)
        else { return false }
        return (1...12).contains(month) && day >= 1
            && day <= CivilDate.days(inMonth: Int64(month), of: Int64(year))
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
