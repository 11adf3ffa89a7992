import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

extension SchemaComparer {
    /// Adds what is different between the members that two objects, or the parameters that two events may have.
    mutating func compareMembers(_ old: MemberRules, _ new: MemberRules, _ difference: inout SchemaDifference) {
        compareDeclared(old, new, &difference)
        compareRequiredNames(old, new, &difference)
        compareOthers(old, new, &difference)
        comparePatterns(old, new, &difference)
        compareDependents(old, new, &difference)
        compareNames(old, new, &difference)
        compareCounts(
            .properties, Counts(old.minCount, old.maxCount, "member", known: knownCounts(old)),
            Counts(new.minCount, new.maxCount, "member"),
            (
                (old.place(.minProperties), new.place(.minProperties)),
                (old.place(.maxProperties), new.place(.maxProperties))
            ), &difference)
        compareVariants(old, new, &difference)
    }

    /// Returns the least and the greatest number of members that the required and the declared names allow.
    private func knownCounts(_ rules: MemberRules) -> (least: Int, most: Int) {
        guard lenient.isEmpty else { return (0, .max) }
        let isClosed = rules.isClosed && rules.patterns.isEmpty
        return (rules.required.count, isClosed ? rules.members.count : .max)
    }

    // MARK: Declared members

    private mutating func compareDeclared(
        _ old: MemberRules, _ new: MemberRules, _ difference: inout SchemaDifference
    ) {
        guard charge(old.members.count + new.members.count) else {
            return addNotCompared((old.place, new.place), &difference)
        }
        var removed: [ExactText] = []
        for (name, schemas) in old.members.sorted(by: { $0.key < $1.key }) {
            guard let others = new.members[name] else {
                removed.append(name)
                continue
            }
            if !new.isNever(others) { comparePresence(name, old, new, schemas, others, &difference) }
            compare(schemas, others, name.text.memberPath, (old.place, new.place), &difference)
        }
        var added = new.members.keys.filter { old.members[$0] == nil }.sorted()
        let renames = renamedMembers(removed, added, old, new)
        for (one, other) in renames { addRenamed(one, other, old, new, &difference) }
        let (gone, come) = (Set(renames.map(\.0)), Set(renames.map(\.1)))
        removed.removeAll { gone.contains($0) }
        added.removeAll { come.contains($0) }
        for name in removed { addRemoved(name, old, new, &difference) }
        for name in added { addAdded(name, old, new, &difference) }
    }

    /// Adds the pairs of schemas to compare if a value had to fit all schemas of one list, and must fit those of another.
    private func compare(
        _ old: [Int], _ new: [Int], _ path: String, _ places: Places, _ difference: inout SchemaDifference
    ) {
        let pairs = pairs(old, new)
        difference.inner += pairs.map { .init(pair: $0, path: path) }
        let isCompared = old.count == new.count || (old.isEmpty && new.count == 1) || (new.isEmpty && old.count == 1)
        if !isCompared {
            difference.add(
                .conditions, .notCompared, path: path, places, effect: old.count < new.count ? .undecided : .none)
        }
    }

    /// Returns, for each new schema, an old schema to compare it with. Equal schemas are left out.
    func pairs(_ old: [Int], _ new: [Int]) -> [SchemaPair] {
        var left = old
        var changed: [Int] = []
        for schema in new {
            if let index = left.firstIndex(where: { graph.noteClasses[$0] == graph.noteClasses[schema] }) {
                left.remove(at: index)
            } else {
                changed.append(schema)
            }
        }
        if new.isEmpty, let first = old.first { return [SchemaPair(old: first, new: SchemaGraph.any)] }
        return changed.enumerated().map { index, schema in
            SchemaPair(old: index < left.count ? left[index] : old.first ?? SchemaGraph.any, new: schema)
        }
    }

    private mutating func words(_ schemas: [Int], isRequired: Bool) -> String {
        view(schemas.first ?? SchemaGraph.any).words(isRequired: isRequired)
    }

    private func place(_ schemas: [Int], _ rules: MemberRules) -> PlanPlace? {
        schemas.first.map { graph[$0].place } ?? rules.place
    }

    private func comparePresence(
        _ name: ExactText, _ old: MemberRules, _ new: MemberRules, _ oldSchemas: [Int], _ newSchemas: [Int],
        _ difference: inout SchemaDifference
    ) {
        addPresence(
            old.isRequired(name), new.isRequired(name), name.text.memberPath, nil,
            (place(oldSchemas, old), place(newSchemas, new)), &difference,
            isInCode: old.requiredArguments.contains(name) != new.requiredArguments.contains(name))
    }

    /// Adds a change if the old or the new plan requires a member, and the other one does not.
    ///
    /// - Parameter isInCode: Whether the argument in generated code changes too.
    func addPresence(
        _ old: Bool, _ new: Bool, _ path: String, _ condition: String?, _ places: Places,
        _ difference: inout SchemaDifference, isInCode: Bool = true
    ) {
        if old == new { return }
        difference.add(
            .presence, new ? .narrowed : .widened, path: path, condition: condition, old: old ? "required" : "optional",
            new: new ? "required" : "optional", places, effect: new ? .finding(.missing) : .none,
            code: isInCode ? nil : .ok("The generated declarations do not change."))
    }

    private mutating func addRemoved(
        _ name: ExactText, _ old: MemberRules, _ new: MemberRules, _ difference: inout SchemaDifference
    ) {
        let schemas = old.members[name] ?? []
        let (effect, pairs) = effectOfRemoving(name, schemas, old, new)
        difference.add(
            old.isNever(schemas) ? .prohibition : .parameter, .removed, path: name.text.memberPath,
            old: words(schemas, isRequired: old.isRequired(name)), (place(schemas, old), new.place), effect: effect,
            pairs: pairs)
    }

    private mutating func addAdded(
        _ name: ExactText, _ old: MemberRules, _ new: MemberRules, _ difference: inout SchemaDifference
    ) {
        let schemas = new.members[name] ?? []
        let isRequired = new.isRequired(name)
        let (effect, pairs) = effectOfAdding(name, schemas, old, new)
        difference.add(
            new.isNever(schemas) ? .prohibition : .parameter, .added, path: name.text.memberPath,
            new: words(schemas, isRequired: isRequired), (old.place, place(schemas, new)), effect: effect, pairs: pairs,
            code: isRequired ? .breaks("Code that creates the event does not pass the new required argument.") : nil)
    }

    private mutating func addRenamed(
        _ oldName: ExactText, _ newName: ExactText, _ old: MemberRules, _ new: MemberRules,
        _ difference: inout SchemaDifference
    ) {
        let (schemas, others) = (old.members[oldName] ?? [], new.members[newName] ?? [])
        var (effect, pairs) = effectOfRemoving(oldName, schemas, old, new)
        let (further, furtherPairs) = effectOfAdding(newName, others, old, new)
        effect.formUnion(further)
        pairs += furtherPairs
        difference.add(
            .parameter, .renamed, path: newName.text.memberPath, old: oldName.text.quotedForDisplay,
            new: newName.text.quotedForDisplay, (place(schemas, old), place(others, new)), effect: effect, pairs: pairs)
        let reason = "Released apps send the parameter under its old name."
        for pair in self.pairs(schemas, others) {
            difference.inner.append(.init(pair: pair, path: newName.text.memberPath, unaffected: reason))
        }
    }

    // MARK: Effects

    /// Returns the effect of values of a member that only the old plan declares.
    func effectOfRemoving(
        _ name: ExactText, _ schemas: [Int], _ old: MemberRules, _ new: MemberRules
    ) -> (Effect, [SchemaPair]) {
        if old.isNever(schemas) { return (effect(ifReliable: .forbidden), []) }
        if new.variantSchemas[name] != nil { return (.finding(.variant), []) }
        if new.isForbidden(name) { return (.finding(.unplannedParameter), []) }
        return (.none, pairs(schemas, new.schemas(of: name)))
    }

    /// Returns the effect of values of a member that only the new plan declares.
    func effectOfAdding(
        _ name: ExactText, _ schemas: [Int], _ old: MemberRules, _ new: MemberRules
    ) -> (Effect, [SchemaPair]) {
        var (effect, pairs) = effectOfValues(name, schemas, old)
        if new.isRequired(name), !old.isRequired(name) { effect.formUnion(.finding(.missing)) }
        return (effect, pairs)
    }

    /// Returns the effect if the values of a member that `old` does not declare must fit new schemas.
    func effectOfValues(_ name: ExactText, _ schemas: [Int], _ old: MemberRules) -> (Effect, [SchemaPair]) {
        if let variants = old.variantSchemas[name] {
            return (effect(ifReliable: .variant), variants.flatMap { self.pairs([$0], schemas) })
        }
        let others = old.schemas(of: name)
        if old.isNever(others) { return (effect(ifReliable: .unplannedParameter), []) }
        if others.allSatisfy({ $0 <= SchemaGraph.any }) {
            if schemas.allSatisfy({ graph.isAny($0) || graph.classes[$0] == graph.classes[SchemaGraph.searched] }) {
                return (.none, pairs(others, schemas))
            }
            return (.doubt("Released apps may already send this name with other values."), [])
        }
        return (.none, pairs(others, schemas))
    }

    // MARK: Other members

    /// Compares the required names that ``compareDeclared`` does not compare.
    private func compareRequiredNames(
        _ old: MemberRules, _ new: MemberRules, _ difference: inout SchemaDifference
    ) {
        let places = (old.place(.required), new.place(.required))
        for name in new.required.symmetricDifference(old.required).sorted() {
            let isNew = new.isRequired(name)
            let isDeclared = old.members[name] != nil || new.members[name] != nil
            if isDeclared, !isNew || new.members[name] != nil { continue }
            addPresence(!isNew, isNew, name.text.memberPath, nil, places, &difference, isInCode: false)
        }
    }

    private func compareOthers(_ old: MemberRules, _ new: MemberRules, _ difference: inout SchemaDifference) {
        let places = (old.place(.additionalProperties), new.place(.additionalProperties))
        switch (old.isClosed, new.isClosed) {
        case (true, true): return
        case (false, true):
            difference.add(
                .otherParameters, .narrowed, old: "allowed", new: "forbidden", places,
                effect: .finding(.unplannedParameter))
        case (true, false):
            difference.add(
                .otherParameters, .widened, old: "forbidden", new: "allowed", places,
                effect: effect(ifReliable: .unplannedParameter))
        case (false, false): compare(old.others, new.others, ".*", places, &difference)
        }
    }

    private func comparePatterns(_ old: MemberRules, _ new: MemberRules, _ difference: inout SchemaDifference) {
        let places = (old.place(.patternProperties), new.place(.patternProperties))
        guard Set(old.patterns.keys) == Set(new.patterns.keys) else {
            return difference.add(
                .otherParameters, .notCompared, old: old.patterns.keys.patternWords,
                new: new.patterns.keys.patternWords, places,
                effect: .doubt("The comparison does not decide which names fit the patterns."))
        }
        for (pattern, schemas) in old.patterns.sorted(by: { $0.key.precedesExactly($1.key) }) {
            compare(schemas, new.patterns[pattern] ?? [], "/\(pattern)/".memberPath, places, &difference)
        }
    }

    private func compareNames(_ old: MemberRules, _ new: MemberRules, _ difference: inout SchemaDifference) {
        if graph.areEqual(old.names, new.names) { return }
        let pairs = pairs(old.names, new.names)
        difference.add(.propertyNames, .changed, (old.place(.propertyNames), new.place(.propertyNames)), pairs: pairs)
    }

    private func compareDependents(_ old: MemberRules, _ new: MemberRules, _ difference: inout SchemaDifference) {
        let places = (old.place(.dependentRequired), new.place(.dependentRequired))
        for name in Set(old.dependents.keys).union(new.dependents.keys).sorted() {
            let words = "required if there is a value for \(name.text.quotedForDisplay)"
            let (before, after) = (old.dependents[name] ?? [], new.dependents[name] ?? [])
            for dependent in after.subtracting(before).sorted() {
                let isKnown = !lenient.contains(.missing) && old.isRequired(dependent)
                difference.add(
                    .dependency, .narrowed, path: dependent.text.memberPath, new: words, places,
                    effect: isKnown ? .none : .finding(.missing))
            }
            for dependent in before.subtracting(after).sorted() {
                difference.add(.dependency, .widened, path: dependent.text.memberPath, old: words, places)
            }
        }
    }

    // MARK: Renames

    /// Returns the old and the new name of each member that was probably renamed.
    private mutating func renamedMembers(
        _ removed: [ExactText], _ added: [ExactText], _ old: MemberRules, _ new: MemberRules
    ) -> [(ExactText, ExactText)] {
        guard charge(renamesAmong: removed.count, added.count) else { return [] }
        let (olds, news) = (removed.map { candidate($0, old) }, added.map { candidate($0, new) })
        return RenameSearch.pairs(olds, news).map { (removed[$0.old], added[$0.new]) }
    }

    /// Returns a member with its traits: its types and its schema.
    private mutating func candidate(_ name: ExactText, _ rules: MemberRules) -> RenameSearch.Candidate {
        let schemas = rules.members[name] ?? []
        let types = view(schemas.first ?? SchemaGraph.any).types
        // A member that apps must not send gets a trait that no other member has, so the search does not pair it.
        if types.isEmpty { return .init(name: name.text, traits: [-1 - (schemas.first ?? 0)]) }
        let own = graph.classes[schemas.first ?? SchemaGraph.any]
        // For lists and objects, the traits do not include the types. Otherwise two objects with different members would
        // look similar.
        if types.isSubset(of: [.array, .object, .null]) { return .init(name: name.text, traits: [own]) }
        return .init(name: name.text, traits: [-1 - Int(types.rawValue), own])
    }
}
