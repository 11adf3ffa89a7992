internal import Trackproof

extension Judge {
    mutating func follows(_ value: EventValue, _ rules: CombinationRules, _ schema: Int) -> Bool {
        var isValid = true
        for index in rules.all {
            isValid = fits(value, index) && isValid
            if !isValid, !collects { return false }
        }
        for list in rules.any where !list.contains(where: { fitsQuietly(value, $0) }) {
            isValid = failNearest(value, list) && isValid
            if !isValid, !collects { return false }
        }
        for list in rules.one {
            isValid = fitsExactlyOne(value, list, schema) && isValid
            if !isValid, !collects { return false }
        }
        for index in rules.not where fitsQuietly(value, index) {
            isValid =
                fail(.variant, at: schemas[schema].place) {
                    Words(expected: "a value that does not fit the schema of \"not\"", found: $0.shown(value, schema))
                } && isValid
        }
        if let condition = rules.condition {
            let next = fitsQuietly(value, condition) ? rules.then : rules.otherwise
            if let next { isValid = fits(value, next) && isValid }
        }
        return isValid
    }

    private mutating func fitsExactlyOne(_ value: EventValue, _ list: [Int], _ schema: Int) -> Bool {
        let count = list.count { fitsQuietly(value, $0) }
        switch count {
        case 0: return failNearest(value, list)
        case 1: return true
        default:
            return fail(.variant, at: schemas[schema].place) {
                Words(
                    expected: "a value that fits exactly one of the \(list.count) schemas of \"oneOf\"",
                    found: "\($0.shown(value, schema)), which fits \(count) schemas")
            }
        }
    }

    /// Returns whether a value fits an alternative. Collects no findings, because the value can fit another
    /// alternative.
    private mutating func fitsQuietly(_ value: EventValue, _ index: Int) -> Bool {
        let hadNotes = hasNotes
        alternatives += 1
        let isValid = fits(value, index)
        alternatives -= 1
        if !isValid { hasNotes = hadNotes }
        return isValid
    }

    /// Collects the findings of the alternative with the lowest `distance` from the value.
    private mutating func failNearest(_ value: EventValue, _ list: [Int]) -> Bool {
        guard collects else { return false }
        var nearest: [Found]?
        for index in list {
            var judge = Judge(
                schemas, isCollecting: true, exemptions: exemptions, isUntyped: isUntyped, event: event)
            judge.path = path
            judge.steps = steps
            _ = judge.fits(value, index)
            steps = judge.steps
            if let known = nearest, known.distance(at: path.count) <= judge.findings.distance(at: path.count) {
                continue
            }
            nearest = judge.findings
        }
        for found in nearest ?? [] where hasRoom(for: found.id, at: found.path) { findings.append(found) }
        return false
    }
}

extension [Judge.Found] {
    /// A number that says how badly a value fits an alternative. It is lower if the value fits better.
    ///
    /// A wrong type of the value itself counts most, and a wrong constant counts second: with such findings, the app
    /// probably meant a different alternative. Constants often distinguish alternatives. All other findings count
    /// little: the app probably meant this alternative and made a mistake in its members.
    ///
    /// - Parameter depth: The number of components in the path of the value.
    fileprivate func distance(at depth: Int) -> Int {
        reduce(0) { sum, found in
            switch found.id {
            case .wrongType, .null, .forbidden: sum + (found.path.count == depth ? 100 : 10)
            case .notInEnum: sum + 50
            default: sum + 1
            }
        }
    }
}
