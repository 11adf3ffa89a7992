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

    private init(isNegative: Bool, significand: UInt64, exponent: Int) {
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
        var digits = text.utf8[...]
        let isNegative = digits.first == 0x2D
        if isNegative { digits.removeFirst() }
        var significand: UInt64 = 0
        var exponent = 0
        /// The number of zeros since the last digit that is not 0. `add` puts these zeros into the significand when a
        /// further digit that is not 0 follows.
        var zeros = 0
        var count = 0
        func add(_ digit: UInt8) -> Bool {
            count += 1
            if digit == 0x30 {
                if significand != 0 { zeros += 1 }
                return true
            }
            for place in 0...zeros {
                let (product, overflows) = significand.multipliedReportingOverflow(by: 10)
                let (sum, overflowsToo) = product.addingReportingOverflow(place == zeros ? UInt64(digit - 0x30) : 0)
                if overflows || overflowsToo { return false }
                significand = sum
            }
            zeros = 0
            return true
        }
        while let digit = digits.first, (0x30...0x39).contains(digit) {
            guard add(digit) else { return nil }
            digits.removeFirst()
        }
        guard count == 1 || count > 1 && text.utf8.first(where: { $0 != 0x2D }) != 0x30 else { return nil }
        exponent = zeros
        if digits.first == 0x2E {
            // A digit other than 0 after the point moves the zeros before the point into the significand.
            exponent = 0
            digits.removeFirst()
            let whole = count
            while let digit = digits.first, (0x30...0x39).contains(digit) {
                guard add(digit) else { return nil }
                digits.removeFirst()
            }
            guard count > whole else { return nil }
            exponent = zeros - (count - whole)
        }
        if let byte = digits.first, byte | 0x20 == 0x65 {
            digits.removeFirst()
            if digits.first == 0x2B {
                digits.removeFirst()
                // Without this check, `Int` would accept a second sign, as in `1e+-5`.
                guard let digit = digits.first, (0x30...0x39).contains(digit) else { return nil }
            }
            guard let power = Int(Substring(digits)), power.magnitude <= 9_999 else { return nil }
            exponent += power
            digits = digits[digits.endIndex...]
        }
        guard digits.isEmpty, zeros <= 9_999 else { return nil }
        self.init(isNegative: isNegative, significand: significand, exponent: exponent)
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
        let (place, otherPlace) = (exponent + significand.digitCount, other.exponent + other.significand.digitCount)
        if place != otherPlace { return place < otherPlace ? -1 : 1 }
        let (one, two) =
            exponent >= other.exponent
            ? (significand.scaled(by: exponent - other.exponent), (high: 0, low: other.significand))
            : ((high: 0, low: significand), other.significand.scaled(by: other.exponent - exponent))
        if one.high != two.high { return one.high < two.high ? -1 : 1 }
        if one.low != two.low { return one.low < two.low ? -1 : 1 }
        return 0
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

extension UInt64 {
    fileprivate var digitCount: Int {
        var count = 0
        var rest = self
        while rest > 0 {
            count += 1
            rest /= 10
        }
        return count
    }

    /// Returns the product of this number and a power of ten. The product must have at most 20 digits.
    fileprivate func scaled(by power: Int) -> (high: UInt64, low: UInt64) {
        var product: (high: UInt64, low: UInt64) = (0, self)
        for _ in 0..<power {
            let low = product.low.multipliedFullWidth(by: 10)
            product = (product.high * 10 + low.high, low.low)
        }
        return product
    }
}
