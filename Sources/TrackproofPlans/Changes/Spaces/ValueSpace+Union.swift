@_spi(Tooling) internal import TrackproofSnapshots

extension ValueSpace {
    /// Returns the space of the values that one of several spaces allows, or `nil` if no space describes them.
    ///
    /// There is such a space if each type occurs in one alternative only, or with listed values only. `oneOf` also
    /// needs that no value is listed twice.
    ///
    /// - Parameter isExclusive: Whether a value must fit exactly one alternative.
    static func union(_ alternatives: [ValueSpace], isExclusive: Bool) -> ValueSpace? {
        var union = ValueSpace.never
        for space in alternatives where !space.isNever {
            guard space.combinations.isEmpty, union.add(space, isExclusive: isExclusive) else { return nil }
        }
        return union
    }

    /// Adds the values of another space, or returns `false` if the types overlap.
    private mutating func add(_ other: ValueSpace, isExclusive: Bool) -> Bool {
        let isNumeric = !types.isDisjoint(with: [.integer, .number])
        var shared = types.intersection(other.types)
        // Whole numbers and numbers are one family.
        if isNumeric, !other.types.isDisjoint(with: [.integer, .number]) { shared.insert(.number) }
        shared.remove(.integer)
        let areListed = listed.isSuperset(of: shared) && other.listed.isSuperset(of: shared)
        // Null has no list: two alternatives may have it, unless exactly one must fit.
        guard areListed || (shared == .null && !isExclusive) || shared.isEmpty else { return false }
        if isExclusive, !values.isDisjoint(with: other.values) { return false }
        if !isNumeric { numbers = other.numbers }
        if !types.contains(.string) { texts = other.texts }
        if !types.contains(.array) { lists = other.lists }
        if !types.contains(.object) { objects = other.objects }
        types.formUnion(other.types)
        listed.formUnion(other.listed)
        values.formUnion(other.values)
        return true
    }
}
