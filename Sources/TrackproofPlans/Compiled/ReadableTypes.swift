extension [CompiledSchema] {
    /// Sets the types that the rules of each schema allow together.
    ///
    /// - Parameter first: The index of the first schema for which the types are unknown.
    mutating func findReadableTypes(from first: Int) {
        var known = [Bool](repeating: false, count: count - first)
        for index in first..<count { find(index, from: first, &known) }
    }

    /// The recursion ends, because a plan limits the chains of types that refer to each other.
    private mutating func find(_ index: Int, from first: Int, _ known: inout [Bool]) {
        guard index >= first, !known[index - first] else { return }
        known[index - first] = true
        if let rules = self[index].combinations {
            for part in rules.expected + rules.tests { find(part, from: first, &known) }
        }
        self[index].readableTypes = readableTypes(self[index])
    }

    private func readableTypes(_ schema: CompiledSchema) -> JSONTypes {
        var types = schema.ownTypes
        guard let rules = schema.combinations else { return types }
        for part in rules.all { types.formIntersection(self[part].readableTypes) }
        for list in rules.any + rules.one {
            types.formIntersection(list.reduce(into: []) { $0.formUnion(self[$1].readableTypes) })
        }
        for part in rules.not where self[part].hasOnlyTypesAndCombinations && self[part].combinations == nil {
            types.subtract(self[part].ownTypes)
        }
        if rules.condition != nil {
            let parts = [rules.then, rules.otherwise]
            types.formIntersection(
                parts.reduce(into: []) { $0.formUnion($1.map { self[$0].readableTypes } ?? .all) })
        }
        return types
    }
}

extension CompiledSchema {
    /// The types that the schema allows without the schemas that it refers to or combines. Whole numbers are numbers.
    fileprivate var ownTypes: JSONTypes {
        if isNever { return [] }
        var types = types.contains(.number) ? types.union(.integer) : types
        if let constants { types.formIntersection(constants.types) }
        return types
    }
}

extension ConstantSet {
    /// The types of the values. Whole numbers are numbers.
    fileprivate var types: JSONTypes { values.reduce(into: []) { $0.formUnion($1.jsonTypes) } }
}
