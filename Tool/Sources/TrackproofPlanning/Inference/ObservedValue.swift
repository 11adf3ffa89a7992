internal import Trackproof

/// A type that a plan can demand. A plan lists several types in this order.
enum ValueType: String, CaseIterable {
    case string, integer, number, boolean, array, object, null
}

/// What the values of a parameter, a property or the elements of a list have in common.
struct ObservedValue: Sendable {
    private(set) var count = 0
    private(set) var types: Set<ValueType> = []
    private(set) var hasNegativeNumber = false
    private(set) var texts = ObservedTexts()
    /// The members of all objects.
    private(set) var object = ObservedObject()
    /// The elements of all lists as one value, or an empty array if no list has elements.
    ///
    /// The property is an array, because a structure cannot contain itself directly.
    private(set) var elements: [ObservedValue] = []
    /// Whether nested values are left out, because they are nested too deeply or the plan has no room for them.
    private(set) var isCut = false

    /// Adds a value.
    ///
    /// - Parameter depth: The number of arrays and objects around the value, including the parameters of the event.
    /// - Returns: The number of values that were added, including nested values.
    mutating func add(_ value: EventValue, depth: Int, _ room: inout InferenceRoom) -> Int {
        count += 1
        switch value {
        case .null: types.insert(.null)
        case .bool: types.insert(.boolean)
        case .integer(let integer): add(.integer, isNegative: integer < 0)
        case .number(let number) where number.isFinite: add(.number, isNegative: number < 0)
        // Recording files and the checker represent a number that is not finite as a text.
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

    /// Returns whether there is a value for the elements of lists. Creates this value if the plan has room for it.
    private mutating func hasElement(_ room: inout InferenceRoom) -> Bool {
        if elements.isEmpty, room.take(name: "") { elements.append(ObservedValue()) }
        if elements.isEmpty { isCut = true }
        return !elements.isEmpty
    }
}
