internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

// Values of wire formats without types.
extension Judge {
    /// Converts a text or a number to a type that the schema allows.
    ///
    /// Returns a value that it cannot convert, or does not have to convert, unchanged.
    func typed(_ value: EventValue, _ schema: Int) -> EventValue {
        let types = schemas[schema].types
        let constants = schemas[schema].constants
        switch value {
        case .string(let text):
            if types.contains(.string), constants?.contains(value) ?? true { return value }
            let candidates = [text.spelledNumber, text.spelledBool].compactMap(\.self)
            return candidates.first { isPossible($0, types, constants) } ?? value
        case .integer(let number) where !types.contains(.integer) && !types.contains(.number):
            // Google's SDKs send the booleans of an app as 0 and 1.
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
    /// Whether the events come from a wire format that has only texts, or only texts and numbers.
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
