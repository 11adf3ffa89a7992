import Trackproof

/// The lower and upper bounds of a number, and the divisors from `multipleOf`.
public final class NumberBounds: Sendable {
    /// A bound, stored as a decimal, a double and an integer so that comparisons are fast.
    public struct Bound: Sendable, Hashable {
        /// The number.
        public let decimal: ExactDecimal
        let double: Double
        /// The bound as an integer, or `nil` if it has a fraction or does not fit into 64 bits.
        let integer: Int64?
        /// Whether the number itself is out of bounds.
        public let isExclusive: Bool
        let number: PlanNumber

        init(_ number: PlanNumber, isExclusive: Bool) {
            self.number = number
            decimal = number.decimal
            double = number.decimal.double
            integer = Self.integer(number)
            self.isExclusive = isExclusive
        }

        private static func integer(_ number: PlanNumber) -> Int64? {
            if case .integer(let value) = number.eventValue { return value }
            guard let nearest = Int64(exactly: number.decimal.double) else { return nil }
            return ExactDecimal(nearest) == number.decimal ? nearest : nil
        }

        /// Returns a negative number if `value` is below the bound, 0 if it is equal, and else a positive number.
        func compare(_ value: Int64) -> Int {
            if let integer { return value < integer ? -1 : (value == integer ? 0 : 1) }
            return compare(ExactDecimal(value))
        }

        func compare(_ value: Double) -> Int {
            // Rounding never reverses the order of two numbers. So the exact decimals matter only if the doubles are
            // equal.
            if value != double { return value < double ? -1 : 1 }
            if ExactDecimal(whole: value) == decimal { return 0 }
            return ExactDecimal(value).map(compare) ?? 0
        }

        private func compare(_ value: ExactDecimal) -> Int { value < decimal ? -1 : (value == decimal ? 0 : 1) }

        /// The bound as a text for messages, such as "at least 0".
        public func words(isLower: Bool) -> String {
            (isLower ? (isExclusive ? "above " : "at least ") : (isExclusive ? "below " : "at most ")) + number.text
        }

        /// Returns whether both bounds allow the same numbers, even if the plan spells them in different ways.
        public static func == (left: Bound, right: Bound) -> Bool {
            left.decimal == right.decimal && left.isExclusive == right.isExclusive
        }

        /// Hashes the number and whether it is out of bounds.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(decimal)
            hasher.combine(isExclusive)
        }
    }

    /// The lower bounds.
    public let lower: [Bound]
    /// The upper bounds.
    public let upper: [Bound]
    /// The divisors.
    public let multipleOf: [PlanNumber]

    init?(_ schema: PlanSchema) {
        guard schema.restricts([.integer, .number]) else { return nil }
        func number(_ keyword: SchemaKeyword) -> PlanNumber? {
            if case .number(let number)? = schema.rule(keyword)?.value { number } else { nil }
        }
        func bounds(_ inclusive: SchemaKeyword, _ exclusive: SchemaKeyword) -> [Bound] {
            [(inclusive, false), (exclusive, true)].compactMap { keyword, isExclusive in
                number(keyword).map { Bound($0, isExclusive: isExclusive) }
            }
        }
        lower = bounds(.minimum, .exclusiveMinimum)
        upper = bounds(.maximum, .exclusiveMaximum)
        multipleOf = [number(.multipleOf)].compactMap(\.self)
    }

    func contains(_ value: Int64) -> Bool {
        isBetween { $0.compare(value) } && (multipleOf.isEmpty || isMultiple(ExactDecimal(value)))
    }

    func contains(_ value: Double) -> Bool {
        isBetween { $0.compare(value) } && (multipleOf.isEmpty || ExactDecimal.isAny(of: value, isMultiple))
    }

    /// - Parameter compare: A closure that compares the value with a bound, as the methods of ``Bound`` do.
    @inline(__always)
    private func isBetween(_ compare: (Bound) -> Int) -> Bool {
        for index in lower.indices where compare(lower[index]) < (lower[index].isExclusive ? 1 : 0) { return false }
        for index in upper.indices where compare(upper[index]) > (upper[index].isExclusive ? -1 : 0) { return false }
        return true
    }

    private func isMultiple(_ value: ExactDecimal) -> Bool {
        multipleOf.allSatisfy { value.isMultiple(of: $0.decimal) }
    }

    /// The bounds, as a text for messages: "at least 0 and below 100".
    var words: String {
        if let least = lower.first, lower.count == 1, upper == [least], !least.isExclusive, multipleOf.isEmpty {
            return "exactly " + least.number.text
        }
        var words = lower.map { $0.words(isLower: true) } + upper.map { $0.words(isLower: false) }
        words += multipleOf.map { "a multiple of " + $0.text }
        return words.joined(separator: " and ")
    }
}
