import Trackproof
import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

// The comparison pairs the variants of the old and the new plan that have equal conditions. If a variant has no
// counterpart, the comparison treats all its parameters as removed or added.
extension SchemaComparer {
    func compareVariants(_ old: MemberRules, _ new: MemberRules, _ difference: inout SchemaDifference) {
        var (removed, added) = (old.variants, new.variants)
        for (one, other) in takePairs(&removed, &added, by: { $0.isDefault ? nil : $0.conditions }) {
            compareVariant(one, other, old, new, &difference)
        }
        if removed.isEmpty, added.isEmpty { return }
        guard (old.variants.count + new.variants.count) * (removed.count + added.count) < 100_000 else {
            return difference.addNotCompared((old.general.place, new.general.place))
        }
        if (old.variants + new.variants).contains(where: \.isDefault) {
            difference.add(
                .variant, .changed, condition: "no other variant applies", (old.general.place, new.general.place),
                effect: .doubt("The default applies to other events than before."))
        }
        let pairs = takePairs(&removed, &added) { variant in
            [variant.isDefault, variant.members.mapValues(signature), variant.required] as [AnyHashable]
        }
        for (one, other) in pairs {
            addVariant(.changed, one, other, old, new, &difference)
            for (name, schemas) in one.members {
                let pair = SchemaPair(old: schemas, new: other.members[name] ?? [])
                difference.inner.append(.init(pair: pair, path: name.text.memberPath, condition: other.words))
            }
        }
        for variant in removed { addVariant(.removed, variant, nil, old, new, &difference) }
        for variant in added { addVariant(.added, nil, variant, old, new, &difference) }
    }

    private func addVariant(
        _ direction: PlanChange.Direction, _ one: VariantRules?, _ other: VariantRules?, _ old: MemberRules,
        _ new: MemberRules, _ difference: inout SchemaDifference
    ) {
        var effect = Effect.none
        if let one { for name in one.members.keys { effect.formUnion(effectOfRemoving(name, from: one, old, new)) } }
        if let other { for name in other.members.keys { effect.formUnion(effectOfAdding(name, to: other, old, new)) } }
        let isChanged = direction == .changed
        difference.add(
            .variant, direction, condition: (other ?? one)?.words, old: isChanged ? one?.words : one?.nameWords,
            new: isChanged ? other?.words : other?.nameWords,
            (one?.place ?? old.general.place, other?.place ?? new.general.place), effect: effect)
    }

    // MARK: Effects

    /// Returns the effect of values of a member that only the old plan declares for the events of `variant`.
    func effectOfRemoving(
        _ name: ExactText, from variant: VariantRules, _ old: MemberRules, _ new: MemberRules
    ) -> Effect {
        let schemas = graph.simplified((old.members[name] ?? []) + (variant.members[name] ?? []))
        if graph.isNever(schemas) { return effect(ifReliable: .forbidden) }
        let next = new.variants.first { variant.implies($0) && $0.members[name] != nil }
        if let others = new.members[name] ?? next?.members[name] {
            return Effect(pairs: [SchemaPair(old: schemas, new: others)])
        }
        if new.isOnlyInVariants(name) { return .finding(.variant) }
        if new.isForbidden(name) { return .finding(.unplannedParameter) }
        return Effect(pairs: [SchemaPair(old: schemas, new: new.schemas(of: name))])
    }

    /// Returns the effect if the values of a member that the old plan does not declare for the events of `variant` must
    /// fit the schemas of this variant.
    func effectOfAdding(
        _ name: ExactText, to variant: VariantRules, _ old: MemberRules, _ new: MemberRules
    ) -> Effect {
        var effect = Effect.none
        let schemas = variant.members[name] ?? []
        let isUndeclared = old.members[name] == nil && !old.isOnlyInVariants(name)
        // In the new plan, only events of this variant may have the parameter. Other events may have it in the old plan.
        if isUndeclared, new.members[name] == nil {
            effect =
                old.isForbidden(name)
                ? self.effect(ifReliable: .unplannedParameter)
                : .doubt("Released apps may already send this name in events of other variants.")
        }
        guard let reached = reachable(variant, old) else { return effect }
        let others = old.schemas(of: name)
        if old.isOnlyInVariants(name) {
            effect.formUnion(self.effect(ifReliable: .variant))
            let sources = old.variants.filter { $0.overlaps(reached) }.compactMap { $0.members[name] }
            effect.pairs = sources.map { SchemaPair(old: $0, new: schemas) }
        } else if isUndeclared, graph.isNever(others) {
            effect.formUnion(self.effect(ifReliable: .unplannedParameter))
        } else if isUndeclared, others.allSatisfy({ graph[$0].isAny }), !schemas.allSatisfy({ graph[$0].isAny }) {
            effect.formUnion(.doubt("Released apps may already send this name with other values."))
        } else {
            effect.pairs = [SchemaPair(old: others, new: schemas)]
        }
        let wasRequired =
            old.required.contains(name) || old.variants.contains { reached.implies($0) && $0.required.contains(name) }
        let isRequired = variant.required.contains(name) || variant.words == nil && new.required.contains(name)
        if isRequired, !wasRequired { effect.formUnion(.finding(.missing)) }
        return effect
    }

    /// Returns the variant with only the condition values that the old plan allows, or `nil` if it allows none of them.
    private func reachable(_ variant: VariantRules, _ old: MemberRules) -> VariantRules? {
        guard lenient.isEmpty else { return variant }
        var variant = variant
        for (name, values) in variant.conditions {
            if let schemas = old.members[name] {
                let view = view(schemas)
                variant.conditions[name] = values.filter { view.mayContain($0) }
                if variant.conditions[name] == [] { return nil }
            } else if !old.isOnlyInVariants(name), old.isForbidden(name) {
                return nil
            }
        }
        return variant
    }
}
