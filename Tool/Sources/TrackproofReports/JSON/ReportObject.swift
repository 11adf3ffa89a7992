internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
@_spi(Tooling) internal import TrackproofSnapshots

/// An object of a report, with the path to it for errors.
struct ReportObject {
    private let members: EventParameters
    private let path: String

    init(_ value: EventValue, at path: String) throws(ReportError) {
        guard let members = value.object else {
            throw ReportError(place: path, message: "expected an object, found \(value.typeName)")
        }
        self.members = members
        self.path = path
    }

    /// Returns the path of a member.
    func path(_ name: String) -> String { path.hasSuffix(":") ? "\(path) \(name)" : "\(path).\(name)" }

    /// Returns the value of a member, or `nil` if the member is absent or null.
    func value(_ name: String) -> EventValue? {
        guard let value = members[name] else { return nil }
        if case .null = value { return nil }
        return value
    }

    private func optional<Value>(
        _ name: String, _ type: String, _ read: (EventValue) -> Value?
    ) throws(ReportError) -> Value? {
        guard let value = value(name) else { return nil }
        guard let result = read(value) else {
            throw ReportError(place: path(name), message: "expected \(type), found \(value.typeName)")
        }
        return result
    }

    private func required<Value>(_ value: Value?, _ name: String) throws(ReportError) -> Value {
        guard let value else { throw ReportError(place: path(name), message: "is missing") }
        return value
    }

    func optionalText(_ name: String) throws(ReportError) -> String? { try optional(name, "a text", \.string) }
    func text(_ name: String) throws(ReportError) -> String { try required(optionalText(name), name) }

    func optionalCount(_ name: String) throws(ReportError) -> Int? {
        try optional(name, "a number from 0 to 2^53") { value in
            guard let integer = value.integer, 0...(1 << 53) ~= integer else { return nil }
            return Int(integer)
        }
    }
    func count(_ name: String) throws(ReportError) -> Int { try required(optionalCount(name), name) }

    func optionalNumber(_ name: String) throws(ReportError) -> Double? {
        try optional(name, "a number") { $0.number ?? $0.integer.map(Double.init) }
    }

    func flag(_ name: String) throws(ReportError) -> Bool { try optional(name, "true or false", \.bool) ?? false }

    func time(_ name: String) throws(ReportError) -> EventTime {
        guard let time = EventTime(try text(name)) else {
            throw ReportError(place: path(name), message: "expected a time such as 2026-11-23T04:00:00.000Z")
        }
        return time
    }

    /// Returns one of the values of an enumeration.
    func choice<Value: RawRepresentable<String>>(_ name: String) throws(ReportError) -> Value {
        let text = try text(name)
        guard let value = Value(rawValue: text) else {
            throw ReportError(place: path(name), message: "unknown value \"\(text.displayable)\"")
        }
        return value
    }

    func object(_ name: String) throws(ReportError) -> ReportObject {
        try ReportObject(required(value(name), name), at: path(name))
    }

    /// Returns the members of an object with any names, or an empty array if there is no object.
    func entries(_ name: String) throws(ReportError) -> [EventParameter] {
        try optional(name, "an object", \.object).map(Array.init) ?? []
    }

    /// Returns the elements of a list with their paths, or an empty array if there is no list.
    func elements(_ name: String) throws(ReportError) -> [(value: EventValue, path: String)] {
        let list = try optional(name, "a list", \.array) ?? []
        return list.enumerated().map { ($1, "\(path(name))[\($0)]") }
    }

    /// Returns an event, or `nil` if the member is absent or null.
    func optionalEvent(_ name: String) throws(ReportError) -> RecordedEvent? {
        guard let value = value(name) else { return nil }
        // The reader of recordings knows all members of an event. With a header, it reads one line as one event.
        let line = Array((#"{"recording":1}"# + "\n" + value.json).utf8)
        do {
            if let event = try Recording(line, name: path(name)).events.first { return event }
        } catch let error as EventFormatError {
            throw ReportError(place: path(name), message: "no event: \(error.message)")
        } catch {
            throw ReportError(place: path(name), message: "no event: \(error)")
        }
        throw ReportError(place: path(name), message: "no event")
    }

    func texts(_ name: String) throws(ReportError) -> [String] {
        var texts: [String] = []
        for (value, path) in try elements(name) {
            guard let text = value.string else {
                throw ReportError(place: path, message: "expected a text, found \(value.typeName)")
            }
            texts.append(text)
        }
        return texts
    }
}
