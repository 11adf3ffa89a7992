internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

// A rule that no value can break is removed, so that it is no difference. The rules of one finding rely on those of
// others here: a list of values makes bounds superfluous. If a plan reports one of these findings only as a warning,
// other values pass, and nothing may rely on the rule. So each step names the findings that it trusts.
extension ValueSpace {
    /// Brings the space into its normal form.
    ///
    /// - Parameter trusted: The findings that both plans report as errors wherever they occur.
    mutating func normalize(trusting trusted: FindingIDs) {
        if types.contains(.number) { types.insert(.integer) }
        guard trusted.contains(.wrongType), trusted.contains(.null) else { return }
        if !listed.isEmpty, trusted.contains(.notInEnum) { normalizeValues(trusted) }
        removeEmptyTypes(trusted)
        if types.isEmpty {
            self = .never
            return
        }
        if types.isDisjoint(with: [.integer, .number]) { numbers = NumberSpace() }
        if !types.contains(.number) { numbers.roundToIntegers() }
        numbers.removeImpliedDivisors()
        if !types.contains(.string) { texts = TextSpace() }
        if texts.formats.contains(.uri) { texts.formats.remove(.uriReference) }
        if !types.contains(.array) { lists = ListSpace() }
        if !types.contains(.object) { objects = ObjectSpace() }
    }

    /// Removes listed values that another rule refuses, and rules that all listed values follow.
    private mutating func normalizeValues(_ trusted: FindingIDs) {
        let (types, numbers, texts) = (types, numbers, texts)
        values = values.filter { value in
            switch value.type {
            case .number:
                guard case .decimal(let number) = value else { return false }
                guard types.contains(.number) || (types.contains(.integer) && number.isInteger) else { return false }
                return !trusted.contains(.range) || numbers.contains(number)
            case .string: return types.contains(.string) && texts.mayContain(value, trusted)
            default: return types.isSuperset(of: value.type)
            }
        }
        for type in JSONTypes.families where listed.contains(type) && !values.contains(where: { $0.type == type }) {
            self.types.subtract(type == .number ? [.number, .integer] : type)
        }
        listed.formIntersection(self.types.contains(.integer) ? self.types.union(.number) : self.types)
        listed.remove(.integer)
        forgetPlainTypes()
        if listed.contains(.number), trusted.contains(.range) { self.numbers = NumberSpace() }
        if listed.contains(.number), values.allSatisfy({ $0.isWholeOrNoNumber }) { self.types.remove(.number) }
        if listed.contains(.string) { self.texts.forget(trusted) }
    }

    /// Takes null, and `true` with `false`, from the list, since the types say the same.
    private mutating func forgetPlainTypes() {
        if listed.contains(.null) {
            listed.remove(.null)
            values.remove(.plain(.null))
        }
        let booleans: Set<CanonicalValue> = [.plain(.bool(true)), .plain(.bool(false))]
        if listed.contains(.boolean), values.isSuperset(of: booleans) {
            listed.remove(.boolean)
            values.subtract(booleans)
        }
    }

    /// Removes each type if none of its values follows the other rules.
    private mutating func removeEmptyTypes(_ trusted: FindingIDs) {
        if numbers.isEmpty, trusted.contains(.range), !listed.contains(.number) { types.subtract([.number, .integer]) }
        if texts.minLength > texts.maxLength, trusted.contains(.length) { types.remove(.string) }
        guard trusted.contains(.items) else { return }
        if lists.minItems > lists.maxItems { types.remove(.array) }
        if objects.minCount > objects.maxCount { types.remove(.object) }
    }
}

extension JSONTypes {
    /// The types between which no value changes. Numbers have one, whether they are whole or not.
    static let families: [JSONTypes] = [.null, .boolean, .number, .string, .array, .object]
    /// All families.
    static let allFamilies = JSONTypes(families)
}

extension CanonicalValue {
    /// The type of the value. It is `number` for whole numbers too.
    var type: JSONTypes {
        switch self {
        case .decimal: .number
        case .array: .array
        case .object: .object
        case .plain(.null): .null
        case .plain(.bool): .boolean
        case .plain: .string
        }
    }

    fileprivate var isWholeOrNoNumber: Bool { if case .decimal(let number) = self { number.isInteger } else { true } }

    /// The value as a text, or `nil` if it is not a text.
    var text: String? {
        switch self {
        case .plain(.string(let text)): text
        case .plain(.number(let number)): number.nonFiniteName
        default: nil
        }
    }
}

extension TextSpace {
    /// Returns whether a text follows the rules of the trusted findings.
    fileprivate func mayContain(_ value: CanonicalValue, _ trusted: FindingIDs) -> Bool {
        guard let text = value.text else { return true }
        return refusals(of: text).allSatisfy { !trusted.contains($0) }
    }

    /// Returns the findings that a text has.
    func refusals(of text: String) -> [FindingID] {
        var found: [FindingID] = []
        if !text.hasLength(from: minLength, to: maxLength) { found.append(.length) }
        if !patterns.allSatisfy({ $0.isFound(in: text) }) { found.append(.pattern) }
        if !formats.allSatisfy({ $0.fits(text) }) { found.append(.format) }
        if isSearched, PersonalData.kind(of: text) != nil { found.append(.pii) }
        return found
    }

    /// Removes the rules of the trusted findings.
    fileprivate mutating func forget(_ trusted: FindingIDs) {
        if trusted.contains(.length) { (minLength, maxLength) = (0, .max) }
        if trusted.contains(.pattern) { patterns = [] }
        if trusted.contains(.format) { formats = [] }
        if trusted.contains(.pii) { isSearched = false }
    }
}

extension NumberSpace {
    /// Replaces bounds by the whole numbers next to them that are allowed.
    fileprivate mutating func roundToIntegers() {
        if let bound = lower, let least = bound.decimal.nextInteger(up: true, isExclusive: bound.isExclusive) {
            lower = Limit(decimal: ExactDecimal(least), isExclusive: false)
        }
        if let bound = upper, let most = bound.decimal.nextInteger(up: false, isExclusive: bound.isExclusive) {
            upper = Limit(decimal: ExactDecimal(most), isExclusive: false)
        }
        divisors = divisors.filter { !ExactDecimal(1).isMultiple(of: $0) }
    }

    /// Removes divisors of other divisors.
    fileprivate mutating func removeImpliedDivisors() {
        guard divisors.count > 1 else { return }
        let all = divisors
        divisors = all.filter { one in !all.contains { $0 != one && $0.isMultiple(of: one) } }
    }
}

extension ExactDecimal {
    /// Returns the nearest whole number at or beyond this number, or `nil` if 64 bits cannot hold it.
    ///
    /// - Parameters:
    ///   - up: Whether to look for larger numbers.
    ///   - isExclusive: Whether the number itself does not count.
    fileprivate func nextInteger(up: Bool, isExclusive: Bool) -> Int64? {
        guard exponent <= 18, exponent >= -19 else { return nil }
        var power: UInt64 = 1
        for _ in 0..<exponent.magnitude { power *= 10 }
        if isInteger {
            let (product, overflows) = significand.multipliedReportingOverflow(by: power)
            guard !overflows, let magnitude = Int64(exactly: product) else { return nil }
            let value = isNegative ? -magnitude : magnitude
            return isExclusive ? value + (up ? 1 : -1) : value
        }
        let towardZero = Int64(significand / power)
        let value = isNegative ? -towardZero : towardZero
        return up == isNegative ? value : value + (up ? 1 : -1)
    }
}
