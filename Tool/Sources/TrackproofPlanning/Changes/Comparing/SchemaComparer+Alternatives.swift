import Trackproof
import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

// `anyOf`, `oneOf`, `not` and `if`. The comparison pairs an old alternative with the new alternative that has the same constant
// in the same property, or that looks the same. What it cannot pair, it does not compare.
extension SchemaComparer {
    private typealias Alternatives = (schemas: [Int], isExclusive: Bool)

    /// Adds what is different between the alternatives for one type.
    func compareAlternatives(_ old: TypeRules, _ new: TypeRules, _ difference: inout SchemaDifference) {
        var (before, after) = (old.alternatives, new.alternatives)
        if before.isEmpty, after.isEmpty { return }
        let places = places([.anyOf, .oneOf, .type], old, new)
        let alike = takePairs(&before, &after) { [$0.isExclusive ? [nil] : []] + [$0.schemas.map { signature([$0]) }] }
        for (list, other) in alike { compare(list, other, places, &difference) }
        switch (before.count, after.count) {
        case (0, 0): return
        case (_, 0): addAlternatives(.widened, before, after, places, &difference)
        case (1, 1): compare(before[0], after[0], places, &difference)
        default: addAlternatives(.notCompared, before, after, places, &difference)
        }
    }

    /// Removes the pairs of an old and a new element for which `key` returns equal values, and returns these pairs.
    func takePairs<Element, Key: Hashable>(
        _ old: inout [Element], _ new: inout [Element], by key: (Element) -> Key
    ) -> [(Element, Element)] {
        if old.isEmpty || new.isEmpty { return [] }
        var known = Dictionary(grouping: new.indices.reversed(), by: { key(new[$0]) })
        var pairs: [(Element, Element)] = []
        var taken: Set<Int> = []
        old.removeAll { element in
            guard let index = known[key(element)]?.popLast() else { return false }
            pairs.append((element, new[index]))
            return taken.insert(index).inserted
        }
        new = new.indices.filter { !taken.contains($0) }.map { new[$0] }
        return pairs
    }

    private func addAlternatives(
        _ direction: PlanChange.Direction, _ old: [Alternatives], _ new: [Alternatives], _ places: Places,
        unlessEqual: [SchemaPair] = [], _ difference: inout SchemaDifference
    ) {
        func words(_ lists: [Alternatives]) -> String? {
            let words = lists.map {
                ($0.isExclusive ? "oneOf" : "anyOf") + " with " + $0.schemas.count.counted("schema")
            }
            return words.isEmpty ? nil : words.sorted().joined(separator: ", ")
        }
        difference.add(
            .alternatives, direction, old: words(old), new: words(new), places,
            effect: direction == .notCompared ? .undecided : .none, unlessEqual: unlessEqual)
    }

    private func compare(
        _ old: Alternatives, _ new: Alternatives, _ places: Places, _ difference: inout SchemaDifference
    ) {
        let name = discriminator(old, new)
        func constant(_ schema: Int) -> CanonicalValue? { name.flatMap { constants(of: schema)[$0] } }
        func words(_ schema: Int) -> String? {
            name.flatMap { name in constant(schema).map { name.text.quotedForDisplay + " is " + $0.words } }
        }
        var (removed, added) = (old.schemas, new.schemas)
        var pairs =
            name == nil
            ? takePairs(&removed, &added) { signature([$0]) } : takePairs(&removed, &added, by: constant)
        // With `oneOf`, a value that fits one changed alternative can also fit another one, and fits neither then.
        let isDecided = lenient.isEmpty && (!new.isExclusive || name != nil)
        if isDecided, name == nil, removed.count == 1, added.count == 1 {
            pairs.append((removed.removeLast(), added.removeLast()))
        }
        if name != nil {
            for schema in removed {
                difference.add(
                    .alternatives, .removed, condition: words(schema), (graph[schema].place, places.new),
                    effect: .finding(.notInEnum))
            }
            for schema in added {
                difference.add(.alternatives, .widened, condition: words(schema), (places.old, graph[schema].place))
            }
        } else if !isDecided || !removed.isEmpty {
            let isPaired = removed.isEmpty && added.isEmpty && old.isExclusive == new.isExclusive
            let equal = isPaired ? pairs.map { SchemaPair(old: [$0], new: [$1]) } : []
            return addAlternatives(.notCompared, [old], [new], places, unlessEqual: equal, &difference)
        } else if old.isExclusive || !added.isEmpty {
            addAlternatives(.widened, [old], [new], places, &difference)
        }
        for (one, other) in pairs {
            difference.inner.append(.init(pair: SchemaPair(old: [one], new: [other]), condition: words(other)))
        }
    }

    /// Returns the name of a property that all alternatives of both plans require with a constant, so that the alternatives
    /// of a plan have different constants. `nil` if there is no such property.
    private func discriminator(_ old: Alternatives, _ new: Alternatives) -> ExactText? {
        guard lenient.isEmpty, let first = old.schemas.first else { return nil }
        let (olds, news) = (old.schemas.map(constants), new.schemas.map(constants))
        return constants(of: first).keys.sorted().first { name in
            [olds, news].allSatisfy { Set($0.compactMap { $0[name] }).count == $0.count }
        }
    }

    /// Returns the required properties of an object that have only one value.
    private func constants(of schema: Int) -> [ExactText: CanonicalValue] {
        let view = view([schema])
        guard view.types == .object else { return [:] }
        let members = MemberRules(view.rules[ValueRules.objects].schemas, graph)
        return members.members.filter { members.required.contains($0.key) }.compactMapValues { self.view($0).onlyValue }
    }

    // MARK: Conditions

    /// Adds what is different between the schemas of `not` and `if` for one type.
    func compareConditions(_ old: TypeRules, _ new: TypeRules, _ difference: inout SchemaDifference) {
        if old.conditions.isEmpty, new.conditions.isEmpty { return }
        var (removed, added) = (old.conditions, new.conditions)
        let pairs = takePairs(&removed, &added) { $0.map(signature) }.flatMap { zip($0, $1) }
        let places = places([.not, .if], old, new)
        if !removed.isEmpty, added.isEmpty { difference.add(.conditions, .widened, places) }
        if pairs.isEmpty, added.isEmpty { return }
        difference.addNotCompared(
            places, unlessEqual: added.isEmpty ? pairs.map { SchemaPair(old: $0, new: $1) } : [])
    }

    // MARK: Signatures

    /// Returns what schemas demand of a value and of its members, without the rules of the members.
    func signature(_ schemas: [Int]) -> SchemaSignature {
        let view = view(schemas)
        let members = MemberRules(view.rules[ValueRules.objects].schemas, graph)
        func types(_ schema: Int) -> JSONTypes { graph[schema].readableTypes }
        return SchemaSignature(
            types: view.types, values: view.values,
            facets: zip(SchemaKeyword.facets, view.rules).flatMap { facets, rules in
                let demands = Demands(rules.schemas, graph)
                return facets.map { demands.words($0) }
            },
            members: members.members.mapValues { $0.map(types) }, required: members.required,
            alternatives: view.rules.map { $0.alternatives.map(\.schemas.count) })
    }
}

/// What schemas demand of a value. Schemas with equal signatures are probably equal, but their members can differ.
struct SchemaSignature: Hashable {
    let types: JSONTypes
    var values: [Set<CanonicalValue>?] = []
    var facets: [String?] = []
    var members: [ExactText: [JSONTypes]] = [:]
    var required: Set<ExactText> = []
    var alternatives: [[Int]] = []
}
