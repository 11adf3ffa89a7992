import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

extension SchemaComparer {
    mutating func compareValues(_ schemas: SchemaPair, _ place: ComparisonPlace) {
        let (old, new) = (schemas.oldSpace, schemas.newSpace)
        if old.isNever || new.isNever {
            compareForbidden(schemas, place)
            return
        }
        compareNull(schemas, place)
        compareTypes(schemas, place)
        compareLists(schemas, place)
        comparePersonalData(schemas, place)
        if bothHave([.integer, .number], old, new) { compareNumbers(schemas, place) }
        if bothHave(.string, old, new) { compareTexts(schemas, place) }
        if bothHave(.array, old, new) { compareElements(schemas, place) }
        if bothHave(.object, old, new) {
            compareMembers(
                MemberRules(objects: old.objects, rules: schemas.oldNode.rules, place: schemas.oldNode.place),
                MemberRules(objects: new.objects, rules: schemas.newNode.rules, place: schemas.newNode.place),
                place)
        }
        compareParts(schemas, place)
        compareCombinations(schemas, place)
    }

    /// Returns whether the comparison must compare the rules for `types`, such as the bounds of numbers.
    private func bothHave(_ types: JSONTypes, _ old: ValueSpace, _ new: ValueSpace) -> Bool {
        // If a plan accepts values of a wrong type, the rules for their actual type still apply to them.
        guard isTrusting else { return true }
        return !types.isDisjoint(with: old.types) && !types.isDisjoint(with: new.types)
    }

    private mutating func compareForbidden(_ schemas: SchemaPair, _ place: ComparisonPlace) {
        if schemas.oldSpace.isNever, schemas.newSpace.isNever { return }
        let places = (old: schemas.oldNode.place, new: schemas.newNode.place)
        if schemas.newSpace.isNever {
            let failure =
                schemas.newNode.isForbidden ? Failure.finding(.forbidden) : .unknown("No value fits the new rules.")
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
            // If the old plan does not report a wrong type as an error, released apps can send any value of the new
            // type.
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

    private mutating func compareLists(_ schemas: SchemaPair, _ place: ComparisonPlace) {
        let (old, new) = (schemas.oldSpace, schemas.newSpace)
        let (oldListed, newListed) = (
            old.listed.intersection(new.types.families), new.listed.intersection(old.types.families)
        )
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
            add(.enumRemoved, place, old: old.words, new: new.words, places)
        }
    }

    // MARK: Combinations

    /// Compares the parts of two schemas: the schemas that each value must also fit, such as the schemas of `allOf`.
    ///
    /// Parts that are equal in both plans are skipped. The first remaining part of the old plan is compared with the
    /// first remaining part of the new plan, and so on. Of equal parts of one plan, only the first is compared.
    private mutating func compareParts(_ schemas: SchemaPair, _ place: ComparisonPlace) {
        let classes = classes.all
        func distinct(_ parts: Set<Int>) -> [Int: Int] {
            Dictionary(parts.map { (classes[$0], $0) }, uniquingKeysWith: min)
        }
        let (old, new) = (distinct(schemas.oldSpace.parts), distinct(schemas.newSpace.parts))
        let removed = old.filter { new[$0.key] == nil }.values.sorted()
        let added = new.filter { old[$0.key] == nil }.values.sorted()
        if removed.count == added.count {
            for (one, other) in zip(removed, added) { compare(one, other, place) }
        } else {
            add(
                .combinationChanged, place, old: old.count.counted("schema"), new: new.count.counted("schema"),
                schemas.places(.allOf, .ref, .type), failure: added.isEmpty ? nil : .combination)
        }
    }

    private mutating func compareCombinations(_ schemas: SchemaPair, _ place: ComparisonPlace) {
        let values = classes.values
        let old = Set(schemas.oldSpace.combinations.map { $0.mapped { values[$0] } })
        let new = Set(schemas.newSpace.combinations.map { $0.mapped { values[$0] } })
        if old == new { return }
        let isLooser = new.subtracting(old).allSatisfy { $0.isImplied(by: old) }
        let isUnion = new.symmetricDifference(old).contains { $0.isOfTypes }
        add(
            .combinationChanged, place, old: old.words, new: new.words,
            schemas.places(.anyOf, .oneOf, .not, .if, .type), failure: isLooser ? nil : .combination,
            code: isUnion ? nil : .ok("The generated code does not contain the rule."))
    }
}

extension Failure {
    fileprivate static let combination = Failure.unknown(
        "Alternatives and conditions are not compared exactly, so each change counts as breaking.")
}

extension Combination {
    /// Returns whether each value that follows the rules in `others` also follows this rule.
    ///
    /// For example, if `others` has an `anyOf` with two schemas, an `anyOf` with the same schemas and a third one is
    /// implied.
    fileprivate func isImplied(by others: Set<Combination>) -> Bool {
        if others.contains(self) { return true }
        guard case .any(let list) = self else { return false }
        return others.contains { if case .any(let fewer) = $0 { fewer.isSubset(of: list) } else { false } }
    }

    /// Whether the rule can change the type that generated code uses for the value.
    fileprivate var isOfTypes: Bool {
        switch self {
        case .any, .one: true
        case .not, .condition: false
        }
    }
}
