import Trackproof

/// A type in a plan. If an inferred plan lists several types, it lists them in the order of these cases.
enum ValueType: String, CaseIterable {
    case string, integer, number, boolean, array, object, null
}

/// What the recorded values of a parameter, a property or the elements of a list have in common.
struct ObservedValue: Sendable {
    private(set) var count = 0
    private(set) var types: Set<ValueType> = []
    private(set) var hasNegativeNumber = false
    private(set) var texts = ObservedTexts()
    /// What the objects among the values have in common.
    private(set) var object = ObservedObject()
    /// What the elements of the lists among the values have in common. Empty if no list has elements.
    ///
    /// An array with at most one element, because a structure cannot contain itself directly.
    private(set) var elements: [ObservedValue] = []
    /// Whether values inside these values were left out, because they are too deep.
    private(set) var isCut = false

    /// Adds a recorded value.
    ///
    /// - Parameter depth: The number of arrays and objects around the value. The parameters of the event count as one.
    mutating func add(_ value: EventValue, depth: Int) {
        count += 1
        switch value {
        case .null: types.insert(.null)
        case .bool: types.insert(.boolean)
        case .integer(let integer): add(.integer, isNegative: integer < 0)
        case .number(let number) where number.isFinite: add(.number, isNegative: number < 0)
        // Recording files contain a text for a number that is not finite, and the checker treats the number as this
        // text.
        case .number(let number): add(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity")
        case .string(let text): add(text)
        case .array(let values):
            types.insert(.array)
            guard !values.isEmpty, canLookInside(depth: depth) else { return }
            if elements.isEmpty { elements.append(ObservedValue()) }
            for value in values { elements[0].add(value, depth: depth + 1) }
        case .object(let members):
            types.insert(.object)
            if canLookInside(depth: depth) { object.add(members, depth: depth + 1) }
        }
    }

    mutating func merge(_ other: ObservedValue) {
        count += other.count
        types.formUnion(other.types)
        hasNegativeNumber = hasNegativeNumber || other.hasNegativeNumber
        isCut = isCut || other.isCut
        texts.merge(other.texts)
        object.merge(other.object)
        guard let element = other.elements.first else { return }
        if elements.isEmpty { elements.append(ObservedValue()) }
        elements[0].merge(element)
    }

    private mutating func add(_ text: String) {
        types.insert(.string)
        texts.add(text)
    }

    private mutating func add(_ type: ValueType, isNegative: Bool) {
        types.insert(type)
        if isNegative { hasNegativeNumber = true }
    }

    private mutating func canLookInside(depth: Int) -> Bool {
        if depth < InferenceLimits.depth { return true }
        isCut = true
        return false
    }
}
