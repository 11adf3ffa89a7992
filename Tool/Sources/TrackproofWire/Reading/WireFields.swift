import Trackproof
import TrackproofJSON
import TrackproofVendors

/// The members of an object in a request.
///
/// A decoder takes each member that it knows. A member can be taken only once. The members that remain become the
/// context of the event.
struct WireFields {
    /// The path of the object in the request.
    let place: WirePlace
    // Taking a field marks its member instead of removing it. Removing a member would copy all members of the object.
    private let members: EventParameters
    private var isTaken = TakenPlaces()
    private var added: [EventParameter] = []

    /// Creates the fields of an object.
    ///
    /// - Throws: A rejection if `value` is not an object or could not be read.
    init(_ value: EventValue, at place: WirePlace) throws(WireRejection) {
        if let reason = value.unreadableReason { throw WireRejection(field: "\(place)", reason) }
        guard let members = value.object else { throw .wrongType("\(place)", expected: "an object", found: value) }
        self.init(members, at: place)
    }

    init(_ members: EventParameters, at place: WirePlace) {
        self.place = place
        self.members = members
    }

    /// The fields that the decoder has not taken.
    var rest: EventParameters {
        isTaken.isEmpty && added.isEmpty ? members : EventParameters(unread(reserving: 0))
    }

    /// Returns the fields that were not taken, followed by the fields of `others` and then by the fields of `more`.
    ///
    /// Fields of `others` and `more` are left out if a field of the same name comes before them.
    func rest(
        completedWith others: EventParameters, _ more: EventParameters = EventParameters()
    ) -> EventParameters {
        if others.isEmpty, more.isEmpty { return rest }
        var rest = unread(reserving: others.count + more.count)
        if rest.isEmpty, more.isEmpty { return others }
        rest.complete(with: others)
        rest.complete(with: more)
        return EventParameters(rest)
    }

    /// Returns the fields that were not taken, in two parts: the fields whose names satisfy `belongs`, and the others.
    func divided(by belongs: (String) -> Bool) -> (those: EventParameters, others: EventParameters) {
        var those: [EventParameter] = []
        var others: [EventParameter] = []
        others.reserveCapacity(members.count)
        forEachUnread { if belongs($0.name) { those.append($0) } else { others.append($0) } }
        return (EventParameters(those), EventParameters(others))
    }

    private func unread(reserving count: Int) -> [EventParameter] {
        var fields: [EventParameter] = []
        fields.reserveCapacity(members.count + added.count + count)
        forEachUnread { fields.append($0) }
        return fields
    }

    private func forEachUnread(_ body: (EventParameter) -> Void) {
        for index in members.indices where !isTaken.contains(index) { body(members[index]) }
        added.forEach(body)
    }

    /// Returns the path of a field as text for rejections.
    func place(of name: String) -> String { place.member(name).description }

    /// The value of a field, or `nil` if the field is absent or null, or was taken before. Does not take the field.
    subscript(name: String) -> EventValue? {
        guard let index = index(of: name) else { return nil }
        let value = members[index].value
        if case .null = value { return nil }
        return value
    }

    /// Returns the value of a field of any type, and removes the field from ``rest``.
    ///
    /// - Returns: The value, or `nil` if the field is absent or null, or was taken before.
    mutating func take(_ name: String) -> EventValue? {
        guard let index = index(of: name) else { return nil }
        isTaken.insert(index)
        let value = members[index].value
        if case .null = value { return nil }
        return value
    }

    /// Adds a field to ``rest``.
    ///
    /// If the object has a field of the same name, the caller must take that field first.
    mutating func put(_ name: String, _ value: EventValue) { added.append(EventParameter(name, value)) }

    /// Takes the fields whose names satisfy a condition, and returns them in the order of the object.
    mutating func take(where condition: (String) -> Bool) -> EventParameters {
        let (those, others) = divided(by: condition)
        if !those.isEmpty { self = WireFields(others, at: place) }
        return those
    }

    private func index(of name: String) -> Int? {
        members.place(of: name).flatMap { isTaken.contains($0) ? nil : $0 }
    }
}

/// A set of indices in a list. Nearly all lists are short, so indices below 64 are bits of an integer.
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
    mutating func string(_ name: String) throws(WireRejection) -> String? { try take(name, "a string") { $0.string } }

    mutating func object(_ name: String) throws(WireRejection) -> EventParameters? {
        try take(name, "an object") { $0.object }
    }

    mutating func bool(_ name: String) throws(WireRejection) -> Bool? { try take(name, "a bool") { $0.bool } }

    mutating func array(_ name: String) throws(WireRejection) -> [EventValue] {
        guard let values = try take(name, "an array", { $0.array }) else { throw .missing(place(of: name), "an array") }
        return values
    }

    private mutating func take<Value>(
        _ name: String, _ expected: String, _ read: (EventValue) -> Value?
    ) throws(WireRejection) -> Value? {
        guard let value = take(name) else { return nil }
        guard let result = read(value) else {
            throw .wrongType(place(of: name), expected: expected, found: value)
        }
        return result
    }

    /// Takes the name of an event.
    ///
    /// - Throws: A rejection if the field is absent or empty, or is not a string.
    mutating func name(_ name: String) throws(WireRejection) -> String {
        guard let text = try string(name), !text.isEmpty else { throw .missing(place(of: name), "a string") }
        return text
    }

    /// Returns the id in a field as text, and takes the field if the text contains all information of the field.
    ///
    /// The method does not take an empty string or a shared field. It does not take an integer either, because the text
    /// does not show that the id was an integer.
    ///
    /// - Parameter shared: Whether the decoder also uses the field for another purpose, so that the field must remain.
    /// - Returns: The id, or `nil` if there is no id.
    /// - Throws: A rejection if the field is present and is not a string, an integer or null.
    mutating func identifier(_ name: String, shared: Bool = false) throws(WireRejection) -> String? {
        guard let index = index(of: name) else { return nil }
        let value = members[index].value
        switch value {
        case .null: isTaken.insert(index)
        case .string(let text):
            if !shared, !text.isEmpty { isTaken.insert(index) }
        case .integer: break
        default: throw .wrongType(place(of: name), expected: "a string or an integer", found: value)
        }
        return value.identifier
    }

    /// Returns the id in a field as ``identifier(_:shared:)`` does. Throws a rejection if there is no id.
    mutating func requiredIdentifier(_ name: String, shared: Bool = false) throws(WireRejection) -> String {
        guard let id = try identifier(name, shared: shared) else { throw .missing(place(of: name), "a string") }
        return id
    }

    /// Returns the id in the first of these fields that has an id.
    mutating func identifier(firstOf names: String..., shared: Bool = false) throws(WireRejection) -> String? {
        for name in names {
            if let id = try identifier(name, shared: shared) { return id }
        }
        return nil
    }

    /// Returns the time in a field, or `nil` if `read` cannot read the field's value.
    ///
    /// ``EventTime`` has a resolution of milliseconds. Takes the field only if this resolution is enough for the time.
    mutating func time(_ name: String, _ read: (EventValue) -> VendorTime?) -> EventTime? {
        guard let index = index(of: name), let read = read(members[index].value) else { return nil }
        if read.isExact { isTaken.insert(index) }
        return read.time
    }
}

extension EventValue {
    /// The text of an id, or `nil` if the value cannot be an id.
    var identifier: String? {
        switch self {
        case .string(let text): text.isEmpty ? nil : text
        case .integer(let number): String(number)
        default: nil
        }
    }
}

extension EventParameters {
    /// Returns these parameters, followed by the parameters of `others` whose names do not occur in these parameters.
    func completed(with others: EventParameters) -> EventParameters {
        WireFields(self, at: "").rest(completedWith: others)
    }

    /// Divides the parameters into those whose names satisfy `belongs`, and all other parameters.
    func divided(by belongs: (String) -> Bool) -> (those: EventParameters, others: EventParameters) {
        guard contains(where: { belongs($0.name) }) else { return (EventParameters(), self) }
        return WireFields(self, at: "").divided(by: belongs)
    }
}

extension [EventParameter] {
    /// Adds the parameters of `others` whose names are not in this list yet.
    mutating func complete(with others: EventParameters) {
        let end = count
        // Nearly all lists are short. For long lists, a set of names is faster than a comparison of every two names.
        if end * others.count < 4_096 {
            for other in others where self[..<end].place(of: other.name) == nil { append(other) }
        } else {
            let names = Set(map(\.name))
            append(contentsOf: others.filter { !names.contains($0.name) })
        }
    }
}

extension RandomAccessCollection<EventParameter> {
    /// Returns the index of the parameter with a name.
    ///
    /// The search compares lengths first: most names differ in length, and lengths are cheap to compare.
    func place(of name: String) -> Index? {
        let length = name.utf8.count
        return firstIndex { $0.name.utf8.count == length && $0.name == name }
    }
}
