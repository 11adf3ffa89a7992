import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

extension SchemaComparer {
    /// Compares the required names that `compareDeclared` does not compare.
    mutating func compareRequiredNames(_ old: MemberRules, _ new: MemberRules, _ place: ComparisonPlace) {
        let places = (old.place(.required), new.place(.required))
        for name in new.objects.required.symmetricDifference(old.objects.required).sorted() {
            let isNew = new.objects.required.contains(name)
            // `compareDeclared` compares each declared name for which `isLoneRequirement` returns `false`.
            let isDeclared = old.objects.members[name] != nil || new.objects.members[name] != nil
            if isDeclared, !isLoneRequirement(name, old, new) { continue }
            add(
                isNew ? .nowRequired : .noLongerRequired, place.member(name.text),
                old: isNew ? "optional" : "required", new: isNew ? "required" : "optional", places,
                failure: isNew ? .finding(.missing) : nil)
        }
    }

    /// Returns whether only the new plan requires a name that it does not declare as a member.
    private func isLoneRequirement(_ name: ExactText, _ old: MemberRules, _ new: MemberRules) -> Bool {
        new.objects.members[name] == nil && new.isRequired(name) && !old.isRequired(name)
    }

    mutating func compareAdditional(_ old: MemberRules, _ new: MemberRules, _ place: ComparisonPlace) {
        let (one, other) = (old.objects.additional, new.objects.additional)
        let (wasClosed, isClosed) = (table.space(of: one).isNever, table.space(of: other).isNever)
        let places = (old.place(.additionalProperties), new.place(.additionalProperties))
        switch (wasClosed, isClosed) {
        case (true, true): return
        case (false, true):
            add(.closed, place, old: "open", new: "closed", places, failure: .finding(.unplannedParameter))
        case (true, false):
            let failure =
                place.old.accepts(.unplannedParameter) ? failure(SpaceTable.any, other, place.member("*")) : nil
            add(.opened, place, old: "closed", new: "open", places, failure: failure)
        case (false, false): compare(one, other, place.member("*"))
        }
    }

    mutating func comparePatterns(_ old: MemberRules, _ new: MemberRules, _ place: ComparisonPlace) {
        let (one, other) = (old.objects.patterns, new.objects.patterns)
        guard Set(one.keys) == Set(other.keys) else {
            add(
                .namePatternsChanged, place, old: one.keys.words, new: other.keys.words,
                (old.place(.patternProperties), new.place(.patternProperties)),
                failure: .unknown(
                    "The comparison does not check which names fit the patterns, so each change counts as breaking."))
            return
        }
        for (pattern, schema) in one.sorted(by: { $0.key.source.precedesExactly($1.key.source) }) {
            guard let others = other[pattern] else { continue }
            compare(schema, others, place.member("/\(pattern.source)/"))
        }
    }

    mutating func compareDependents(_ old: MemberRules, _ new: MemberRules, _ place: ComparisonPlace) {
        let (one, other) = (old.objects.dependents, new.objects.dependents)
        if one == other { return }
        let places = (old.place(.dependentRequired), new.place(.dependentRequired))
        for name in Set(one.keys).union(other.keys).sorted() {
            let words = "required if there is a value for \(name.text.quotedForDisplay)"
            let (before, after) = (one[name] ?? [], other[name] ?? [])
            for dependent in after.subtracting(before).sorted() {
                let isKnown = isTrusting && old.isRequired(dependent)
                add(
                    .dependencyAdded, place.member(dependent.text), new: words, places,
                    failure: isKnown ? nil : .finding(.missing))
            }
            for dependent in before.subtracting(after).sorted() {
                add(.dependencyRemoved, place.member(dependent.text), old: words, places)
            }
        }
    }
}
