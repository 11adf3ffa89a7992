internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

// The parameters of events with variants.
//
// If no two variants of a plan overlap, an event is of one variant or of none. Then a variant of the old plan is
// compared with the variants of the new plan that its events can be of. If variants overlap, a further or a lacking one
// counts as a failure.
extension SchemaComparer {
    /// Compares the parameters of an event.
    mutating func compareParameters(_ old: EventRules, _ new: EventRules, _ place: ComparisonPlace) {
        compareMembers(old.members, new.members, place)
        if old.variants.isEmpty, new.variants.isEmpty { return }
        guard charge(old.variants.count * min(new.variants.count + 1, [VariantRules].limit)) else {
            return addUncompared(place, (old.members.place, new.members.place))
        }
        var comparison = VariantComparison(old, new)
        for (one, other) in comparison.pairs { compareVariant(one, other, comparison, place) }
        for (one, other) in comparison.takeMoved(classes) {
            var inside = place
            inside.condition = other.words
            let failure = failure(ofRemoving: one, comparison, place) ?? failure(ofAdding: other, comparison, place)
            add(
                .variantConditionChanged, inside, old: one.words, new: other.words, (one.place, other.place),
                failure: failure)
        }
        for variant in comparison.removed {
            var inside = place
            inside.condition = variant.words
            let failure = failure(ofRemoving: variant, comparison, place)
            add(
                .variantRemoved, inside, old: variant.nameWords, (variant.place, new.members.place), failure: failure)
        }
        for variant in comparison.added {
            var inside = place
            inside.condition = variant.words
            let failure = failure(ofAdding: variant, comparison, place)
            add(.variantAdded, inside, new: variant.nameWords, (old.members.place, variant.place), failure: failure)
        }
    }

    private mutating func compareVariant(
        _ old: VariantRules, _ new: VariantRules, _ comparison: VariantComparison, _ place: ComparisonPlace
    ) {
        var place = place
        place.condition = new.words
        for name in Set(old.members.keys).union(new.members.keys).sorted() {
            let inside = place.member(name.text)
            let wasRequired = old.required.contains(name) || comparison.old.members.isRequired(name)
            let isRequired = new.required.contains(name) || comparison.new.members.isRequired(name)
            switch (old.members[name], new.members[name]) {
            case (let one?, let other?):
                compareRequired(wasRequired, isRequired, one, other, inside)
                compare(one, other, inside)
            case (let one?, nil):
                let failure = failure(ofRemoving: name, one, comparison, inside)
                add(
                    .parameterRemoved, inside, old: table.words(one, isRequired: wasRequired),
                    (table.nodes[one].place, new.place), failure: failure)
            case (nil, let other?):
                let failure = failure(ofAdding: name, other, isRequired, [old], comparison, inside)
                add(
                    .parameterAdded, inside, new: table.words(other, isRequired: isRequired),
                    (old.place, table.nodes[other].place), failure: failure)
            case (nil, nil): continue
            }
        }
    }

    // MARK: Failures

    /// Returns the failure of events of a variant that only the old plan has.
    private mutating func failure(
        ofRemoving variant: VariantRules, _ comparison: VariantComparison, _ place: ComparisonPlace
    ) -> Failure? {
        guard comparison.isExact else { return comparison.overlap }
        let regions = comparison.new.variants.filter { $0.overlaps(variant) }
        let isAlone = !regions.contains { variant.implies($0) }
        for (name, schema) in variant.members {
            let isLost = isAlone || regions.contains { $0.members[name] == nil }
            if isLost, let failure = failure(ofRemoving: name, schema, comparison, place.member(name.text)) {
                return failure
            }
        }
        return nil
    }

    /// Returns the failure of a parameter that a variant does not have any longer.
    private mutating func failure(
        ofRemoving name: ExactText, _ schema: Int, _ comparison: VariantComparison, _ place: ComparisonPlace
    ) -> Failure? {
        if let other = comparison.new.members.objects.members[name] {
            // If the event had declared it too, the comparison of the event's own parameters has judged that.
            return comparison.old.members.objects.members[name] == nil ? failure(schema, other, place) : nil
        }
        return failure(ofRemoving: name, schema, comparison.new.members, place)
    }

    /// Returns the failure of events of a variant that only the new plan has.
    private mutating func failure(
        ofAdding variant: VariantRules, _ comparison: VariantComparison, _ place: ComparisonPlace
    ) -> Failure? {
        guard comparison.isExact else { return comparison.overlap }
        var regions: [VariantRules?] = comparison.old.variants.filter { $0.overlaps(variant) }
        if !regions.contains(where: { $0.map { variant.implies($0) } ?? false }) { regions.append(nil) }
        for (name, schema) in variant.members {
            let isRequired = variant.required.contains(name)
            let inside = place.member(name.text)
            if let failure = failure(ofAdding: name, schema, isRequired, regions, comparison, inside) { return failure }
        }
        return nil
    }

    /// Returns the failure of a parameter that a variant did not have before.
    ///
    /// - Parameter regions: The variants of the old plan whose events can be of the variant. `nil` stands for events of
    ///   no variant.
    private mutating func failure(
        ofAdding name: ExactText, _ schema: Int, _ isRequired: Bool, _ regions: [VariantRules?],
        _ comparison: VariantComparison, _ place: ComparisonPlace
    ) -> Failure? {
        let old = comparison.old.members
        for region in regions {
            let wasRequired = old.isRequired(name) || region?.required.contains(name) ?? false
            if isRequired, !wasRequired, !place.new.accepts(.missing) { return .finding(.missing) }
            if let failure = failure(in: region, name, schema, comparison, place) { return failure }
        }
        // Events of other variants must not have the parameter any longer.
        let isNew = old.objects.members[name] == nil && old.variants[name] == nil
        let wasOpen = !table.space(of: old.objects.additional).isNever || place.old.accepts(.unplannedParameter)
        let isOwn = comparison.new.members.objects.members[name] != nil
        return isNew && wasOpen && !isOwn ? .finding(.variant) : nil
    }

    /// Returns the failure of the values that a parameter can have in events of one variant of the old plan.
    private mutating func failure(
        in region: VariantRules?, _ name: ExactText, _ schema: Int, _ comparison: VariantComparison,
        _ place: ComparisonPlace
    ) -> Failure? {
        let old = comparison.old.members
        let sources = [old.objects.members[name], region?.members[name]].compactMap { $0 }
        if sources.isEmpty {
            let isElsewhere = old.variants[name] != nil && comparison.isExact && !place.old.accepts(.variant)
            return isElsewhere ? nil : failure(of: old, name, schema, place)
        }
        var found: Failure?
        for source in sources {
            guard let failure = failure(source, schema, place) else { return nil }
            found = found ?? failure
        }
        return found
    }
}
