import Trackproof
import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

extension SchemaComparer {
    /// Adds what is different between the values that the two lists of schemas of a pair allow.
    func compareValues(_ pair: SchemaPair, _ difference: inout SchemaDifference) {
        if pair.old == pair.new { return }
        let (old, new) = (view(pair.old), view(pair.new))
        let (wasNever, isNever) = (graph.isNever(pair.old), graph.isNever(pair.new))
        if wasNever && isNever || lenient.isEmpty && old.types.isEmpty && new.types.isEmpty { return }
        if wasNever || isNever || old.types.isEmpty != new.types.isEmpty {
            return compareForbidden(pair, old, new, &difference)
        }
        compareTypes(old, new, &difference)
        compareLists(old, new, &difference)
        comparePersonalData(pair, old, new, &difference)
        for (index, family) in ValueRules.families.enumerated() where bothHave(family, old, new) {
            let (before, after) = (old.rules[index], new.rules[index])
            compareFacets(index, old, new, &difference)
            if index == ValueRules.arrays { compareElements(before, after, &difference) }
            if index == ValueRules.objects {
                compareMembers(MemberRules(before.schemas, graph), MemberRules(after.schemas, graph), &difference)
            }
            compareAlternatives(before, after, &difference)
            compareConditions(before, after, &difference)
        }
        // The same alternatives can apply to several types.
        var known: Set<SchemaDifference.Inner> = []
        difference.inner.removeAll { !known.insert($0).inserted }
    }

    /// Returns whether the comparison must compare the rules for values of some types.
    private func bothHave(_ types: JSONTypes, _ old: ValueRules, _ new: ValueRules) -> Bool {
        // If a plan accepts values of a wrong type, the rules for their actual type still apply to them.
        !lenient.isEmpty || (!types.isDisjoint(with: old.types) && !types.isDisjoint(with: new.types))
    }

    func places(_ keywords: [SchemaKeyword], _ old: TypeRules, _ new: TypeRules) -> Places {
        (graph.place(old.schemas, of: keywords), graph.place(new.schemas, of: keywords))
    }

    // MARK: Types and lists of values

    private func compareForbidden(
        _ pair: SchemaPair, _ old: ValueRules, _ new: ValueRules, _ difference: inout SchemaDifference
    ) {
        let isNever = graph.isNever(pair.new)
        let isRemoved = new.types.isEmpty && (!old.types.isEmpty || isNever)
        let isDecided = lenient.isEmpty || (isRemoved ? isNever : graph.isNever(pair.old))
        let effect: Effect = isRemoved ? .finding(isNever ? .forbidden : .wrongType) : effect(ifReliable: .forbidden)
        difference.add(
            .parameter, isRemoved ? .removed : .added, old: old.words, new: new.words, places(pair),
            effect: isDecided ? effect : .undecided)
    }

    private func compareTypes(_ old: ValueRules, _ new: ValueRules, _ difference: inout SchemaDifference) {
        if old.types == new.types, lenient.isEmpty { return }
        let places = places([.type, .enum, .const], old.rules[0], new.rules[0])
        if old.types.contains(.null) != new.types.contains(.null) {
            let isAllowed = new.types.contains(.null)
            difference.add(
                .null, isAllowed ? .widened : .narrowed, old: old.types.plainWords, new: new.types.plainWords, places,
                effect: isAllowed ? effect(ifReliable: .null) : .finding(.null))
        }
        let (before, after) = (old.types.subtracting(.null), new.types.subtracting(.null))
        if before == after {
            // A value with an accepted wrong type can have a type that only one of several schemas allows.
            if lenient.isEmpty || rawTypes(old) == rawTypes(new) { return }
            return difference.addNotCompared(places)
        }
        let isWider = after.isSuperset(of: before)
        difference.add(
            .type, isWider ? .widened : (before.isSuperset(of: after) ? .narrowed : .changed),
            old: old.types.plainWords, new: new.types.plainWords, places,
            effect: isWider ? effect(ifReliable: .wrongType) : .finding(.wrongType),
            isInteger: isWider && after.subtracting(before) == .number && before.contains(.integer))
    }

    /// Returns the types that the schemas name themselves, without those of listed values.
    private func rawTypes(_ view: ValueRules) -> JSONTypes {
        view.rules[0].schemas.reduce(.all) { types, schema in
            let own = graph[schema].types
            return types.intersection(own.contains(.number) ? own.union(.integer) : own)
        }
    }

    private func compareLists(_ old: ValueRules, _ new: ValueRules, _ difference: inout SchemaDifference) {
        var (removed, added): (Set<CanonicalValue>, Set<CanonicalValue>) = ([], [])
        var (hasList, hasNoList) = (false, false)
        for (index, family) in ValueRules.families.enumerated() where bothHave(family, old, new) {
            switch (old.values[index], new.values[index]) {
            case (let before?, let after?):
                removed.formUnion(before.subtracting(after))
                added.formUnion(after.subtracting(before))
            case (_?, nil): hasNoList = true
            case (nil, _?): hasList = true
            case (nil, nil): continue
            }
        }
        if removed.isEmpty, added.isEmpty, !hasList, !hasNoList { return }
        let places = places([.enum, .const, .type], old.rules[0], new.rules[0])
        if !removed.isEmpty {
            difference.add(.values, .narrowed, old: removed.words, places, effect: .finding(.notInEnum))
        }
        if !added.isEmpty { difference.add(.values, .widened, new: added.words, places) }
        if hasList {
            difference.add(.values, .narrowed, old: old.words, new: new.words, places, effect: .finding(.notInEnum))
        }
        if hasNoList {
            difference.add(
                .values, .widened, old: old.words, new: new.words, places, effect: effect(ifReliable: .notInEnum),
                code: .breaks("The declaration is no longer an enum."))
        }
    }

    // MARK: Facets

    /// Adds what is different between the bounds, counts, patterns and formats for one family of types.
    private func compareFacets(
        _ family: Int, _ old: ValueRules, _ new: ValueRules, _ difference: inout SchemaDifference
    ) {
        let (rules, others) = (old.rules[family], new.rules[family])
        let (before, after) = (Demands(rules.schemas, graph), Demands(others.schemas, graph))
        let listed = lenient.contains(.notInEnum) ? nil : old.values[family]
        for facet in SchemaKeyword.facets[family] {
            let (isTighter, isLooser) = (before.isNarrowed(by: after, facet), after.isNarrowed(by: before, facet))
            if !isTighter, !isLooser { continue }
            let known = lenient.contains(.format) ? before : before.withLengthsOfFormats
            let fits = !known.isNarrowed(by: after, facet) || listed?.allSatisfy { after.allows($0, facet) } ?? false
            difference.add(
                facet.facet.subject, isTighter ? (isLooser ? .changed : .narrowed) : .widened, old: before.words(facet),
                new: after.words(facet), places(facet.spellings, rules, others),
                effect: isTighter && !fits ? .finding(facet.facet.finding) : .none)
        }
    }

    // MARK: Elements

    private func compareElements(_ old: TypeRules, _ new: TypeRules, _ difference: inout SchemaDifference) {
        func elements(_ rules: TypeRules, _ index: Int) -> [Int] {
            graph.simplified(
                rules.schemas.compactMap { schema in
                    graph[schema].lists.flatMap { index < $0.prefix.count ? $0.prefix[index] : $0.rest }
                        .map { graph.number(of: $0, in: schema) }
                })
        }
        let count = (old.schemas + new.schemas).map { graph[$0].lists?.prefix.count ?? 0 }.max() ?? 0
        for index in 0...count {
            let pair = SchemaPair(old: elements(old, index), new: elements(new, index))
            difference.inner.append(.init(pair: pair, path: index < count ? "[\(index)]" : "[]"))
        }
    }

    // MARK: Personal data

    private func comparePersonalData(
        _ pair: SchemaPair, _ old: ValueRules, _ new: ValueRules, _ difference: inout SchemaDifference
    ) {
        let (before, after) = (graph.notes(of: pair.old).pii, graph.notes(of: pair.new).pii)
        let isFound = findsPersonalData(old, new)
        if before == after, !isFound { return }
        // A declaration that goes means that apps may send such data. Without one, most values have none.
        let effect: Effect =
            !isFound
            ? .none
            : (before == after
                ? .doubt("The new plan searches the value for personal data, and the old plan does not.")
                : .finding(.pii))
        difference.add(
            .personalData, after == nil || before == after ? .narrowed : (before == nil ? .widened : .changed),
            old: before?.quotedForDisplay, new: after?.quotedForDisplay, places(pair), effect: effect)
    }

    /// Returns whether only the new plan searches the value for personal data, and can find some.
    private func findsPersonalData(_ old: ValueRules, _ new: ValueRules) -> Bool {
        let (before, after) = (old.rules[ValueRules.strings], new.rules[ValueRules.strings])
        guard after.isSearched(graph), !before.isSearched(graph) else { return false }
        if !lenient.isEmpty { return true }
        if !old.types.contains(.string) { return false }
        if let listed = old.values[ValueRules.strings] {
            return listed.contains { $0.text.map { PersonalData.kind(of: $0) != nil } ?? false }
        }
        // For example, a URI can contain an email address.
        let open: Set<TextFormat> = [.email, .hostname, .uri, .uriReference]
        return Demands(before.schemas, graph).formats.isSubset(of: open)
    }
}
