import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

// If the old plan lists all numbers or texts that are allowed, the comparison checks each of them with the new rules.
extension SchemaComparer {
    // MARK: Numbers

    mutating func compareNumbers(_ schemas: SchemaPair, _ place: ComparisonPlace) {
        let (old, new) = (schemas.oldSpace.numbers, schemas.newSpace.numbers)
        if old == new { return }
        let known = isTrusting ? schemas.oldSpace.listedNumbers : nil
        func failure(_ allows: (ExactDecimal) -> Bool) -> Failure? {
            if let known, known.allSatisfy(allows) { return nil }
            return .finding(.range)
        }
        if old.lower != new.lower {
            let isTighter = new.lower.map { bound in old.lower.map { bound.isStricterBelow($0) } ?? true } ?? false
            add(
                isTighter ? .rangeTightened : .rangeLoosened, place, old: old.lower?.words(isLower: true),
                new: new.lower?.words(isLower: true), schemas.places(.minimum, .exclusiveMinimum),
                failure: isTighter ? failure { NumberSpace(lower: new.lower).contains($0) } : nil)
        }
        if old.upper != new.upper {
            let isTighter = new.upper.map { bound in old.upper.map { bound.isStricterAbove($0) } ?? true } ?? false
            add(
                isTighter ? .rangeTightened : .rangeLoosened, place, old: old.upper?.words(isLower: false),
                new: new.upper?.words(isLower: false), schemas.places(.maximum, .exclusiveMaximum),
                failure: isTighter ? failure { NumberSpace(upper: new.upper).contains($0) } : nil)
        }
        if old.divisors != new.divisors {
            let further = new.divisors.filter { one in !old.divisors.contains { $0.isMultiple(of: one) } }
            add(
                further.isEmpty ? .rangeLoosened : .rangeTightened, place, old: old.divisorWords,
                new: new.divisorWords, schemas.places(.multipleOf),
                failure: further.isEmpty ? nil : failure { NumberSpace(divisors: new.divisors).contains($0) })
        }
    }

    // MARK: Texts

    mutating func compareTexts(_ schemas: SchemaPair, _ place: ComparisonPlace) {
        let (old, new) = (schemas.oldSpace.texts, schemas.newSpace.texts)
        if old == new { return }
        let known = isTrusting ? schemas.oldSpace.listedTexts : nil
        func failure(_ id: FindingID, _ rules: TextSpace) -> Failure? {
            if let known, known.allSatisfy({ rules.contains($0) }) { return nil }
            return .finding(id)
        }
        compareLengths(schemas, place, failure)
        if old.patterns != new.patterns {
            let further = new.patterns.subtracting(old.patterns)
            add(
                old.patterns.isEmpty ? .patternAdded : (new.patterns.isEmpty ? .patternRemoved : .patternChanged),
                place, old: old.patterns.words, new: new.patterns.words, schemas.places(.pattern),
                failure: further.isEmpty ? nil : failure(.pattern, TextSpace(patterns: further)))
        }
        if old.formats != new.formats {
            var further = new.formats.subtracting(old.formats)
            if old.formats.contains(.uri), isTrusting { further.remove(.uriReference) }
            add(
                old.formats.isEmpty ? .formatAdded : (new.formats.isEmpty ? .formatRemoved : .formatChanged),
                place, old: old.formatWords, new: new.formatWords, schemas.places(.format),
                failure: further.isEmpty ? nil : failure(.format, TextSpace(formats: further)))
        }
    }

    private mutating func compareLengths(
        _ schemas: SchemaPair, _ place: ComparisonPlace, _ failure: (FindingID, TextSpace) -> Failure?
    ) {
        let (old, new) = (schemas.oldSpace.texts, schemas.newSpace.texts)
        if old.minLength != new.minLength {
            add(
                old.minLength < new.minLength ? .lengthTightened : .lengthLoosened, place, old: old.leastWords,
                new: new.leastWords, schemas.places(.minLength),
                failure: new.minLength <= old.minLength ? nil : failure(.length, TextSpace(minLength: new.minLength)))
        }
        if old.maxLength != new.maxLength {
            add(
                new.maxLength < old.maxLength ? .lengthTightened : .lengthLoosened, place, old: old.mostWords,
                new: new.mostWords, schemas.places(.maxLength),
                failure: new.maxLength >= old.maxLength ? nil : failure(.length, TextSpace(maxLength: new.maxLength)))
        }
    }

    // MARK: Personal data

    mutating func comparePersonalData(_ schemas: SchemaPair, _ place: ComparisonPlace) {
        let (old, new) = (schemas.oldNode.notes.pii, schemas.newNode.notes.pii)
        let failure = searchFailure(schemas)
        if old == new, failure == nil { return }
        let kind: PlanChange.Kind =
            old == new ? .piiSearched : (old == nil ? .piiDeclared : (new == nil ? .piiRemoved : .piiChanged))
        add(
            kind, place, old: old?.text.quotedForDisplay, new: new?.text.quotedForDisplay,
            (schemas.oldNode.place, schemas.newNode.place), failure: failure)
    }

    /// Returns `.pii` if only the new plan searches the value for personal data and can find some, otherwise `nil`.
    private func searchFailure(_ schemas: SchemaPair) -> Failure? {
        let (old, new) = (schemas.oldSpace, schemas.newSpace)
        guard new.texts.isSearched, !old.texts.isSearched, old.types.contains(.string) || !isTrusting else {
            return nil
        }
        if isTrusting, let known = old.listedTexts, !known.contains(where: { PersonalData.kind(of: $0) != nil }) {
            return nil
        }
        if isTrusting, old.texts.formats.contains(where: { !$0.canBePersonal }) { return nil }
        return .finding(.pii)
    }
}

extension ValueSpace {
    /// The listed numbers, or `nil` if the schema does not list the allowed numbers.
    fileprivate var listedNumbers: [ExactDecimal]? {
        guard listed.contains(.number) else { return nil }
        return values.compactMap { if case .decimal(let number) = $0 { number } else { nil } }
    }

    /// The listed texts, or `nil` if the schema does not list the allowed texts.
    fileprivate var listedTexts: [String]? { listed.contains(.string) ? values.compactMap(\.text) : nil }
}

extension TextFormat {
    /// Whether a text of this format can look like personal data. For example, a URI can contain an email address.
    fileprivate var canBePersonal: Bool {
        switch self {
        case .email, .hostname, .uri, .uriReference: true
        case .date, .dateTime, .time, .duration, .uuid, .ipv4, .ipv6: false
        }
    }
}
