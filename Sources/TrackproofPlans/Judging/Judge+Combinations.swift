import Trackproof

extension Judge {
    mutating func follows(_ value: EventValue, _ rules: CombinationRules, _ schema: Int) -> Bool {
        var isValid = true
        for index in rules.all {
            isValid = fits(value, index) && isValid
            if !isValid, !collects { return false }
        }
        for list in rules.any {
            isValid = fitsAny(value, list) && isValid
            if !isValid, !collects { return false }
        }
        for list in rules.one {
            isValid = fitsExactlyOne(value, list, schema) && isValid
            if !isValid, !collects { return false }
        }
        for index in rules.not where quietFit(value, index) != .none {
            isValid = fail(.variant, value, schema, "a value that does not fit the schema of \"not\"") && isValid
        }
        if let condition = rules.condition {
            let isMet = quietFit(value, condition) != .none
            if let next = isMet ? rules.then : rules.otherwise {
                isValid = fits(value, alternative: next, given: isMet ? [condition] : []) && isValid
            }
        }
        return isValid
    }

    private mutating func fitsExactlyOne(_ value: EventValue, _ list: [Int], _ schema: Int) -> Bool {
        var fitting: [(index: Int, fit: Fit)] = []
        for index in list {
            let fit = quietFit(value, index)
            if fit != .none { fitting.append((index, fit)) }
        }
        if fitting.isEmpty { return failNearest(value, list) }
        if let only = onlyFitting(value, fitting) { return only.fit == .noted ? addNotes(value, only.index) : true }
        return fail(.variant, at: schemas[schema].place) {
            Words(
                expected: "a value that fits exactly one of the \(list.count) schemas of \"oneOf\"",
                found: "\($0.shown(value, schema)), which fits \(fitting.count) schemas")
        }
    }

    /// Returns the alternative that alone fits the value that the app can have sent, or `nil` if there is no such one.
    ///
    /// A text such as "5" of a wire format without types can fit a number and a text. The app has sent one of them.
    private func onlyFitting(
        _ value: EventValue, _ fitting: [(index: Int, fit: Fit)]
    ) -> (index: Int, fit: Fit)? {
        if fitting.count == 1 || context == nil { return fitting.count == 1 ? fitting[0] : nil }
        let readings = fitting.map { reading(value, alternative: $0.index) }
        return zip(fitting, readings).first { _, reading in readings.count { $0 == reading } == 1 }?.0
    }

    private mutating func fitsAny(_ value: EventValue, _ list: [Int]) -> Bool {
        var noted: Int?
        for index in list {
            switch quietFit(value, index) {
            case .full: return true
            case .noted: noted = noted ?? index
            case .none: break
            }
        }
        return noted.map { addNotes(value, $0) } ?? failNearest(value, list)
    }

    /// How a value fits an alternative or a condition.
    private enum Fit {
        case none
        /// The value fits, but the judge has a note about it.
        case noted
        case full
    }

    /// Returns how a value fits an alternative or a condition. Collects no findings, because the value can fit another
    /// alternative.
    private mutating func quietFit(_ value: EventValue, _ index: Int) -> Fit {
        let hadNotes = hasNotes
        defer { hasNotes = hadNotes }
        hasNotes = false
        alternatives += 1
        let isValid = fits(value, alternative: index)
        alternatives -= 1
        return !isValid ? .none : hasNotes ? .noted : .full
    }

    /// Adds the notes about a value that fits an alternative.
    private mutating func addNotes(_ value: EventValue, _ index: Int) -> Bool {
        if collects { return fits(value, alternative: index) }
        hasNotes = true
        return true
    }

    /// Collects the findings of the alternative with the lowest `distance` from the value.
    private mutating func failNearest(_ value: EventValue, _ list: [Int]) -> Bool {
        guard collects else { return false }
        var nearest: Judge?
        for index in list {
            var judge = candidate()
            _ = judge.fits(value, alternative: index)
            // The work for a candidate counts as work of this judge.
            limits = judge.limits
            if let nearest, nearest.findings.distance(at: path.count) <= judge.findings.distance(at: path.count) {
                continue
            }
            nearest = judge
        }
        return nearest.map { addFindings(of: $0) } ?? false
    }
}

extension JudgeFindings {
    /// A number that says how badly a value fits an alternative. It is lower if the value fits better.
    ///
    /// A wrong type of the value itself counts most, and a wrong constant counts second: with such findings, the app
    /// probably meant a different alternative. Constants often distinguish alternatives. All other findings count
    /// little: the app probably meant this alternative and made a mistake in its members.
    ///
    /// - Parameter depth: The number of components in the path of the value.
    fileprivate func distance(at depth: Int) -> Int {
        list.reduce(0) { sum, found in
            switch found.id {
            case .wrongType, .null, .forbidden: sum + (found.path.count == depth ? 100 : 10)
            case .notInEnum: sum + 50
            default: sum + 1
            }
        }
    }
}
