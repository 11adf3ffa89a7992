public import Trackproof
import TrackproofPlatform

/// An object in a document that Trackproof wrote, such as a report. Errors contain the object's path.
public struct DocumentObject: Sendable {
    private let members: EventParameters
    private let path: String

    /// Creates an object from a value.
    ///
    /// - Parameter path: The path of the value, such as `report.json: sections[0]`. The path of the outermost object
    ///   ends with a colon: `report.json:`.
    /// - Throws: An error if the value is not an object.
    public init(_ value: EventValue, at path: String) throws(DocumentError) {
        guard let members = value.object else {
            let place = path.hasSuffix(":") ? String(path.dropLast()) : path
            throw DocumentError(place: place, message: "expected an object, found \(value.typeName)")
        }
        self.members = members
        self.path = path
    }

    /// Returns the path of the member `name`.
    public func path(_ name: String) -> String { path.hasSuffix(":") ? "\(path) \(name)" : "\(path).\(name)" }

    /// Returns the value of a member, or `nil` if the member is absent or null.
    public func value(_ name: String) -> EventValue? {
        guard let value = members[name] else { return nil }
        if case .null = value { return nil }
        return value
    }

    private func optional<Value>(
        _ name: String, _ type: String, _ read: (EventValue) -> Value?
    ) throws(DocumentError) -> Value? {
        guard let value = value(name) else { return nil }
        guard let result = read(value) else {
            throw DocumentError(place: path(name), message: "expected \(type), found \(value.typeName)")
        }
        return result
    }

    private func required<Value>(_ value: Value?, _ name: String) throws(DocumentError) -> Value {
        guard let value else { throw DocumentError(place: path(name), message: "is missing") }
        return value
    }

    /// Returns the text in a member, or `nil` if the member is absent or null.
    public func optionalText(_ name: String) throws(DocumentError) -> String? { try optional(name, "a text", \.string) }
    /// Returns the text in a member.
    public func text(_ name: String) throws(DocumentError) -> String { try required(optionalText(name), name) }

    /// Returns the integer in a member, from 0 to 2^53, or `nil` if the member is absent or null.
    public func optionalCount(_ name: String) throws(DocumentError) -> Int? {
        try optional(name, "a number from 0 to 2^53") { value in
            guard let integer = value.integer, 0...(Int64(1) << 53) ~= integer else { return nil }
            return Int(integer)
        }
    }
    /// Returns the integer in a member, from 0 to 2^53.
    public func count(_ name: String) throws(DocumentError) -> Int { try required(optionalCount(name), name) }

    /// Returns the number in a member, or `nil` if the member is absent or null.
    public func optionalNumber(_ name: String) throws(DocumentError) -> Double? {
        try optional(name, "a number") { $0.number ?? $0.integer.map(Double.init) }
    }

    /// Returns the Boolean value in a member. An absent member counts as `false`.
    public func flag(_ name: String) throws(DocumentError) -> Bool {
        try optional(name, "true or false", \.bool) ?? false
    }
    /// Returns the Boolean value in a member.
    public func bool(_ name: String) throws(DocumentError) -> Bool {
        try required(optional(name, "true or false", \.bool), name)
    }

    /// Returns the time in a member, which is an RFC 3339 text.
    public func time(_ name: String) throws(DocumentError) -> EventTime {
        guard let time = EventTime(try text(name)) else {
            throw DocumentError(place: path(name), message: "expected a time such as 2026-11-23T04:00:00.000Z")
        }
        return time
    }

    /// Returns the value of an enumeration whose raw value is the text in a member.
    public func choice<Value: RawRepresentable<String>>(_ name: String) throws(DocumentError) -> Value {
        let text = try text(name)
        guard let value = Value(rawValue: text) else {
            throw DocumentError(place: path(name), message: "unknown value \(text.quotedForDisplay)")
        }
        return value
    }

    /// Returns the value of an enumeration whose raw value is the text in a member, or `nil` if the member is absent or
    /// null.
    public func optionalChoice<Value: RawRepresentable<String>>(_ name: String) throws(DocumentError) -> Value? {
        try value(name) == nil ? nil : choice(name)
    }

    /// Returns the object in a member, or `nil` if the member is absent or null.
    public func optionalObject(_ name: String) throws(DocumentError) -> DocumentObject? {
        try value(name) == nil ? nil : object(name)
    }

    /// Returns the object in a member.
    public func object(_ name: String) throws(DocumentError) -> DocumentObject {
        try DocumentObject(required(value(name), name), at: path(name))
    }

    /// Returns the objects in the array in a member.
    public func objects(_ name: String) throws(DocumentError) -> [DocumentObject] {
        try elements(name).map { value, path throws(DocumentError) in try DocumentObject(value, at: path) }
    }

    /// Returns the objects in the array in a member, or an empty array if the member is absent or null.
    public func optionalObjects(_ name: String) throws(DocumentError) -> [DocumentObject] {
        try value(name) == nil ? [] : objects(name)
    }

    /// Returns the names and values of the object in a member, or an empty array if the member is absent or null.
    public func optionalEntries(_ name: String) throws(DocumentError) -> [EventParameter] {
        try value(name) == nil ? [] : entries(name)
    }
    /// Returns the names and values of the object in a member.
    public func entries(_ name: String) throws(DocumentError) -> [EventParameter] {
        Array(try required(optional(name, "an object", \.object), name))
    }

    /// Returns the elements of the array in a member, or an empty array if the member is absent or null.
    public func optionalElements(_ name: String) throws(DocumentError) -> [(value: EventValue, path: String)] {
        try value(name) == nil ? [] : elements(name)
    }
    /// Returns the elements of the array in a member.
    public func elements(_ name: String) throws(DocumentError) -> [(value: EventValue, path: String)] {
        let list = try required(optional(name, "a list", \.array), name)
        return list.enumerated().map { ($1, "\(path(name))[\($0)]") }
    }

    /// Returns the texts of the array in a member, or an empty array if the member is absent or null.
    public func optionalTexts(_ name: String) throws(DocumentError) -> [String] {
        try value(name) == nil ? [] : texts(name)
    }
    /// Returns the texts of the array in a member.
    public func texts(_ name: String) throws(DocumentError) -> [String] {
        var texts: [String] = []
        for (value, path) in try elements(name) {
            guard let text = value.string else {
                throw DocumentError(place: path, message: "expected a text, found \(value.typeName)")
            }
            texts.append(text)
        }
        return texts
    }
}

/// A mistake in a document that Trackproof wrote, such as a report.
public struct DocumentError: Error, Sendable, CustomStringConvertible {
    /// The path of the document's file and the path of the value: `report.json: sections[0].differences[3].kind`.
    public let place: String
    /// The mistake.
    public let message: String

    /// Creates an error.
    public init(place: String, message: String) {
        self.place = place
        self.message = message
    }

    /// The error on one line.
    public var description: String { "\(place): \(message)" }
}
