import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

extension SchemaComparer {
    mutating func compareMembers(_ old: MemberRules, _ new: MemberRules, _ place: ComparisonPlace) {
        compareDeclared(old, new, place)
        compareRequiredNames(old, new, place)
        compareAdditional(old, new, place)
        comparePatterns(old, new, place)
        compareDependents(old, new, place)
        if classes.values[old.objects.names] != classes.values[new.objects.names] {
            add(
                .propertyNamesChanged, place, (old.place(.propertyNames), new.place(.propertyNames)),
                failure: failure(old.objects.names, new.objects.names, place))
        }
        compareCounts(
            Counts(old.objects.minCount, old.objects.maxCount, "member", known: knownCounts(old)),
            Counts(new.objects.minCount, new.objects.maxCount, "member"), place,
            (.propertiesTightened, .propertiesLoosened),
            (
                (old.place(.minProperties), new.place(.minProperties)),
                (old.place(.maxProperties), new.place(.maxProperties))
            ))
    }

    /// Returns the least and the greatest number of members that the required and the declared names allow.
    private func knownCounts(_ rules: MemberRules) -> (least: Int, most: Int) {
        guard isTrusting else { return (0, .max) }
        let isClosed = table.space(of: rules.objects.additional).isNever && rules.objects.patterns.isEmpty
        return (rules.objects.required.count, isClosed ? rules.objects.members.count : .max)
    }

    // MARK: Declared members

    private mutating func compareDeclared(_ old: MemberRules, _ new: MemberRules, _ place: ComparisonPlace) {
        let (oldMembers, newMembers) = (old.objects.members, new.objects.members)
        guard charge(oldMembers.count + newMembers.count) else { return addUncompared(place, (old.place, new.place)) }
        var removed: [ExactText] = []
        for (name, schema) in oldMembers.sorted(by: { $0.key < $1.key }) {
            guard let other = newMembers[name] else {
                removed.append(name)
                continue
            }
            compareRequired(old.isRequired(name), new.isRequired(name), schema, other, place.member(name.text))
            compare(schema, other, place.member(name.text))
        }
        var added = newMembers.keys.filter { oldMembers[$0] == nil }.sorted()
        let renames = isProbing ? [] : renamedMembers(removed, added, old, new)
        for (one, other) in renames { rename(one, other, old, new, place) }
        let (gone, come) = (Set(renames.map(\.0)), Set(renames.map(\.1)))
        removed.removeAll { gone.contains($0) }
        added.removeAll { come.contains($0) }
        for name in removed { remove(name, old, new, place) }
        for name in added { add(name, old, new, place) }
    }

    mutating func compareRequired(
        _ old: Bool, _ new: Bool, _ oldSchema: Int, _ newSchema: Int, _ place: ComparisonPlace
    ) {
        if old == new { return }
        add(
            new ? .nowRequired : .noLongerRequired, place, old: old ? "required" : "optional",
            new: new ? "required" : "optional", (table.nodes[oldSchema].place, table.nodes[newSchema].place),
            failure: new ? .finding(.missing) : nil)
    }

    private mutating func remove(
        _ name: ExactText, _ old: MemberRules, _ new: MemberRules, _ place: ComparisonPlace
    ) {
        guard let schema = old.objects.members[name] else { return }
        let inside = place.member(name.text)
        let isForbidden = table.space(of: schema).isNever
        add(
            isForbidden ? .noLongerForbidden : .parameterRemoved, inside,
            old: table.words(schema, isRequired: old.isRequired(name)), (table.nodes[schema].place, new.place),
            failure: failure(ofRemoving: name, schema, new, inside))
    }

    private mutating func add(_ name: ExactText, _ old: MemberRules, _ new: MemberRules, _ place: ComparisonPlace) {
        guard let schema = new.objects.members[name] else { return }
        let inside = place.member(name.text)
        let isRequired = new.isRequired(name)
        let isForbidden = table.space(of: schema).isNever
        add(
            isForbidden ? .nowForbidden : .parameterAdded, inside,
            new: table.words(schema, isRequired: isRequired), (old.place, table.nodes[schema].place),
            failure: failure(ofAdding: name, schema, old, new, inside),
            readers: isForbidden ? .ok("The old plan does not declare the parameter.") : nil,
            code: isForbidden
                ? .ok("The old code has no such parameter.")
                : (isRequired ? .breaks("Code that creates the event does not pass the new required argument.") : nil))
    }

    private mutating func rename(
        _ oldName: ExactText, _ newName: ExactText, _ old: MemberRules, _ new: MemberRules, _ place: ComparisonPlace
    ) {
        guard let schema = old.objects.members[oldName], let other = new.objects.members[newName] else { return }
        let failure =
            failure(ofRemoving: oldName, schema, new, place.member(oldName.text))
            ?? failure(ofAdding: newName, other, old, new, place.member(newName.text))
        var inside = place.member(newName.text)
        add(
            .parameterRenamed, inside, old: oldName.text.quotedForDisplay, new: newName.text.quotedForDisplay,
            (table.nodes[schema].place, table.nodes[other].place), failure: failure)
        inside.unaffected = inside.unaffected ?? "Released apps send the parameter under its old name."
        compareRequired(old.isRequired(oldName), new.isRequired(newName), schema, other, inside)
        compare(schema, other, inside)
    }

    // MARK: Failures

    /// Returns why events with a member that only the old plan declares can fail, or `nil` if they fit the new plan.
    mutating func failure(
        ofRemoving name: ExactText, _ schema: Int, _ new: MemberRules, _ place: ComparisonPlace
    ) -> Failure? {
        if table.space(of: schema).isNever, !place.old.accepts(.forbidden) { return nil }
        if new.variants[name] != nil { return .finding(.variant) }
        for other in new.objects.schemas(of: name) {
            if other == new.objects.additional, table.space(of: other).isNever { return .finding(.unplannedParameter) }
            if let failure = failure(schema, other, place) { return failure }
        }
        return nil
    }

    /// Returns why a member that only the new plan declares can make old events fail, or `nil` if it cannot.
    mutating func failure(
        ofAdding name: ExactText, _ schema: Int, _ old: MemberRules, _ new: MemberRules, _ place: ComparisonPlace
    ) -> Failure? {
        if new.isRequired(name), !old.isRequired(name), !place.new.accepts(.missing) { return .finding(.missing) }
        let failure = failure(of: old, name, schema, place)
        return failure ?? (new.isRequired(name) && !old.isRequired(name) ? .finding(.missing) : nil)
    }

    /// Returns why a value of a member that `old` does not declare can fail to fit `schema`, or `nil` if it cannot.
    mutating func failure(
        of old: MemberRules, _ name: ExactText, _ schema: Int, _ place: ComparisonPlace
    ) -> Failure? {
        if let variants = old.variants[name] {
            for variant in variants {
                if let failure = failure(variant, schema, place) { return failure }
            }
            return place.old.accepts(.variant) ? failure(SpaceTable.any, schema, place) : nil
        }
        var found: Failure?
        for other in old.objects.schemas(of: name) {
            if table.space(of: other).isNever {
                return place.old.accepts(.unplannedParameter) ? failure(SpaceTable.any, schema, place) : nil
            }
            guard let failure = failure(other, schema, place) else { return nil }
            found = found ?? failure
        }
        return found
    }
}
