internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

// Types and lists of values.
extension SchemaComparer {
    mutating func compareValues(_ schemas: SchemaPair, _ place: ComparisonPlace) {
        let (old, new) = (schemas.oldSpace, schemas.newSpace)
        if old.isNever || new.isNever {
            compareForbidden(schemas, place)
            return
        }
        compareNull(schemas, place)
        compareTypes(schemas, place)
        let search = searchFailure(schemas)
        compareLists(schemas, place, search)
        comparePersonalData(schemas, place, search)
        if bothHave([.integer, .number], old, new) { compareNumbers(schemas, place) }
        if bothHave(.string, old, new) { compareTexts(schemas, place, search) }
        if bothHave(.array, old, new) { compareElements(schemas, place) }
        if bothHave(.object, old, new) {
            compareMembers(
                MemberRules(old.objects, schemas.oldNode), MemberRules(new.objects, schemas.newNode), place)
        }
        compareCombinations(schemas, place)
    }

    /// Returns whether the rules for some types matter on both sides.
    private func bothHave(_ types: JSONTypes, _ old: ValueSpace, _ new: ValueSpace) -> Bool {
        // If a wrong type may be no error, the rules for absent types matter too.
        guard trusted.contains(.wrongType), trusted.contains(.null) else { return true }
        return !types.isDisjoint(with: old.types) && !types.isDisjoint(with: new.types)
    }

    private mutating func compareForbidden(_ schemas: SchemaPair, _ place: ComparisonPlace) {
        if schemas.oldSpace.isNever, schemas.newSpace.isNever { return }
        let places = (old: schemas.oldNode.place, new: schemas.newNode.place)
        if schemas.newSpace.isNever {
            let failure =
                schemas.newNode.isForbidden ? Failure.finding(.forbidden) : .unknown("No value fits any longer.")
            add(.nowForbidden, place, old: schemas.oldSpace.words, new: "no value", places, failure: failure)
        } else {
            let failure =
                place.old.accepts(.forbidden) ? failure(SpaceTable.any, schemas.new, place) : nil
            add(.noLongerForbidden, place, old: "no value", new: schemas.newSpace.words, places, failure: failure)
        }
    }

    private mutating func compareNull(_ schemas: SchemaPair, _ place: ComparisonPlace) {
        let (had, has) = (schemas.oldSpace.types.contains(.null), schemas.newSpace.types.contains(.null))
        if had == has { return }
        let places = schemas.places(.type, .enum, .const)
        let (old, new) = (schemas.oldSpace.typeWords, schemas.newSpace.typeWords)
        if has {
            let failure = place.old.accepts(.null) ? failure(SpaceTable.any, schemas.new, place) : nil
            add(.nullAllowed, place, old: old, new: new, places, failure: failure)
        } else {
            add(.nullForbidden, place, old: old, new: new, places, failure: .finding(.null))
        }
    }

    private mutating func compareTypes(_ schemas: SchemaPair, _ place: ComparisonPlace) {
        let old = schemas.oldSpace.types.subtracting(.null)
        let new = schemas.newSpace.types.subtracting(.null)
        if old == new { return }
        let places = schemas.places(.type, .enum, .const)
        let words = (schemas.oldSpace.typeWords, schemas.newSpace.typeWords)
        if new.isSuperset(of: old) {
            // A plan that accepted wrong types did not judge their values.
            let failure = place.old.accepts(.wrongType) ? failure(SpaceTable.any, schemas.new, place) : nil
            let isNumber = new.subtracting(old) == .number && old.contains(.integer)
            add(
                .typeWidened, place, old: words.0, new: words.1, places, failure: failure,
                readers: isNumber ? .warns("Numbers of the column can have fractions.") : nil)
        } else {
            add(
                old.isSuperset(of: new) ? .typeNarrowed : .typeChanged, place, old: words.0, new: words.1, places,
                failure: .finding(.wrongType))
        }
    }

    private mutating func compareLists(_ schemas: SchemaPair, _ place: ComparisonPlace, _ search: Failure?) {
        let (old, new) = (schemas.oldSpace, schemas.newSpace)
        let (oldListed, newListed) = (old.listed.intersection(new.families), new.listed.intersection(old.families))
        let places = schemas.places(.enum, .const, .type)
        let both = oldListed.intersection(newListed)
        func missing(_ one: ValueSpace, in other: ValueSpace) -> Set<CanonicalValue> {
            both.isEmpty ? [] : one.values.filter { both.contains($0.type) && !other.values.contains($0) }
        }
        let (removed, added) = (missing(old, in: new), missing(new, in: old))
        if !removed.isEmpty {
            add(.enumValueRemoved, place, old: removed.words, places, failure: .finding(.notInEnum))
        }
        if !added.isEmpty { add(.enumValueAdded, place, new: added.words, places) }
        if !newListed.subtracting(oldListed).isEmpty {
            add(.enumAdded, place, old: old.words, new: new.words, places, failure: .finding(.notInEnum))
        }
        if !oldListed.subtracting(newListed).isEmpty {
            let isCause = new.texts.isSearched && oldListed.contains(.string)
            add(.enumRemoved, place, old: old.words, new: new.words, places, failure: isCause ? search : nil)
        }
    }

    // MARK: Combinations

    private mutating func compareCombinations(_ schemas: SchemaPair, _ place: ComparisonPlace) {
        let (values, table) = (classes.values, table)
        func known(_ space: ValueSpace) -> Set<Combination> {
            var mapped = ValueSpace()
            mapped.combinations = space.combinations
            return mapped.mapped { values[$0] }.combinations
        }
        if schemas.oldSpace.combinations.isEmpty, schemas.newSpace.combinations.isEmpty { return }
        let (old, new) = (known(schemas.oldSpace), known(schemas.newSpace))
        if old == new { return }
        let isLooser = new.subtracting(old).allSatisfy { $0.isImplied(by: old) }
        let isUnion = new.symmetricDifference(old).contains { $0.isOfTypes }
        let failure = Failure.unknown(
            "Alternatives and conditions are not compared exactly, so each difference counts as one that breaks.")
        _ = table
        add(
            .combinationChanged, place, old: old.words, new: new.words,
            schemas.places(.anyOf, .oneOf, .not, .if, .allOf, .ref, .type), failure: isLooser ? nil : failure,
            code: isUnion ? nil : .ok("The rule does not appear in the code."))
    }
}

extension Combination {
    /// Returns whether values that follow other combinations follow this one: further alternatives exclude no value.
    fileprivate func isImplied(by others: Set<Combination>) -> Bool {
        if others.contains(self) { return true }
        guard case .any(let list) = self else { return false }
        return others.contains { other in
            if case .any(let fewer) = other { return fewer.isSubset(of: list) }
            if case .all(let one) = other { return list.contains(one) }
            return false
        }
    }

    /// Whether the combination can decide the type of a value in code.
    fileprivate var isOfTypes: Bool {
        switch self {
        case .all, .any, .one: true
        case .not, .condition: false
        }
    }
}

extension ValueSpace {
    /// The types, with one for all numbers.
    fileprivate var families: JSONTypes { types.contains(.integer) ? types.union(.number) : types }
}
