import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

// `anyOf`, `oneOf`, `not` and `if`. The comparison compares an old alternative with the new alternative that is equal or has
// the same constant in the same property. What it cannot pair, it does not compare.
extension SchemaComparer {
    /// Adds what is different between the alternatives and conditions for one type.
    ///
    /// - Returns: Whether something is different.
    mutating func compareAlternatives(
        _ old: TypeRules, _ new: TypeRules, _ difference: inout SchemaDifference
    ) -> Bool {
        let count = difference.rules.count + difference.inner.count
        var (before, after) = (old.alternatives, new.alternatives)
        // A list without counterpart is one that only one plan has.
        after.removeAll { list in
            guard let index = before.firstIndex(where: { isEqual($0, list) }) else { return false }
            before.remove(at: index)
            return true
        }
        let places = places([.anyOf, .oneOf, .type], old, new)
        switch (before.count, after.count) {
        case (0, 0): break
        case (_, 0): addAlternatives(.widened, before, after, places, .none, &difference)
        case (1, 1): compare(before[0], after[0], places, &difference)
        default: addAlternatives(.notCompared, before, after, places, .undecided, &difference)
        }
        compareConditions(old, new, &difference)
        return difference.rules.count + difference.inner.count > count
    }

    private func classes(_ list: TypeRules.Alternatives) -> Set<Int> { Set(list.schemas.map { graph.classes[$0] }) }

    private func isEqual(_ old: TypeRules.Alternatives, _ new: TypeRules.Alternatives) -> Bool {
        old.isExclusive == new.isExclusive && old.schemas.count == new.schemas.count && classes(old) == classes(new)
    }

    private func addAlternatives(
        _ direction: PlanChange.Direction, _ old: [TypeRules.Alternatives], _ new: [TypeRules.Alternatives],
        _ places: Places, _ effect: Effect, _ difference: inout SchemaDifference
    ) {
        func words(_ lists: [TypeRules.Alternatives]) -> String? {
            lists.isEmpty
                ? nil
                : lists.map { ($0.isExclusive ? "oneOf" : "anyOf") + " with " + $0.schemas.count.counted("schema") }
                    .sorted().joined(separator: ", ")
        }
        difference.add(.alternatives, direction, old: words(old), new: words(new), places, effect: effect)
    }

    private mutating func compare(
        _ old: TypeRules.Alternatives, _ new: TypeRules.Alternatives, _ places: Places,
        _ difference: inout SchemaDifference
    ) {
        let known = classes(old).intersection(classes(new))
        let removed = old.schemas.filter { !known.contains(graph.classes[$0]) }
        let added = new.schemas.filter { !known.contains(graph.classes[$0]) }
        if lenient.isEmpty, let (olds, news) = discriminated(old, new) {
            return comparePaired(olds, news, places, &difference)
        }
        // With `oneOf`, a value that fits one changed alternative can also fit another one, and fits neither then.
        let isDecided = lenient.isEmpty && !new.isExclusive
        switch (removed.count, added.count) {
        case (0, _) where isDecided: addAlternatives(.widened, [old], [new], places, .none, &difference)
        case (1, 1) where isDecided:
            difference.inner.append(.init(pair: SchemaPair(old: removed[0], new: added[0])))
        default: addAlternatives(.notCompared, [old], [new], places, .undecided, &difference)
        }
    }

    private mutating func comparePaired(
        _ old: [CanonicalValue: Branch], _ new: [CanonicalValue: Branch], _ places: Places,
        _ difference: inout SchemaDifference
    ) {
        for (value, branch) in old.sorted(by: { $0.key.words.precedesExactly($1.key.words) }) {
            if let other = new[value] {
                difference.inner.append(
                    .init(pair: SchemaPair(old: branch.schema, new: other.schema), condition: branch.words))
            } else {
                difference.add(
                    .alternatives, .removed, condition: branch.words, (graph[branch.schema].place, places.new),
                    effect: .finding(.notInEnum))
            }
        }
        for (value, branch) in new.sorted(by: { $0.key.words.precedesExactly($1.key.words) }) where old[value] == nil {
            difference.add(.alternatives, .widened, condition: branch.words, (places.old, graph[branch.schema].place))
        }
    }

    // MARK: Alternatives that a constant tells apart

    /// An alternative with a constant value of a property that no other alternative has.
    private struct Branch {
        let schema: Int
        /// The condition, as a text for reports: `"type" is "card"`.
        let words: String
    }

    /// Returns the alternatives by the constant of a property that all of them require, or `nil` if there is no such
    /// property in both plans.
    private mutating func discriminated(
        _ old: TypeRules.Alternatives, _ new: TypeRules.Alternatives
    ) -> ([CanonicalValue: Branch], [CanonicalValue: Branch])? {
        guard let first = old.schemas.first else { return nil }
        for name in constants(of: first).keys.sorted() {
            if let olds = branches(old, name), let news = branches(new, name) { return (olds, news) }
        }
        return nil
    }

    private mutating func branches(
        _ alternatives: TypeRules.Alternatives, _ name: ExactText
    ) -> [CanonicalValue: Branch]? {
        var branches: [CanonicalValue: Branch] = [:]
        for schema in alternatives.schemas {
            guard let value = constants(of: schema)[name] else { return nil }
            let words = name.text.quotedForDisplay + " is " + value.words
            guard branches.updateValue(Branch(schema: schema, words: words), forKey: value) == nil else { return nil }
        }
        return branches
    }

    /// Returns the required properties of an object that have only one value.
    private mutating func constants(of schema: Int) -> [ExactText: CanonicalValue] {
        let view = view(schema)
        guard view.types == .object else { return [:] }
        let members = view.rules[SchemaView.objects].members(graph)
        var constants: [ExactText: CanonicalValue] = [:]
        for (name, schemas) in members.members where members.isRequired(name) && schemas.count == 1 {
            let own = self.view(schemas[0])
            let values = own.values.compactMap(\.self).flatMap(\.self)
            if values.count == 1, own.hasOnlyListedValues { constants[name] = values[0] }
        }
        return constants
    }

    // MARK: Conditions

    private func compareConditions(_ old: TypeRules, _ new: TypeRules, _ difference: inout SchemaDifference) {
        func exclusions(_ rules: TypeRules) -> [Int] { Set(rules.exclusions.map { graph.classes[$0] }).sorted() }
        var (before, after) = (old.conditions, new.conditions)
        after.removeAll { condition in
            guard
                let index = before.firstIndex(where: {
                    graph.classes[$0.condition] == graph.classes[condition.condition]
                })
            else { return false }
            let other = before.remove(at: index)
            for (one, another) in [(other.then, condition.then), (other.otherwise, condition.otherwise)]
            where graph.classes[one] != graph.classes[another] {
                difference.inner.append(.init(pair: SchemaPair(old: one, new: another)))
            }
            return true
        }
        let isWider = after.isEmpty && Set(exclusions(new)).isSubset(of: exclusions(old))
        if before.isEmpty, after.isEmpty, exclusions(old) == exclusions(new) { return }
        difference.add(
            .conditions, isWider ? .widened : .notCompared, places([.not, .if], old, new),
            effect: isWider ? .none : .undecided)
    }
}

extension SchemaView {
    /// Whether the plan lists each value that the schema allows.
    fileprivate var hasOnlyListedValues: Bool {
        zip(Self.families, values).allSatisfy { types.isDisjoint(with: $0) || $1 != nil }
    }
}
