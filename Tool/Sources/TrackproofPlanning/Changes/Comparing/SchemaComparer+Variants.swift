import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

// The comparison pairs the variants of the old and the new plan that have equal conditions. If a variant has no
// counterpart, the comparison treats all its parameters as removed or added.
extension SchemaComparer {
    mutating func compareParameters(_ old: EventRules, _ new: EventRules, _ place: ComparisonPlace) {
        compareMembers(old.members, new.members, place)
        if old.variants.isEmpty, new.variants.isEmpty { return }
        var (removed, added) = (old.variants, new.variants)
        let pairs = takePairs(&removed, &added, by: \.conditions)
        guard charge(old.variants.count + new.variants.count * (1 + removed.count) + old.variants.count * added.count)
        else { return addUncompared(place, (old.members.place, new.members.place)) }
        for (one, other) in pairs { compareVariant(one, other, old, new, place) }
        for (one, other) in takePairs(&removed, &added, by: { VariantForm($0, classes) }) {
            let failure = failure(ofRemoving: one, old, new, place) ?? failure(ofAdding: other, old, new, place)
            add(
                .variantConditionChanged, place.condition(other), old: one.words, new: other.words,
                (one.place, other.place), failure: failure)
        }
        for variant in removed {
            add(
                .variantRemoved, place.condition(variant), old: variant.nameWords, (variant.place, new.members.place),
                failure: failure(ofRemoving: variant, old, new, place))
        }
        for variant in added {
            add(
                .variantAdded, place.condition(variant), new: variant.nameWords, (old.members.place, variant.place),
                failure: failure(ofAdding: variant, old, new, place))
        }
    }

    /// Returns whether two events have equal rules for their parameters.
    func areEqual(_ old: EventRules, _ new: EventRules) -> Bool {
        func form(_ rules: EventRules) -> ValueSpace {
            ValueSpace(objects: rules.members.objects).mapped { classes.all[$0] }
        }
        return form(old) == form(new) && old.variants.map(\.conditions) == new.variants.map(\.conditions)
            && old.variants.map { VariantForm($0, classes) } == new.variants.map { VariantForm($0, classes) }
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
        _ one: VariantRules, _ other: VariantRules, _ old: EventRules, _ new: EventRules, _ place: ComparisonPlace
    ) {
        let place = place.condition(other)
        for name in Set(one.members.keys).union(other.members.keys).sorted() {
            let inside = place.member(name.text)
            let wasRequired = one.required.contains(name) || old.members.isRequired(name)
            let isRequired = other.required.contains(name) || new.members.isRequired(name)
            switch (one.members[name], other.members[name]) {
            case (let schema?, let otherSchema?):
                compareRequired(wasRequired, isRequired, schema, otherSchema, inside)
                compare(schema, otherSchema, inside)
            case (let schema?, nil):
                add(
                    .parameterRemoved, inside, old: table.words(schema, isRequired: wasRequired),
                    (table.nodes[schema].place, other.place),
                    failure: failure(ofRemoving: name, schema, from: one, old, new, inside))
            case (nil, let schema?):
                add(
                    .parameterAdded, inside, new: table.words(schema, isRequired: isRequired),
                    (one.place, table.nodes[schema].place),
                    failure: failure(ofAdding: name, schema, to: other, old, new, inside))
            case (nil, nil): continue
            }
        }
    }

    // MARK: Failures

    private mutating func failure(
        ofRemoving variant: VariantRules, _ old: EventRules, _ new: EventRules, _ place: ComparisonPlace
    ) -> Failure? {
        for (name, schema) in variant.members.sorted(by: { $0.key < $1.key }) {
            let inside = place.member(name.text)
            if let failure = failure(ofRemoving: name, schema, from: variant, old, new, inside) { return failure }
        }
        return nil
    }

    private mutating func failure(
        ofAdding variant: VariantRules, _ old: EventRules, _ new: EventRules, _ place: ComparisonPlace
    ) -> Failure? {
        for (name, schema) in variant.members.sorted(by: { $0.key < $1.key }) {
            let inside = place.member(name.text)
            if let failure = failure(ofAdding: name, schema, to: variant, old, new, inside) { return failure }
        }
        return nil
    }

    /// Returns why events of a variant that loses the parameter `name` can fail, or `nil` if all of them fit.
    private mutating func failure(
        ofRemoving name: ExactText, _ schema: Int, from variant: VariantRules, _ old: EventRules, _ new: EventRules,
        _ place: ComparisonPlace
    ) -> Failure? {
        if let other = new.members.objects.members[name] {
            // If the old event declares the parameter too, `compareMembers` has compared it.
            return old.members.objects.members[name] == nil ? failure(schema, other, place) : nil
        }
        if let other = new.variants.first(where: { variant.implies($0) && $0.members[name] != nil })?.members[name] {
            return failure(schema, other, place)
        }
        return failure(ofRemoving: name, schema, new.members, place)
    }

    /// Returns why events of a variant that gains the parameter `name` can fail, or `nil` if all of them fit.
    private mutating func failure(
        ofAdding name: ExactText, _ schema: Int, to variant: VariantRules, _ old: EventRules, _ new: EventRules,
        _ place: ComparisonPlace
    ) -> Failure? {
        if let variant = reachable(variant, old) {
            let isRequired = variant.required.contains(name) && !wasRequired(name, in: variant, old)
            let missing: Failure? = isRequired ? .finding(.missing) : nil
            if missing?.level(place.new) == .breaks { return missing }
            if let failure = failure(ofValues: name, schema, in: variant, old, place) ?? missing { return failure }
        }
        // In the new plan, only events of this variant may have the parameter. Other events may have it in the old
        // plan.
        let isNew = old.members.objects.members[name] == nil && old.members.variants[name] == nil
        let wasOpen = old.members.objects.additional != SpaceTable.never || place.old.accepts(.unplannedParameter)
        return isNew && wasOpen && new.members.objects.members[name] == nil ? .finding(.variant) : nil
    }

    /// Returns the variant with only the condition values that the old plan allows, or `nil` if it allows none of them.
    private func reachable(_ variant: VariantRules, _ old: EventRules) -> VariantRules? {
        guard isTrusting else { return variant }
        var variant = variant
        for (name, values) in variant.conditions {
            if let schema = old.members.objects.members[name] {
                let space = table.space(of: schema)
                variant.conditions[name] = values.filter { space.mayContain($0) }
                if variant.conditions[name] == [] { return nil }
            } else if old.members.variants[name] == nil, old.members.objects.additional == SpaceTable.never {
                return nil
            }
        }
        return variant
    }

    private func wasRequired(_ name: ExactText, in variant: VariantRules, _ old: EventRules) -> Bool {
        old.members.isRequired(name) || old.variants.contains { variant.implies($0) && $0.required.contains(name) }
    }

    /// Returns why a value that the old plan allows in `variant` can fail to fit `schema`, or `nil` if all values fit.
    private mutating func failure(
        ofValues name: ExactText, _ schema: Int, in variant: VariantRules, _ old: EventRules, _ place: ComparisonPlace
    ) -> Failure? {
        if let own = old.members.objects.members[name] { return failure(own, schema, place) }
        for other in old.variants where other.overlaps(variant) {
            if let source = other.members[name], let failure = failure(source, schema, place) { return failure }
        }
        if old.members.variants[name] != nil {
            // If the old plan does not report a parameter of a wrong variant as an error, the parameter can have any
            // value.
            return place.old.accepts(.variant) ? failure(SpaceTable.any, schema, place) : nil
        }
        return failure(of: old.members, name, schema, place)
    }
}

/// The parameters of a variant, without its conditions.
private struct VariantForm: Hashable {
    let members: [ExactText: Int]
    let required: Set<ExactText>

    init(_ variant: VariantRules, _ classes: SpaceClasses) {
        members = variant.members.mapValues { classes.all[$0] }
        required = variant.required
    }
}

extension ValueSpace {
    /// Returns whether a value has an allowed type and, if the schema lists the values of this type, is listed.
    fileprivate func mayContain(_ value: CanonicalValue) -> Bool {
        types.families.contains(value.type) && (!listed.contains(value.type) || values.contains(value))
    }
}

extension ComparisonPlace {
    fileprivate func condition(_ variant: VariantRules) -> ComparisonPlace {
        var place = self
        place.condition = variant.words
        return place
    }
}
