extension EventParameters {
    /// The parameters in the order of their names, those of objects inside too.
    package var sortedDeeply: EventParameters {
        EventParameters(map { EventParameter($0.name, $0.value.sortedDeeply) }).sorted()
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
