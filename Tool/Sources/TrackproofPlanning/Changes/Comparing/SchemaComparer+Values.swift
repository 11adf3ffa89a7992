import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

extension SchemaComparer {
    typealias Places = (old: PlanPlace?, new: PlanPlace?)

    /// Adds what is different between the values that the two schemas of a pair allow.
    mutating func compareValues(_ pair: SchemaPair, _ difference: inout SchemaDifference) {
        let (old, new) = (view(pair.old), view(pair.new))
        if old.types.isEmpty || new.types.isEmpty { return compareForbidden(pair, old, new, &difference) }
        compareTypes(old, new, &difference)
        compareLists(old, new, &difference)
        comparePersonalData(pair, old, new, &difference)
        for (index, family) in SchemaView.families.enumerated() where bothHave(family, old, new) {
            var own = SchemaDifference()
            let (before, after) = (old.rules[index], new.rules[index])
            switch family {
            case .null, .boolean: break
            case .string: compareTexts(before, after, old.values[index], &own)
            case .array: compareElements(before, after, &own)
            case .object: compareMembers(before.members(graph), after.members(graph), &own)
            default: compareNumbers(before, after, (old, new), old.values[index], &own)
            }
            let count = own.rules.count
            if compareAlternatives(before, after, &own) {
                // The alternatives of the old schema can follow a new rule that the schema itself did not have.
                for index in 0..<count where !own.rules[index].effect.findings.isEmpty {
                    own.rules[index].effect = .undecided
                }
            }
            difference.inner += own.inner
            // Rules that apply to all types are different for each type.
            for rule in own.rules where !difference.rules.contains(where: { $0.looksLike(rule) }) {
                difference.rules.append(rule)
            }
        }
    }

    /// Returns whether the comparison must compare the rules for values of some types.
    private func bothHave(_ types: JSONTypes, _ old: SchemaView, _ new: SchemaView) -> Bool {
        // If a plan accepts values of a wrong type, the rules for their actual type still apply to them.
        if !lenient.isEmpty { return true }
        return !types.isDisjoint(with: old.types) && !types.isDisjoint(with: new.types)
    }

    func places(_ keywords: [SchemaKeyword], _ old: TypeRules, _ new: TypeRules) -> Places {
        (graph.place(of: keywords, in: old.schemas), graph.place(of: keywords, in: new.schemas))
    }

    private func places(_ keywords: [SchemaKeyword], _ old: SchemaView, _ new: SchemaView) -> Places {
        places(keywords, old.rules[0], new.rules[0])
    }

    // MARK: Types and lists of values

    private func compareForbidden(
        _ pair: SchemaPair, _ old: SchemaView, _ new: SchemaView, _ difference: inout SchemaDifference
    ) {
        if old.types.isEmpty, new.types.isEmpty { return }
        let places = (graph[pair.old].place, graph[pair.new].place)
        let isDecided = lenient.isEmpty || graph.isNever(old.types.isEmpty ? pair.old : pair.new)
        if new.types.isEmpty {
            difference.add(
                .parameter, .removed, old: old.words, new: new.words, places,
                effect: isDecided ? .finding(graph.isNever(pair.new) ? .forbidden : .wrongType) : .undecided)
        } else {
            difference.add(
                .parameter, .added, old: old.words, new: new.words, places,
                effect: isDecided ? effect(ifReliable: .forbidden) : .undecided)
        }
    }

    private func compareTypes(_ old: SchemaView, _ new: SchemaView, _ difference: inout SchemaDifference) {
        let places = places([.type, .enum, .const], old, new)
        if old.types.contains(.null) != new.types.contains(.null) {
            let isAllowed = new.types.contains(.null)
            difference.add(
                .null, isAllowed ? .widened : .narrowed, old: old.types.plainWords, new: new.types.plainWords, places,
                effect: isAllowed ? effect(ifReliable: .null) : .finding(.null))
        }
        let (before, after) = (old.types.subtracting(.null), new.types.subtracting(.null))
        if before == after { return }
        let isWider = after.isSuperset(of: before)
        difference.add(
            .type, isWider ? .widened : (before.isSuperset(of: after) ? .narrowed : .changed),
            old: old.types.plainWords, new: new.types.plainWords, places,
            effect: isWider ? effect(ifReliable: .wrongType) : .finding(.wrongType),
            isInteger: isWider && after.subtracting(before) == .number && before.contains(.integer))
    }

    private func compareLists(_ old: SchemaView, _ new: SchemaView, _ difference: inout SchemaDifference) {
        var (removed, added): (Set<CanonicalValue>, Set<CanonicalValue>) = ([], [])
        var (hasList, hasNoList) = (false, false)
        for (index, family) in SchemaView.families.enumerated() where bothHave(family, old, new) {
            switch (old.values[index], new.values[index]) {
            case (let before?, let after?):
                removed.formUnion(before.subtracting(after))
                added.formUnion(after.subtracting(before))
            case (_?, nil): hasNoList = true
            case (nil, _?): hasList = true
            case (nil, nil): continue
            }
        }
        let places = places([.enum, .const, .type], old, new)
        if !removed.isEmpty {
            difference.add(.values, .narrowed, old: removed.words, places, effect: .finding(.notInEnum))
        }
        if !added.isEmpty {
            difference.add(.values, .widened, new: added.words, places)
        }
        if hasList {
            difference.add(.values, .narrowed, old: old.words, new: new.words, places, effect: .finding(.notInEnum))
        }
        if hasNoList {
            difference.add(
                .values, .widened, old: old.words, new: new.words, places, effect: effect(ifReliable: .notInEnum),
                code: .breaks("The declaration is no longer an enum."))
        }
    }

    // MARK: Personal data

    private func comparePersonalData(
        _ pair: SchemaPair, _ old: SchemaView, _ new: SchemaView, _ difference: inout SchemaDifference
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
            old: before?.text.quotedForDisplay, new: after?.text.quotedForDisplay,
            (graph[pair.old].place, graph[pair.new].place), effect: effect)
    }

    /// Returns whether only the new plan searches the value for personal data, and can find some.
    private func findsPersonalData(_ old: SchemaView, _ new: SchemaView) -> Bool {
        let (before, after) = (old.rules[SchemaView.strings], new.rules[SchemaView.strings])
        guard after.isSearched(graph), !before.isSearched(graph) else { return false }
        if !lenient.isEmpty { return true }
        if !old.types.contains(.string) { return false }
        if let listed = old.values[SchemaView.strings],
            !listed.contains(where: { $0.text.map { PersonalData.kind(of: $0) != nil } ?? false })
        {
            return false
        }
        return !before.texts(graph).formats.contains { !$0.canBePersonal }
    }
}

extension SchemaDifference.Rule {
    fileprivate func looksLike(_ other: Self) -> Bool {
        subject == other.subject && direction == other.direction && path.isExactly(other.path)
            && condition.isExactly(other.condition) && old.isExactly(other.old) && new.isExactly(other.new)
            && effect == other.effect
    }
}

extension TextFormat {
    /// Whether a text of this format can look like personal data. For example, a URI can contain an email address.
    fileprivate var canBePersonal: Bool {
        switch self {
        case .email, .hostname, .uri, .uriReference: true
        case .date, .dateTime, .time, .duration, .uuid, .ipv4, .ipv6: false
        }
    }
}
