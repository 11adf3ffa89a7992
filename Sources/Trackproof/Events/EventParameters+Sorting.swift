extension EventParameters {
    /// The parameters sorted by name. The members of nested objects are sorted too.
    package var sortedDeeply: EventParameters {
        var result = sorted()
        for index in result.elements.indices {
            result.elements[index].value = result.elements[index].value.sortedDeeply
        }
        return result
    }
}

extension EventValue {
    fileprivate var sortedDeeply: EventValue {
        switch self {
        case .object(let parameters): .object(parameters.sortedDeeply)
        case .array(let values): .array(values.map(\.sortedDeeply))
        default: self
        }
    }
}
