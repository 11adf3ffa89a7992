import Trackproof

extension Judge {
    mutating func follows(_ values: [EventValue], _ rules: ListRules, _ schema: Int) -> Bool {
        let contexts = schemas(ofElements: values)
        let values = contexts.map { read(values, $0) } ?? values
        var isValid = true
        if values.count < rules.minItems || values.count > rules.maxItems {
            isValid = fail(.items, at: schemas[schema].place) { _ in
                Words(
                    expected: PlanFinding.words(from: rules.minItems, to: rules.maxItems, "element"),
                    found: "\(values.count)")
            }
        }
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
