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
    /// Whether values inside these values were left out, because they are too deep or the plan has no room left.
    private(set) var isCut = false

    /// Adds a recorded value.
    ///
    /// - Parameter depth: The number of arrays and objects around the value. The parameters of the event count as one.
    /// - Returns: The number of added values, including the values inside this value.
    mutating func add(_ value: EventValue, depth: Int, _ room: inout InferenceRoom) -> Int {
        count += 1
        switch value {
        case .null: types.insert(.null)
        case .bool: types.insert(.boolean)
        case .integer(let integer): add(.integer, isNegative: integer < 0)
        case .number(let number) where number.isFinite: add(.number, isNegative: number < 0)
        // Recording files contain a text for a number that is not finite, and the checker treats the number as this
        // text.
        case .number(let number): add(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity", &room)
        case .string(let text): add(text, &room)
        case .array(let values): return 1 + add(values, depth: depth, &room)
        case .object(let members):
            types.insert(.object)
            guard canLookInside(depth: depth) else { return 1 }
            return 1 + object.add(members, depth: depth + 1, &room)
        }
        return 1
    }

    mutating func merge(_ other: ObservedValue, _ room: inout InferenceRoom) {
        count += other.count
        types.formUnion(other.types)
        hasNegativeNumber = hasNegativeNumber || other.hasNegativeNumber
        isCut = isCut || other.isCut
        texts.merge(other.texts, &room)
        object.merge(other.object, &room)
        if let element = other.elements.first, hasElement(&room) { elements[0].merge(element, &room) }
    }

    private mutating func add(_ text: String, _ room: inout InferenceRoom) {
        types.insert(.string)
        texts.add(text, &room)
    }

    private mutating func add(_ type: ValueType, isNegative: Bool) {
        types.insert(type)
        if isNegative { hasNegativeNumber = true }
    }

    private mutating func add(_ values: [EventValue], depth: Int, _ room: inout InferenceRoom) -> Int {
        types.insert(.array)
        if values.isEmpty { return 0 }
        guard canLookInside(depth: depth), hasElement(&room) else { return 0 }
        var added = 0
        for value in values { added += elements[0].add(value, depth: depth + 1, &room) }
        return added
    }

    private mutating func canLookInside(depth: Int) -> Bool {
        if depth < InferenceLimits.depth { return true }
        isCut = true
        return false
    }

    /// Adds an element to `elements` if it is empty and the plan has room. Returns whether `elements` has an element.
    private mutating func hasElement(_ room: inout InferenceRoom) -> Bool {
        if elements.isEmpty, room.take(name: "") { elements.append(ObservedValue()) }
        if elements.isEmpty { isCut = true }
        return !elements.isEmpty
    }
}
