internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

extension Judge {
    /// Returns the value that a text or number probably had in the app, if its wire format cannot mark types.
    ///
    /// For example, returns the number 5 for the text "5" if the schema allows only numbers. Returns `value` itself if
    /// the schema already allows it, or if the text does not spell a value that the schema allows.
    func typed(_ value: EventValue, _ schema: Int) -> EventValue {
        let types = schemas[schema].types
        let constants = schemas[schema].constants
        switch value {
        case .string(let text):
            if types.contains(.string), constants?.contains(value) ?? true { return value }
            let candidates = [text.spelledNumber, text.spelledBool].compactMap(\.self)
            return candidates.first { isPossible($0, types, constants) } ?? value
        case .integer(let number) where !types.contains(.integer) && !types.contains(.number):
            // Google's SDKs send the values `true` and `false` of an app as 1 and 0.
            guard types.contains(.boolean), number == 0 || number == 1 else { return value }
            return .bool(number == 1)
        case .null, .bool, .integer, .number, .array, .object: return value
        }
    }

    private func isPossible(_ value: EventValue, _ types: JSONTypes, _ constants: ConstantSet?) -> Bool {
        if let constants, !constants.contains(value) { return false }
        switch value {
        case .integer: return !types.isDisjoint(with: [.integer, .number])
        case .bool: return types.contains(.boolean)
        default: return types.contains(.number) || types.contains(.integer)
        }
    }
}

extension EventSource {
    /// Whether the events come from a wire format that cannot mark the types of values.
    ///
    /// Matomo's requests contain only texts. GA4's requests mark numbers, but contain booleans as texts or numbers.
    var isUntyped: Bool { rawValue == "wire:matomo" || rawValue == "wire:ga4" }
}

extension String {
    fileprivate var spelledNumber: EventValue? { PlanNumber(self)?.eventValue }

    fileprivate var spelledBool: EventValue? {
        switch self {
        case "true", "1": .bool(true)
        case "false", "0": .bool(false)
        default: nil
        }
    }
}
