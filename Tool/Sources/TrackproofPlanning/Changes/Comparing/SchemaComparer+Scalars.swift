import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

// If the old plan lists all numbers or texts that are allowed, the comparison checks each of them with the new rules.
extension SchemaComparer {
    func compareNumbers(
        _ old: TypeRules, _ new: TypeRules, _ views: (old: SchemaView, new: SchemaView), _ listed: Set<CanonicalValue>?,
        _ difference: inout SchemaDifference
    ) {
        let (before, after) = (old.numbers(graph), new.numbers(graph))
        /// Returns the effect of a rule that not all old values follow, by what is known of the old values.
        func effect(_ allows: (ExactDecimal) -> Bool) -> Effect {
            if !lenient.contains(.notInEnum), let listed, listed.allSatisfy({ $0.number.map(allows) ?? true }) {
                return .none
            }
            return .finding(.range)
        }
        func compare(_ old: NumberBounds.Bound?, _ new: NumberBounds.Bound?, isLower: Bool, _ places: Places) {
            if old == new { return }
            let isTighter = new?.isTighter(than: old, isLower: isLower) ?? false
            difference.add(
                .range, isTighter ? .narrowed : .widened, old: old?.words(isLower: isLower),
                new: new?.words(isLower: isLower), places,
                effect: isTighter ? effect { new?.allows($0, isLower: isLower) ?? true } : .none)
        }
        compare(before.lower, after.lower, isLower: true, places([.minimum, .exclusiveMinimum], old, new))
        compare(before.upper, after.upper, isLower: false, places([.maximum, .exclusiveMaximum], old, new))
        if before.divisors != after.divisors {
            // Whole numbers are multiples of 1.
            let isWhole = !views.old.types.contains(.number) && !lenient.contains(.wrongType)
            let known = isWhole ? before.divisors.union([ExactDecimal(1)]) : before.divisors
            let further = after.divisors.filter { one in !known.contains { $0.isMultiple(of: one) } }
            difference.add(
                .range, further.isEmpty ? .widened : .narrowed, old: before.divisorWords, new: after.divisorWords,
                places([.multipleOf], old, new),
                effect: further.isEmpty ? .none : effect { number in further.allSatisfy(number.isMultiple) })
        }
    }

    // MARK: Texts

    func compareTexts(
        _ old: TypeRules, _ new: TypeRules, _ listed: Set<CanonicalValue>?, _ difference: inout SchemaDifference
    ) {
        let (before, after) = (old.texts(graph), new.texts(graph))
        func effect(_ id: FindingID, _ allows: (String) -> Bool) -> Effect {
            if !lenient.contains(.notInEnum), let listed, listed.allSatisfy({ $0.text.map(allows) ?? true }) {
                return .none
            }
            return .finding(id)
        }
        let areReliable = !lenient.contains(.format)
        compareCounts(
            .length, before.lengths(areFormatsReliable: areReliable), after.lengths(areFormatsReliable: areReliable),
            (places([.minLength], old, new), places([.maxLength], old, new)), &difference
        ) { counts in effect(.length) { $0.hasLength(from: counts.lowerBound, to: counts.upperBound) } }
        if before.patterns != after.patterns {
            let further = after.patterns.subtracting(before.patterns)
            difference.add(
                .pattern, .between(before.patterns, after.patterns), old: before.patternWords, new: after.patternWords,
                places([.pattern], old, new),
                effect: further.isEmpty
                    ? .none
                    : effect(.pattern) { text in after.rules.allSatisfy { $0.pattern?.isFound(in: text) ?? true } })
        }
        if before.formats != after.formats {
            var further = after.formats.subtracting(before.formats)
            if before.formats.contains(.uri), !lenient.contains(.format) { further.remove(.uriReference) }
            difference.add(
                .format, .between(before.formats, after.formats), old: before.formatWords, new: after.formatWords,
                places([.format], old, new),
                effect: further.isEmpty ? .none : effect(.format) { text in further.allSatisfy { $0.fits(text) } })
        }
    }
}

extension PlanChange.Direction {
    /// Returns the direction between two sets of rules that texts must all follow.
    fileprivate static func between<Rule>(_ old: Set<Rule>, _ new: Set<Rule>) -> Self {
        new.isSuperset(of: old) ? .narrowed : (old.isSuperset(of: new) ? .widened : .changed)
    }
}
