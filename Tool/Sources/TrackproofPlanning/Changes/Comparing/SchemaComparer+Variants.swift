import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

// The comparison pairs the variants of the old and the new plan that have equal conditions. If a variant has no
// counterpart, the comparison treats all its parameters as removed or added.
extension SchemaComparer {
    /// The effect of a change, and pairs of schemas whose effect is also an effect of the change.
    private typealias EffectWithPairs = (effect: Effect, pairs: [SchemaPair])

    mutating func compareVariants(_ old: MemberRules, _ new: MemberRules, _ difference: inout SchemaDifference) {
        if old.variants.isEmpty, new.variants.isEmpty { return }
        var (removed, added) = (old.variants, new.variants)
        let pairs = takePairs(&removed, &added) { [$0.isDefault ? nil : $0.conditions] }
        guard charge(old.variants.count + new.variants.count * (1 + removed.count) + old.variants.count * added.count)
        else { return addNotCompared((old.place, new.place), &difference) }
        for (one, other) in pairs { compareVariant(one, other, old, new, &difference) }
        if !removed.isEmpty || !added.isEmpty, (old.variants + new.variants).contains(where: \.isDefault) {
            difference.add(
                .variant, .changed, condition: "no other variant applies", (old.place, new.place),
                effect: .doubt("The default applies to other events than before."))
        }
        for (one, other) in takePairs(&removed, &added, by: { VariantForm($0, graph.noteClasses) }) {
            let gone = effectOfRemoving(one, old, new)
            let come = effectOfAdding(other, old, new)
            var effect = gone.effect
            effect.formUnion(come.effect)
            difference.add(
                .variant, .changed, condition: other.words, old: one.words, new: other.words, (one.place, other.place),
                effect: effect, pairs: gone.pairs + come.pairs)
        }
        for variant in removed {
            let (effect, pairs) = effectOfRemoving(variant, old, new)
            difference.add(
                .variant, .removed, condition: variant.words, old: variant.nameWords, (variant.place, new.place),
                effect: effect, pairs: pairs)
        }
        for variant in added {
            let (effect, pairs) = effectOfAdding(variant, old, new)
            difference.add(
                .variant, .added, condition: variant.words, new: variant.nameWords, (old.place, variant.place),
                effect: effect, pairs: pairs)
        }
    }

    /// Removes the pairs of an old and a new variant for which `part` returns equal values, and returns these pairs.
    private func takePairs<Part: Hashable>(
        _ old: inout [VariantRules], _ new: inout [VariantRules], by part: (VariantRules) -> Part
    ) -> [(VariantRules, VariantRules)] {
        var known = Dictionary(grouping: new.indices.reversed(), by: { part(new[$0]) })
        var pairs: [(VariantRules, VariantRules)] = []
        var taken: Set<Int> = []
        old.removeAll { variant in
            guard let index = known[part(variant)]?.popLast() else { return false }
            pairs.append((variant, new[index]))
            taken.insert(index)
            return true
        }
        new = new.indices.filter { !taken.contains($0) }.map { new[$0] }
        return pairs
    }

    private mutating func compareVariant(
        _ one: VariantRules, _ other: VariantRules, _ old: MemberRules, _ new: MemberRules,
        _ difference: inout SchemaDifference
    ) {
        for name in Set(one.members.keys).union(other.members.keys).sorted() {
            let path = name.text.memberPath
            let wasRequired = one.required.contains(name) || old.isRequired(name)
            let isRequired = other.required.contains(name) || new.isRequired(name)
            switch (one.members[name], other.members[name]) {
            case (let schema?, let otherSchema?):
                addPresence(
                    wasRequired, isRequired, path, other.words, (graph[schema].place, graph[otherSchema].place),
                    &difference)
                difference.inner.append(
                    .init(pair: SchemaPair(old: schema, new: otherSchema), path: path, condition: other.words))
            case (let schema?, nil):
                let (effect, pairs) = effectOfRemoving(name, schema, from: one, old, new)
                difference.add(
                    .parameter, .removed, path: path, condition: other.words,
                    old: view(schema).words(isRequired: wasRequired), (graph[schema].place, other.place),
                    effect: effect, pairs: pairs)
            case (nil, let schema?):
                let (effect, pairs) = effectOfAdding(name, schema, to: other, old, new)
                difference.add(
                    .parameter, .added, path: path, condition: other.words,
                    new: view(schema).words(isRequired: isRequired), (one.place, graph[schema].place), effect: effect,
                    pairs: pairs)
            case (nil, nil): continue
            }
        }
    }

    // MARK: Effects

    private func effectOfRemoving(_ variant: VariantRules, _ old: MemberRules, _ new: MemberRules) -> EffectWithPairs {
        sum(variant.members.sorted { $0.key < $1.key }.map { effectOfRemoving($0, $1, from: variant, old, new) })
    }

    private mutating func effectOfAdding(
        _ variant: VariantRules, _ old: MemberRules, _ new: MemberRules
    ) -> EffectWithPairs {
        sum(variant.members.sorted { $0.key < $1.key }.map { effectOfAdding($0, $1, to: variant, old, new) })
    }

    private func sum(_ effects: [EffectWithPairs]) -> EffectWithPairs {
        (effects.reduce(into: Effect.none) { $0.formUnion($1.effect) }, effects.flatMap(\.pairs))
    }

    /// Returns the effect if a variant loses the parameter `name`.
    private func effectOfRemoving(
        _ name: ExactText, _ schema: Int, from variant: VariantRules, _ old: MemberRules, _ new: MemberRules
    ) -> EffectWithPairs {
        if let others = new.members[name] {
            // If the old event declares the parameter too, `compareDeclared` has compared it.
            return (.none, old.members[name] == nil ? pairs([schema], others) : [])
        }
        if let other = new.variants.first(where: { variant.implies($0) && $0.members[name] != nil })?.members[name] {
            return (.none, pairs([schema], [other]))
        }
        return effectOfRemoving(name, [schema], old, new)
    }

    /// Returns the effect if a variant gains the parameter `name`.
    private mutating func effectOfAdding(
        _ name: ExactText, _ schema: Int, to variant: VariantRules, _ old: MemberRules, _ new: MemberRules
    ) -> EffectWithPairs {
        var sum: EffectWithPairs = (.none, [])
        if let variant = reachable(variant, old) {
            sum = effectOfValues(name, schema, in: variant, old)
            if variant.required.contains(name), !wasRequired(name, in: variant, old) {
                sum.effect.formUnion(.finding(.missing))
            }
        }
        // In the new plan, only events of this variant may have the parameter. Other events may have it in the old plan.
        let isNew = old.members[name] == nil && old.variantSchemas[name] == nil
        if isNew, new.members[name] == nil {
            sum.effect.formUnion(
                old.isForbidden(name)
                    ? effect(ifReliable: .unplannedParameter)
                    : .doubt("Released apps may already send this name in events of other variants."))
        }
        return sum
    }

    /// Returns the variant with only the condition values that the old plan allows, or `nil` if it allows none of them.
    private mutating func reachable(_ variant: VariantRules, _ old: MemberRules) -> VariantRules? {
        guard lenient.isEmpty else { return variant }
        var variant = variant
        for (name, values) in variant.conditions {
            if let schemas = old.members[name] {
                let view = view(schemas.first ?? SchemaGraph.any)
                variant.conditions[name] = values.filter { view.mayContain($0) }
                if variant.conditions[name] == [] { return nil }
            } else if old.variantSchemas[name] == nil, old.isForbidden(name) {
                return nil
            }
        }
        return variant
    }

    private func wasRequired(_ name: ExactText, in variant: VariantRules, _ old: MemberRules) -> Bool {
        old.isRequired(name) || old.variants.contains { variant.implies($0) && $0.required.contains(name) }
    }

    /// Returns the effect if the values that the old plan allows in `variant` must fit a new schema.
    private func effectOfValues(
        _ name: ExactText, _ schema: Int, in variant: VariantRules, _ old: MemberRules
    ) -> EffectWithPairs {
        if let own = old.members[name] { return (.none, pairs(own, [schema])) }
        let sources = old.variants.filter { $0.overlaps(variant) }.compactMap { $0.members[name] }
        if old.variantSchemas[name] != nil {
            // If the old plan does not report a parameter of a wrong variant as an error, it can have any value.
            return (effect(ifReliable: .variant), sources.flatMap { pairs([$0], [schema]) })
        }
        return effectOfValues(name, [schema], old)
    }
}

/// The parameters of a variant, without its conditions.
private struct VariantForm: Hashable {
    let isDefault: Bool
    let members: [ExactText: Int]
    let required: Set<ExactText>

    init(_ variant: VariantRules, _ classes: [Int]) {
        members = variant.members.mapValues { classes[$0] }
        required = variant.required
        isDefault = variant.isDefault
    }
}
