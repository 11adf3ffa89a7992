/// A decimal number with up to 64 bits of significant digits. Comparisons and divisions do not round the number.
///
/// A `Double` is rounded. In a `Double`, 19.99 is not a multiple of 0.01, and 2^63 equals 2^63 − 1. Many decimal
/// numbers have the same nearest `Double`. When an `ExactDecimal` is created from a `Double`, it is the shortest of
/// these numbers, because this is usually the number in the app's code or in the file. A large whole number can also be
/// written with all its digits, so a comparison also accepts ``init(whole:)``.
public struct ExactDecimal: Sendable, Hashable {
    /// Whether the number is less than 0.
    public let isNegative: Bool
    /// The significant digits, without zeros at the end. Only the number 0 has the significand 0.
    public let significand: UInt64
    /// The power of ten to multiply the significand by.
    public let exponent: Int

    fileprivate init(isNegative: Bool, significand: UInt64, exponent: Int) {
        var significand = significand
        var exponent = exponent
        while significand != 0, significand.isMultiple(of: 10) {
            significand /= 10
            exponent += 1
        }
        self.isNegative = isNegative && significand != 0
        self.significand = significand
        self.exponent = significand == 0 ? 0 : exponent
    }

    /// Creates a number from an integer.
    public init(_ integer: Int64) {
        self.init(isNegative: integer < 0, significand: integer.magnitude, exponent: 0)
    }

    /// Creates the shortest decimal number whose nearest `Double` is `number`, or returns `nil` if it is not finite.
    init?(_ number: Double) {
        guard number.isFinite else { return nil }
        if let integer = Int64(exactly: number), integer.magnitude < 1 << 53 {
            self.init(integer)
        } else {
            self.init(number.description)
        }
    }

    /// Creates the whole number that a `Double` has without rounding, or returns `nil` if it is not a whole number or has
    /// more than 64 bits.
    init?(whole number: Double) {
        guard let magnitude = UInt64(exactly: number.magnitude) else { return nil }
        self.init(isNegative: number < 0, significand: magnitude, exponent: 0)
    }

    /// Returns whether one of the decimal numbers for which `number` can stand has a property.
    static func isAny(of number: Double, _ hasProperty: (ExactDecimal) -> Bool) -> Bool {
        if let shortest = ExactDecimal(number), hasProperty(shortest) { return true }
        return ExactDecimal(whole: number).map(hasProperty) ?? false
    }

    /// Parses a number as JSON writes it. Returns `nil` if the text is not such a number or has too many digits.
    init?(_ text: String) {
        guard case .number(let number) = Spelling(text) else { return nil }
        self = number
    }

    /// What a text says as a number of JSON.
    enum Spelling {
        case number(ExactDecimal)
        /// A number with more significant digits than an ``ExactDecimal`` has.
        case tooManyDigits
        /// A number that is beyond the range of a double, as its exponent already shows.
        case outOfRange
        case notNumber

        init(_ text: String) {
            var text = text
            self = text.withUTF8 { bytes in
                var scanner = ByteScanner(bytes)
                return scanner.number()
            }
        }
    }
}

extension ByteScanner {
    fileprivate mutating func number() -> ExactDecimal.Spelling {
        let isNegative = take(0x2D)
        let start = position
        if !take(0x30), skip(while: \.isDigit) == 0 { return .notNumber }
        let point = position
        if take(0x2E), skip(while: \.isDigit) == 0 { return .notNumber }
        let digits = start..<position
        var power: Int? = 0
        if take(anyOf: "Ee") {
            let isSmall = take(0x2D)
            if !isSmall { _ = take(0x2B) }
            let first = position
            let length = skip(while: \.isDigit)
            if length == 0 { return .notNumber }
            // An `Int` contains each number of at most 18 digits.
            position = first
            power = length > 18 ? nil : number(digits: length).map { isSmall ? -$0 : $0 }
            position = first + length
        }
        guard isAtEnd else { return .notNumber }
        // Zeros at the end belong to the exponent.
        let last = digits.last { self[$0] != 0x30 && self[$0] != 0x2E } ?? start
        var significand: UInt64 = 0
        for place in start...last where place != point {
            let (product, overflows) = significand.multipliedReportingOverflow(by: 10)
            let (sum, overflowsToo) = product.addingReportingOverflow(UInt64((self[place] ?? 0x30) - 0x30))
            if overflows || overflowsToo { return .tooManyDigits }
            significand = sum
        }
        guard let power, power.magnitude <= 9_999, point - last <= 9_999 else { return .outOfRange }
        return .number(
            ExactDecimal(
                isNegative: isNegative, significand: significand,
                exponent: power + (last < point ? point - 1 - last : point - last)))
    }
}

extension ExactDecimal: Comparable {
    /// Returns whether `left` is less than `right`.
    public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        let order = left.compareMagnitude(with: right)
        return left.isNegative ? order > 0 : order < 0
    }

    /// Compares the absolute values. Returns a negative number if this value is less, 0 if it is equal, else a positive
    /// one.
    private func compareMagnitude(with other: ExactDecimal) -> Int {
        if significand == 0 || other.significand == 0 {
            return significand == other.significand ? 0 : (significand == 0 ? -1 : 1)
        }
        // If the numbers have a different number of digits before the decimal point, the comparison is already decided.
        let (digits, otherDigits) = (String(significand), String(other.significand))
        let (place, otherPlace) = (exponent + digits.utf8.count, other.exponent + otherDigits.utf8.count)
        if place != otherPlace { return place < otherPlace ? -1 : 1 }
        return digits == otherDigits ? 0 : (digits < otherDigits ? -1 : 1)
    }

    /// Returns whether this number is the product of an integer and `divisor`. The divisor must not be 0.
    public func isMultiple(of divisor: ExactDecimal) -> Bool {
        if significand == 0 { return true }
        let power = exponent - divisor.exponent
        // The significand is not a multiple of 10. So a number with a smaller power of ten than the divisor cannot be a
        // multiple of the divisor.
        if power < 0 { return false }
        var remainder = significand % divisor.significand
        var factor = 10 % divisor.significand
        var rest = power
        while rest > 0 {
            if rest & 1 == 1 {
                remainder = divisor.significand.dividingFullWidth(remainder.multipliedFullWidth(by: factor)).remainder
            }
            factor = divisor.significand.dividingFullWidth(factor.multipliedFullWidth(by: factor)).remainder
            rest >>= 1
        }
        return remainder == 0
    }

    /// Whether the number has no fraction.
    public var isInteger: Bool { exponent >= 0 }

    /// Whether the nearest `Double` is finite, and is 0 only for the number 0.
    var isInRangeOfDouble: Bool {
        // All significands fit into a double with such an exponent.
        if (-280...280).contains(exponent) { return true }
        return double.isFinite && double != 0
    }

    /// The nearest `Double`.
    var double: Double { Double("\(isNegative ? "-" : "")\(significand)e\(exponent)") ?? .nan }
}
