import Trackproof
import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

extension SchemaComparer {
    /// Adds what is different between the members that two objects, or the parameters that two events may have.
    func compareMembers(_ old: MemberRules, _ new: MemberRules, _ difference: inout SchemaDifference) {
        compareVariant(old.general, new.general, old, new, &difference)
        compareUndeclared(old, new, &difference)
        compareDependents(old, new, &difference)
        let names = SchemaPair(old: old.names, new: new.names)
        difference.add(
            .propertyNames, .changed, (old.place(.propertyNames), new.place(.propertyNames)),
            effect: Effect(pairs: [names]), unlessEqual: [names])
        compareVariants(old, new, &difference)
    }

    // MARK: Declared members

    /// Adds what is different between the members that all events, or only those of a variant may have.
    func compareVariant(
        _ one: VariantRules, _ other: VariantRules, _ old: MemberRules, _ new: MemberRules,
        _ difference: inout SchemaDifference
    ) {
        var (removed, added): ([ExactText], [ExactText]) = ([], [])
        for name in Set(one.members.keys).union(other.members.keys).sorted() {
            switch (one.members[name], other.members[name]) {
            case (_?, nil): removed.append(name)
            case (nil, _): added.append(name)
            case (let schemas?, let others?):
                let isRequired = other.required.contains(name) || new.required.contains(name)
                // That a forbidden member is optional says nothing. If it is required, no event fits.
                if isRequired || !graph.isNever(others) {
                    addPresence(
                        name, one.required.contains(name) || old.required.contains(name), isRequired, other.words,
                        (graph.place(schemas) ?? one.place, graph.place(others) ?? other.place), &difference,
                        isInCode: one.required.contains(name) != other.required.contains(name))
                }
                let pair = SchemaPair(old: schemas, new: others)
                difference.inner.append(.init(pair: pair, path: name.text.memberPath, condition: other.words))
            }
        }
        let renames = RenameSearch.pairs(removed.map { candidate($0, one) }, added.map { candidate($0, other) })
        for rename in renames {
            addMember(removed[rename.old], added[rename.new], one, other, old, new, &difference)
        }
        let (gone, come) = (Set(renames.map { removed[$0.old] }), Set(renames.map { added[$0.new] }))
        for name in removed where !gone.contains(name) { addMember(name, nil, one, other, old, new, &difference) }
        for name in added where !come.contains(name) { addMember(nil, name, one, other, old, new, &difference) }
    }

    /// Adds a change if the old or the new plan requires a member, and the other one does not.
    ///
    /// - Parameter isInCode: Whether the argument in generated code changes too.
    private func addPresence(
        _ name: ExactText, _ old: Bool, _ new: Bool, _ condition: String?, _ places: Places,
        _ difference: inout SchemaDifference, isInCode: Bool
    ) {
        if old == new { return }
        difference.add(
            .presence, new ? .narrowed : .widened, path: name.text.memberPath, condition: condition,
            old: old ? "required" : "optional", new: new ? "required" : "optional", places,
            effect: new ? .finding(.missing) : .none,
            code: isInCode ? nil : .ok("The generated declarations do not change."))
    }

    /// Adds a member that only one plan declares, or that has another name in the new plan.
    private func addMember(
        _ oldName: ExactText?, _ newName: ExactText?, _ one: VariantRules, _ other: VariantRules, _ old: MemberRules,
        _ new: MemberRules, _ difference: inout SchemaDifference
    ) {
        let schemas = oldName.flatMap { one.members[$0] } ?? []
        let others = newName.flatMap { other.members[$0] } ?? []
        var effect = Effect.none
        if let oldName { effect.formUnion(effectOfRemoving(oldName, from: one, old, new)) }
        if let newName { effect.formUnion(effectOfAdding(newName, to: other, old, new)) }
        let path = (newName ?? oldName)?.text.memberPath ?? ""
        let wasRequired = oldName.map { one.required.contains($0) || old.required.contains($0) } ?? false
        let isRequired = newName.map { other.required.contains($0) || new.required.contains($0) } ?? false
        let isRenamed = oldName != nil && newName != nil
        let never = graph.isNever(schemas) || graph.isNever(others)
        difference.add(
            never ? .prohibition : .parameter, isRenamed ? .renamed : (newName == nil ? .removed : .added), path: path,
            condition: other.words,
            old: oldName.map { isRenamed ? $0.text.quotedForDisplay : view(schemas).words(isRequired: wasRequired) },
            new: newName.map { isRenamed ? $0.text.quotedForDisplay : view(others).words(isRequired: isRequired) },
            (graph.place(schemas) ?? one.place, graph.place(others) ?? other.place), effect: effect,
            code: isRequired && !isRenamed
                ? .breaks("Code that creates the event does not pass the new required argument.") : nil)
        if !isRenamed { return }
        difference.inner.append(
            .init(
                pair: SchemaPair(old: schemas, new: others), path: path, condition: other.words,
                unaffected: "Released apps send the parameter under its old name."))
    }

    /// Returns a member with its traits: its types and what it demands.
    private func candidate(_ name: ExactText, _ rules: VariantRules) -> RenameSearch.Candidate {
        let own = signature(rules.members[name] ?? [])
        // Apps must not send a member without types. A trait that no other member has says that it was not renamed.
        if own.types.isEmpty { return .init(name: name.text, traits: [.init(name: name, signature: own)]) }
        // Two lists or objects are not alike only because they are lists or objects.
        let isScalar = !own.types.isSubset(of: [.array, .object, .null])
        let traits: Set<RenameSearch.Trait> = isScalar ? [.init(signature: SchemaSignature(types: own.types))] : []
        return .init(name: name.text, traits: traits.union([.init(signature: own)]))
    }

    // MARK: Other members

    private func compareUndeclared(_ old: MemberRules, _ new: MemberRules, _ difference: inout SchemaDifference) {
        for name in old.required.symmetricDifference(new.required) {
            let isNew = new.required.contains(name)
            let isDeclared = old.members[name] != nil || new.members[name] != nil
            if isDeclared, !isNew || new.members[name] != nil { continue }
            addPresence(
                name, !isNew, isNew, nil, (old.place(.required), new.place(.required)), &difference, isInCode: false)
        }
        if old.isClosed != new.isClosed {
            difference.add(
                .otherParameters, new.isClosed ? .narrowed : .widened, old: old.isClosed ? "forbidden" : "allowed",
                new: new.isClosed ? "forbidden" : "allowed",
                (old.place(.additionalProperties), new.place(.additionalProperties)),
                effect: new.isClosed ? .finding(.unplannedParameter) : effect(ifReliable: .unplannedParameter))
        } else if !old.isClosed {
            difference.inner.append(.init(pair: SchemaPair(old: old.others, new: new.others), path: ".*"))
        }
        if Set(old.patterns.keys) != Set(new.patterns.keys) {
            difference.add(
                .otherParameters, .notCompared, old: old.patterns.keys.patternWords,
                new: new.patterns.keys.patternWords, (old.place(.patternProperties), new.place(.patternProperties)),
                effect: .doubt("The comparison does not decide which names fit the patterns."))
        }
        for (pattern, schemas) in old.patterns {
            guard let others = new.patterns[pattern] else { continue }
            let pair = SchemaPair(old: graph.simplified(schemas), new: graph.simplified(others))
            difference.inner.append(.init(pair: pair, path: "/\(pattern)/".memberPath))
        }
    }

    private func compareDependents(_ old: MemberRules, _ new: MemberRules, _ difference: inout SchemaDifference) {
        for name in Set(old.dependents.keys).union(new.dependents.keys) {
            let words = "required if there is a value for \(name.text.quotedForDisplay)"
            let (before, after) = (old.dependents[name] ?? [], new.dependents[name] ?? [])
            for dependent in before.symmetricDifference(after) {
                let isNew = after.contains(dependent)
                let isKnown = !lenient.contains(.missing) && old.required.contains(dependent)
                difference.add(
                    .dependency, isNew ? .narrowed : .widened, path: dependent.text.memberPath,
                    old: isNew ? nil : words, new: isNew ? words : nil,
                    (old.place(.dependentRequired), new.place(.dependentRequired)),
                    effect: isNew && !isKnown ? .finding(.missing) : .none)
            }
        }
    }
}
