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
        if before.lower != after.lower {
            let isTighter = after.lower.map { $0.isAbove(before.lower) } ?? false
            difference.add(
                .range, isTighter ? .narrowed : .widened, old: before.lower?.words(isLower: true),
                new: after.lower?.words(isLower: true), places([.minimum, .exclusiveMinimum], old, new),
                effect: isTighter ? effect { after.lower?.allowsAsLower($0) ?? true } : .none)
        }
        if before.upper != after.upper {
            let isTighter = after.upper.map { $0.isBelow(before.upper) } ?? false
            difference.add(
                .range, isTighter ? .narrowed : .widened, old: before.upper?.words(isLower: false),
                new: after.upper?.words(isLower: false), places([.maximum, .exclusiveMaximum], old, new),
                effect: isTighter ? effect { after.upper?.allowsAsUpper($0) ?? true } : .none)
        }
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
        let known = lenient.contains(.format) ? before.lengths : before.knownLengths
        if before.lengths.lowerBound != after.lengths.lowerBound {
            let least = after.lengths.lowerBound
            difference.add(
                .length, before.lengths.lowerBound < least ? .narrowed : .widened, old: before.leastWords,
                new: after.leastWords, places([.minLength], old, new),
                effect: least <= known.lowerBound ? .none : effect(.length) { $0.hasLength(from: least, to: .max) })
        }
        if before.lengths.upperBound != after.lengths.upperBound {
            let most = after.lengths.upperBound
            difference.add(
                .length, most < before.lengths.upperBound ? .narrowed : .widened, old: before.mostWords,
                new: after.mostWords, places([.maxLength], old, new),
                effect: most >= known.upperBound ? .none : effect(.length) { $0.hasLength(from: 0, to: most) })
        }
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
