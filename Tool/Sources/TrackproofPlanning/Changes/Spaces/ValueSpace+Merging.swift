import TrackproofPlans
import TrackproofSnapshots

extension ValueSpace {
    /// The maximum number of parts and combinations in a merged space. Without this limit, the spaces of types that
    /// refer to many other types would contain nearly all schemas of the plan.
    private static let mergingLimit = 16

    /// Removes the values that `other` does not allow.
    ///
    /// This is not possible if both spaces have rules for lists, if both spaces have rules for objects, or if the spaces
    /// have more than ``mergingLimit`` parts and combinations.
    ///
    /// - Returns: `false` if it is not possible. In this case, the space stays the same.
    mutating func merge(_ other: ValueSpace) -> Bool {
        guard lists == ListSpace() || other.lists == ListSpace(),
            objects == ObjectSpace() || other.objects == ObjectSpace(),
            parts.count + combinations.count + other.parts.count + other.combinations.count <= Self.mergingLimit
        else { return false }
        let own = self
        func allow(_ value: CanonicalValue, _ space: ValueSpace) -> Bool {
            !space.listed.contains(value.type) || space.values.contains(value)
        }
        types = types.withIntegers.intersection(other.types.withIntegers)
        values = values.union(other.values).filter { allow($0, own) && allow($0, other) }
        listed.formUnion(other.listed)
        numbers.formIntersection(other.numbers)
        texts.formIntersection(other.texts)
        if lists == ListSpace() { lists = other.lists }
        if objects == ObjectSpace() { objects = other.objects }
        parts.formUnion(other.parts)
        combinations.formUnion(other.combinations)
        return true
    }

    /// Returns the union of several spaces, or `nil` if no single space can describe the union.
    ///
    /// A single space can describe the union if each type occurs in only one alternative. If two alternatives have the
    /// same type, both must list the values of this type. With `oneOf`, the two lists must have no value in common.
    ///
    /// - Parameter isExclusive: Whether a value must fit exactly one alternative, as with `oneOf`.
    static func union(_ alternatives: [ValueSpace], isExclusive: Bool) -> ValueSpace? {
        var union = ValueSpace.never
        for space in alternatives where !space.isNever {
            guard space.parts.isEmpty, space.combinations.isEmpty, union.add(space, isExclusive: isExclusive) else {
                return nil
            }
        }
        return union
    }

    /// Adds the values of `other`, or returns `false` if a single space cannot describe the values of both spaces.
    private mutating func add(_ other: ValueSpace, isExclusive: Bool) -> Bool {
        let shared = types.families.intersection(other.types.families)
        let areListed = listed.isSuperset(of: shared) && other.listed.isSuperset(of: shared)
        // With `anyOf`, two alternatives can both allow null, because a value can fit more than one alternative.
        guard areListed || (shared == .null && !isExclusive) || shared.isEmpty else { return false }
        if isExclusive, !values.isDisjoint(with: other.values) { return false }
        if !types.families.contains(.number) { numbers = other.numbers }
        if !types.contains(.string) { texts = other.texts }
        if !types.contains(.array) { lists = other.lists }
        if !types.contains(.object) { objects = other.objects }
        types.formUnion(other.types)
        listed.formUnion(other.listed)
        values.formUnion(other.values)
        return true
    }
}

extension NumberSpace {
    fileprivate mutating func formIntersection(_ other: NumberSpace) {
        if let bound = other.lower, lower.map({ bound.isStricterBelow($0) }) ?? true { lower = bound }
        if let bound = other.upper, upper.map({ bound.isStricterAbove($0) }) ?? true { upper = bound }
        divisors.formUnion(other.divisors)
    }
}

extension NumberSpace.Limit {
    /// Returns whether this lower bound refuses a number that the lower bound `other` allows.
    func isStricterBelow(_ other: NumberSpace.Limit) -> Bool {
        other.decimal < decimal || (decimal == other.decimal && isExclusive && !other.isExclusive)
    }

    /// Returns whether this upper bound refuses a number that the upper bound `other` allows.
    func isStricterAbove(_ other: NumberSpace.Limit) -> Bool {
        decimal < other.decimal || (decimal == other.decimal && isExclusive && !other.isExclusive)
    }
}

extension TextSpace {
    fileprivate mutating func formIntersection(_ other: TextSpace) {
        minLength = max(minLength, other.minLength)
        maxLength = min(maxLength, other.maxLength)
        patterns.formUnion(other.patterns)
        formats.formUnion(other.formats)
        isSearched = isSearched || other.isSearched
    }
}
