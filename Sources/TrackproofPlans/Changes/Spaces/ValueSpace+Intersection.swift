internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

extension ValueSpace {
    /// Leaves only the values that another space allows too.
    ///
    /// - Parameter both: Returns the schema of values that two schemas allow.
    mutating func formIntersection(_ other: ValueSpace, _ both: (Int, Int) -> Int) {
        intersectTypes(other)
        intersectValues(other)
        numbers.formIntersection(other.numbers)
        texts.formIntersection(other.texts)
        lists.formIntersection(other.lists, both)
        objects.formIntersection(other.objects, both)
        combinations.formUnion(other.combinations)
    }

    private mutating func intersectTypes(_ other: ValueSpace) {
        func complete(_ types: JSONTypes) -> JSONTypes { types.contains(.number) ? types.union(.integer) : types }
        types = complete(types).intersection(complete(other.types))
    }

    private mutating func intersectValues(_ other: ValueSpace) {
        if other.listed.isEmpty { return }
        let own = self
        func allow(_ value: CanonicalValue, _ space: ValueSpace) -> Bool {
            !space.listed.contains(value.type) || space.values.contains(value)
        }
        values = values.union(other.values).filter { allow($0, own) && allow($0, other) }
        listed.formUnion(other.listed)
    }

    /// Whether the objects of both spaces can be intersected. Patterns of names would need the names of all members.
    static func canIntersect(_ left: ValueSpace, _ right: ValueSpace) -> Bool {
        (left.objects.patterns.isEmpty && right.objects.patterns.isEmpty)
            || left.objects == ObjectSpace() || right.objects == ObjectSpace()
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
    /// Returns whether this lower bound refuses a number that another lower bound allows.
    func isStricterBelow(_ other: NumberSpace.Limit) -> Bool {
        other.decimal < decimal || (decimal == other.decimal && isExclusive && !other.isExclusive)
    }

    /// Returns whether this upper bound refuses a number that another upper bound allows.
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

extension ListSpace {
    fileprivate mutating func formIntersection(_ other: ListSpace, _ both: (Int, Int) -> Int) {
        let own = self
        minItems = max(minItems, other.minItems)
        maxItems = min(maxItems, other.maxItems)
        isUnique = isUnique || other.isUnique
        prefix = (0..<max(prefix.count, other.prefix.count)).map { both(own.element($0), other.element($0)) }
        rest = both(own.rest, other.rest)
    }

    /// Returns the schema of an element.
    func element(_ index: Int) -> Int { index < prefix.count ? prefix[index] : rest }
}

extension ObjectSpace {
    fileprivate mutating func formIntersection(_ other: ObjectSpace, _ both: (Int, Int) -> Int) {
        if other == ObjectSpace() { return }
        if self == ObjectSpace() {
            self = other
            return
        }
        for (name, schema) in members where other.members[name] == nil {
            members[name] = both(schema, other.additional)
        }
        for (name, schema) in other.members { members[name] = both(members[name] ?? additional, schema) }
        required.formUnion(other.required)
        additional = both(additional, other.additional)
        nameSchemas.formUnion(other.nameSchemas)
        minCount = max(minCount, other.minCount)
        maxCount = min(maxCount, other.maxCount)
        dependents.merge(other.dependents) { $0.union($1) }
    }
}
