import Trackproof
import TrackproofPlans
import TrackproofSnapshots

extension LintRun {
    mutating func lintBounds(_ linted: LintedSchema) {
        let isInteger = types.types(of: linted.schema)?.subtracting(.null) == .integer
        if isInteger { lintBoundsOfInteger(linted) }
        if let bounds = linted.schema.contradiction(isInteger: isInteger) {
            report.add(
                .boundsContradict, linted.subject, at: bounds.place,
                "\(bounds.least) and \(bounds.most), so no \(bounds.what) fits")
        }
    }

    private mutating func lintBoundsOfInteger(_ linted: LintedSchema) {
        let integers = ExactDecimal(Int64.min)...ExactDecimal(Int64.max)
        for rule in linted.schema.rules {
            guard case .number(let number) = rule.value, rule.keyword != .multipleOf,
                !integers.contains(number.decimal)
            else { continue }
            report.add(
                .boundBeyondInteger, linted.subject, at: rule.place,
                "\(rule.keyword.rawValue) is \(number.text), but integers are from \(Int64.min) to \(Int64.max)")
        }
    }
}

/// Two bounds that no value can satisfy together, such as a minimum of 5 and a maximum of 3.
struct ContradictingBounds {
    /// The lower bound, as a text for a message: "minimum is 5".
    let least: String
    /// The upper bound, as a text for a message: "maximum is 3".
    let most: String
    /// What cannot satisfy the bounds: "value", "integer" or "number".
    let what: String
    let place: PlanPlace
}

extension PlanSchema {
    /// Returns two bounds that no value can satisfy together, or `nil` if there are no such bounds.
    func contradiction(isInteger: Bool) -> ContradictingBounds? {
        contradictingCounts(.minLength, .maxLength) ?? contradictingLength()
            ?? contradictingCounts(.minItems, .maxItems)
            ?? contradictingCounts(.minProperties, .maxProperties) ?? contradictingNumbers(isInteger: isInteger)
    }

    private func contradictingCounts(_ least: SchemaKeyword, _ most: SchemaKeyword) -> ContradictingBounds? {
        guard let lower = rule(least), let upper = rule(most), case .count(let minimum) = lower.value,
            case .count(let maximum) = upper.value, minimum > maximum
        else { return nil }
        return ContradictingBounds(
            least: "\(least.rawValue) is \(minimum)", most: "\(most.rawValue) is \(maximum)", what: "value",
            place: upper.place)
    }

    /// Returns a bound of the length that no text of the format, or no text that fits the pattern, satisfies.
    private func contradictingLength() -> ContradictingBounds? {
        var texts: [(name: String, lengths: ClosedRange<Int>)] = []
        if case .format(let format)? = rule(.format)?.value {
            texts.append(("a text of the format \(format.rawValue)", format.lengths))
        }
        if case .pattern(let pattern)? = rule(.pattern)?.value {
            texts.append(("a text that fits the pattern", pattern.lengthsOfTexts))
        }
        for (name, lengths) in texts {
            for (keyword, word, limit) in [
                (SchemaKeyword.maxLength, "least", lengths.lowerBound), (.minLength, "most", lengths.upperBound),
            ] {
                guard let rule = rule(keyword), case .count(let count) = rule.value,
                    keyword == .maxLength ? count < limit : count > limit
                else { continue }
                return ContradictingBounds(
                    least: "\(name) has at \(word) \(limit) character\(limit == 1 ? "" : "s")",
                    most: "\(keyword.rawValue) is \(count)", what: "text", place: rule.place)
            }
        }
        return nil
    }

    private func contradictingNumbers(isInteger: Bool) -> ContradictingBounds? {
        var step: Int64? = isInteger ? 1 : nil
        var what = isInteger ? "integer" : "number"
        if case .number(let divisor)? = rule(.multipleOf)?.value, let integer = divisor.decimal.roundedUp,
            integer == divisor.decimal.roundedDown
        {
            step = integer
            what = "multiple of \(divisor.text)"
        }
        let lower = [bound(.minimum), bound(.exclusiveMinimum)].compactMap(\.self)
        let upper = [bound(.maximum), bound(.exclusiveMaximum)].compactMap(\.self)
        for low in lower {
            for high in upper where low.leavesNothing(below: high, step: step) {
                return ContradictingBounds(least: low.words, most: high.words, what: what, place: high.place)
            }
        }
        return nil
    }

    private func bound(_ keyword: SchemaKeyword) -> NumericBound? {
        guard let rule = rule(keyword), case .number(let number) = rule.value else { return nil }
        return NumericBound(keyword: keyword, number: number, place: rule.place)
    }
}

private struct NumericBound {
    let keyword: SchemaKeyword
    let number: PlanNumber
    let place: PlanPlace

    var words: String { "\(keyword.rawValue) is \(number.text)" }

    private var isExclusive: Bool { keyword == .exclusiveMinimum || keyword == .exclusiveMaximum }

    /// Returns whether no number satisfies both this lower bound and the bound `upper`.
    ///
    /// - Parameter step: A positive integer. The number must be a multiple of it. `nil` if any number is allowed.
    func leavesNothing(below upper: NumericBound, step: Int64?) -> Bool {
        if let step, let first = number.decimal.roundedUp, let last = upper.number.decimal.roundedDown {
            let isFirstExcluded = isExclusive && ExactDecimal(first) == number.decimal
            let isLastExcluded = upper.isExclusive && ExactDecimal(last) == upper.number.decimal
            let (least, isAboveAll) = first.addingReportingOverflow(isFirstExcluded ? 1 : 0)
            let (most, isBelowAll) = last.subtractingReportingOverflow(isLastExcluded ? 1 : 0)
            if isAboveAll || isBelowAll { return true }
            let rest = most % step
            let (multiple, overflows) = most.subtractingReportingOverflow(rest < 0 ? rest + step : rest)
            return overflows || multiple < least
        }
        if number.decimal == upper.number.decimal { return isExclusive || upper.isExclusive }
        return number.decimal > upper.number.decimal
    }
}

extension ExactDecimal {
    /// The greatest integer that is not greater than the number, or `nil` if this integer does not fit into 64 bits.
    fileprivate var roundedDown: Int64? { rounded(up: false) }

    /// The least integer that is not less than the number, or `nil` if this integer does not fit into 64 bits.
    fileprivate var roundedUp: Int64? { rounded(up: true) }

    private func rounded(up: Bool) -> Int64? {
        var magnitude = significand
        var hasFraction = false
        if exponent >= 0 {
            for _ in 0..<min(exponent, 20) {
                let (product, overflows) = magnitude.multipliedReportingOverflow(by: 10)
                if overflows { return nil }
                magnitude = product
            }
        } else {
            for _ in 0..<min(-exponent, 20) {
                hasFraction = hasFraction || !magnitude.isMultiple(of: 10)
                magnitude /= 10
            }
        }
        // `magnitude` has lost its fraction. It must grow if a positive number is rounded up or a negative number down.
        if hasFraction, up != isNegative {
            let (sum, overflows) = magnitude.addingReportingOverflow(1)
            if overflows { return nil }
            magnitude = sum
        }
        if !isNegative { return Int64(exactly: magnitude) }
        return magnitude <= Int64.min.magnitude ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
    }
}
