internal import Trackproof

/// The members of an object in a request, taken one by one; what is left in the end is the context.
struct WireFields {
    /// Where the object stands: `batch.2`; empty for the outermost.
    let place: String
    // Members are not removed but marked, so that the request's own are not copied for each field taken.
    private let members: EventParameters
    private var isTaken = TakenPlaces()
    private var added: [EventParameter] = []

    /// - Throws: where `value` is no object.
    init(_ value: EventValue, at place: String) throws(WireRejection) {
        guard let members = value.object else { throw .wrongType(place, expected: "an object", found: value) }
        self.init(members, at: place)
    }

    init(_ members: EventParameters, at place: String) {
        self.place = place
        self.members = members
    }

    /// What was not taken.
    var rest: EventParameters {
        if isTaken.isEmpty, added.isEmpty { return members }
        var rest: [EventParameter] = []
        rest.reserveCapacity(members.count + added.count)
        for index in members.indices where !isTaken.contains(index) { rest.append(members[index]) }
        return EventParameters(rest + added)
    }

    /// Where a field stands, as rejections have it.
    func place(of name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }

    /// A field that stays; a null is as good as no field.
    subscript(name: String) -> EventValue? {
        guard let index = index(of: name) else { return nil }
        let value = members[index].value
        if case .null = value { return nil }
        return value
    }

    /// Takes a field of any type; a null is as good as no field.
    mutating func take(_ name: String) -> EventValue? {
        guard let index = index(of: name) else { return nil }
        isTaken.insert(index)
        let value = members[index].value
        if case .null = value { return nil }
        return value
    }

    /// Adds a field to what is left; one of that name must have been taken.
    mutating func put(_ name: String, _ value: EventValue) { added.append(EventParameter(name, value)) }

    private func index(of name: String) -> Int? {
        members.place(of: name).flatMap { isTaken.contains($0) ? nil : $0 }
    }
}

/// A set of places in a list, nearly all of which are short.
private struct TakenPlaces {
    private var first64: UInt64 = 0
    private var others: Set<Int> = []

    var isEmpty: Bool { first64 == 0 && others.isEmpty }

    func contains(_ place: Int) -> Bool {
        place < 64 ? first64 & 1 << UInt64(place) != 0 : others.contains(place)
    }

    mutating func insert(_ place: Int) {
        if place < 64 { first64 |= 1 << UInt64(place) } else { others.insert(place) }
    }
}

extension WireFields {
    mutating func string(_ name: String) throws(WireRejection) -> String? {
        guard let value = take(name) else { return nil }
        guard let text = value.string else {
            throw .wrongType(place(of: name), expected: "a string", found: value)
        }
        return text
    }

    /// A name that says what was tracked: neither absent nor empty.
    mutating func name(_ name: String) throws(WireRejection) -> String {
        guard let text = try string(name), !text.isEmpty else { throw .missing(place(of: name), "a string") }
        return text
    }

    mutating func object(_ name: String) throws(WireRejection) -> EventParameters? {
        guard let value = take(name) else { return nil }
        guard let members = value.object else {
            throw .wrongType(place(of: name), expected: "an object", found: value)
        }
        return members
    }

    mutating func array(_ name: String) throws(WireRejection) -> [EventValue] {
        guard let value = take(name) else { throw .missing(place(of: name), "an array") }
        guard let values = value.array else {
            throw .wrongType(place(of: name), expected: "an array", found: value)
        }
        return values
    }

    /// An id, as text. It stays among the fields where that is not all it was: an integer, an empty text, or one that
    /// is `shared` with another use.
    mutating func identifier(_ name: String, shared: Bool = false) throws(WireRejection) -> String? {
        switch self[name] {
        case nil:
            _ = take(name)
            return nil
        case .string(let text):
            if text.isEmpty { return nil }
            if !shared { _ = take(name) }
            return text
        case .integer(let number): return String(number)
        case let value?:
            throw .wrongType(place(of: name), expected: "a string or an integer", found: value)
        }
    }

    /// The id in the first of these fields that has one.
    mutating func identifier(firstOf names: String..., shared: Bool = false) throws(WireRejection) -> String? {
        for name in names {
            if let id = try identifier(name, shared: shared) { return id }
        }
        return nil
    }

    /// A time. What `read` cannot read stays among the fields as it was, and so does what is finer than a time.
    mutating func time(_ name: String, _ read: (EventValue) -> WireTime?) -> EventTime? {
        guard let value = self[name], let read = read(value) else { return nil }
        if read.isExact { _ = take(name) }
        return read.time
    }
}

extension EventParameters {
    /// These parameters, and those of `others` whose names they lack.
    func completed(with others: EventParameters) -> EventParameters {
        others.isEmpty ? self : EventParameters(Array(self) + others.filter { place(of: $0.name) == nil })
    }

    /// Where the parameter of that name is. Lengths tell most names apart, and are cheap to compare.
    func place(of name: String) -> Int? {
        let length = name.utf8.count
        return firstIndex { $0.name.utf8.count == length && $0.name == name }
    }

    /// Those that `belongs` holds of, and the others.
    func divided(by belongs: (String) -> Bool) -> (those: EventParameters, others: EventParameters) {
        var those: [EventParameter] = []
        var others: [EventParameter] = []
        others.reserveCapacity(count)
        for parameter in self {
            if belongs(parameter.name) { those.append(parameter) } else { others.append(parameter) }
        }
        return those.isEmpty ? ([:], self) : (EventParameters(those), EventParameters(others))
    }
}

extension String {
    /// Whether it begins with a dollar sign, as vendors' own names do.
    var hasDollar: Bool { utf8.first == UInt8(ascii: "$") }
}
