import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

extension Judge {
    /// Returns whether the parameters of an event follow the rules, also those for all parameters together.
    mutating func follows(_ parameters: EventParameters, of rules: ObjectRules, _ place: PlanPlace) -> Bool {
        guard let whole = rules.whole else { return follows(parameters, rules, place) }
        return fits(.object(parameters), alternative: whole)
    }

    /// Returns whether the members of an object, or the parameters of an event, follow the rules.
    mutating func follows(_ members: EventParameters, _ rules: ObjectRules, _ place: PlanPlace) -> Bool {
        var isValid = true
        var seen = NameBits()
        let variants = rules.variants.isEmpty ? [] : rules.variants.filter { belongs(members, to: $0, rules) }
        let others = context == nil ? [] : otherVariants(of: members, rules)
        var last = -1
        for member in members {
            let name = rules.table.index(of: member.name, after: last)
            if let name {
                seen.insert(name)
                last = name
            }
            guard collects else {
                if !followsRead(member, name, rules, variants, others, place) { return false }
                continue
            }
            isValid =
                inside(.member(member.name)) {
                    $0.followsRead(member, name, rules, variants, others, place)
                } && isValid
        }
        isValid = hasRequired(rules.required, seen, rules, place) && isValid
        for variant in variants {
            isValid = hasRequired(variant.required, seen, rules, variant.place, variant) && isValid
        }
        for (name, others) in rules.dependents where seen.contains(name) {
            isValid = hasDependents(others, of: name, seen, rules, place) && isValid
        }
        return hasCount(members.count, from: rules.minCount, to: rules.maxCount, "member", at: place) && isValid
    }

    private mutating func hasCount(
        _ count: Int, from least: Int, to most: Int, _ unit: String, at place: PlanPlace
    ) -> Bool {
        if count >= least, count <= most { return true }
        return fail(.items, at: place) { _ in
            Words(expected: PlanFinding.words(from: least, to: most, unit), found: "\(count)")
        }
    }

    /// Returns whether a member follows the rules, with the value that it probably had in the app.
    ///
    /// - Parameter others: The variants of other rules for the same object, to which the object belongs.
    private mutating func followsRead(
        _ member: EventParameter, _ name: Int?, _ rules: ObjectRules, _ variants: [CompiledVariant],
        _ others: [OtherVariant], _ place: PlanPlace
    ) -> Bool {
        if context == nil { return follows(member, name, rules, variants, place) }
        if limits.isExhausted { return false }
        return described(by: schemas(ofMember: member.name, rules, variants, others)) {
            $0.follows(EventParameter(member.name, $0.read(member.value)), name, rules, variants, place)
        }
    }

    /// Returns whether a member follows the rules.
    ///
    /// - Parameters:
    ///   - name: The index of the member's name in `rules.names`, or `nil` if the rules do not contain the name.
    ///   - variants: The variants to which the event belongs.
    private mutating func follows(
        _ member: EventParameter, _ name: Int?, _ rules: ObjectRules, _ variants: [CompiledVariant], _ place: PlanPlace
    ) -> Bool {
        var isValid = true
        var isDeclared = false
        if let name {
            if rules.schemas[name] >= 0 {
                isDeclared = true
                isValid = fits(member.value, rules.schemas[name])
            }
            for variant in variants {
                guard let schema = variant.schemas[name] else { continue }
                isDeclared = true
                isValid = fits(member.value, schema) && isValid
            }
            if !isDeclared, let variant = rules.variants.first(where: { $0.schemas[name] != nil }) {
                return fail(.variant, at: variant.place) {
                    Words(expected: "a value only if " + variant.condition.words, found: $0.shown(member.value))
                }
            }
        }
        for (pattern, schema) in rules.patterns {
            limits.add(1 + member.name.utf8.count / 32)
            if limits.isExhausted { return false }
            guard pattern.isFound(in: member.name) else { continue }
            isDeclared = true
            isValid = fits(member.value, schema) && isValid
        }
        // A name is a text in each wire format, so the judge must not read it as a number.
        if let schema = rules.nameSchema {
            isValid = described(by: nil) { $0.fits(.string(member.name), schema) } && isValid
        }
        return (isDeclared || followsAdditional(member, rules, place)) && isValid
    }

    /// Returns whether the rules allow a member that no rule declares.
    private mutating func followsAdditional(
        _ member: EventParameter, _ rules: ObjectRules, _ place: PlanPlace
    ) -> Bool {
        switch rules.additional {
        case .schema(let schema): return fits(member.value, schema)
        case .allowed:
            guard case .string(let text) = member.value else { return true }
            return hasNoPersonalData(text, place)
        case .refused:
            return fail(.unplannedParameter, at: place) {
                Words(
                    expected: "no parameter of this name", found: $0.shown(member.value),
                    nearest: rules.table.nearest(to: member.name))
            }
        }
    }

    private mutating func hasRequired(
        _ required: NameBits, _ seen: NameBits, _ rules: ObjectRules, _ place: PlanPlace,
        _ variant: CompiledVariant? = nil
    ) -> Bool {
        if required.isSubset(of: seen) { return true }
        var isValid = true
        for (index, name) in rules.names.enumerated() where required.contains(index) && !seen.contains(index) {
            let schema = rules.schemas[index]
            let requiring = variant?.schemas[index] ?? schema
            isValid =
                failMissing(name, at: schema >= 0 ? schemas[schema].place : place) {
                    let platform = requiring >= 0 ? $0.schemas[requiring].platform : nil
                    return (schema >= 0 ? $0.expectedWords(schema) : "a value")
                        + (platform.map { " (required on \($0.nameForDisplay))" } ?? "")
                } && isValid
        }
        return isValid
    }

    private mutating func hasDependents(
        _ others: [Int], of name: Int, _ seen: NameBits, _ rules: ObjectRules, _ place: PlanPlace
    ) -> Bool {
        var isValid = true
        for other in others where !seen.contains(other) {
            isValid =
                failMissing(rules.names[other], at: place) { _ in
                    "a value (required if \(rules.names[name].quotedForDisplay) has a value)"
                } && isValid
        }
        return isValid
    }

    private mutating func failMissing(_ name: String, at place: PlanPlace, _ expected: (Judge) -> String) -> Bool {
        inside(.member(name)) { $0.fail(.missing, at: place) { Words(expected: expected($0), found: "no value") } }
    }
}

extension Judge {
    mutating func follows(_ values: [EventValue], _ rules: ListRules, _ schema: Int) -> Bool {
        let contexts = schemas(ofElements: values)
        let values = contexts.map { read(values, $0) } ?? values
        let place = schemas[schema].place
        var isValid = hasCount(values.count, from: rules.minItems, to: rules.maxItems, "element", at: place)
        for (index, value) in values.enumerated() {
            if !isValid, !collects { return false }
            guard let element = index < rules.prefix.count ? rules.prefix[index] : rules.rest else { break }
            isValid =
                inside(.element(index)) { judge in
                    judge.described(by: contexts?[index]) { $0.fits(value, element) }
                } && isValid
        }
        return (!rules.isUnique || areUnique(values, schema)) && isValid
    }

    private mutating func areUnique(_ values: [EventValue], _ schema: Int) -> Bool {
        limits.add(values.count)
        var seen: Set<CanonicalValue> = []
        guard let repeated = values.first(where: { !seen.insert(CanonicalValue($0)).inserted }) else { return true }
        return fail(.items, at: schemas[schema].place) {
            let shown = $0.shown(repeated, schema, of: .array(values))
            return Words(expected: "elements that differ from each other", found: "\(shown) twice")
        }
    }
}
