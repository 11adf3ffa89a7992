import Foundation
import Hummingbird
import NIOCore
import Trackproof
import TrackproofJSON
import TrackproofPlans
import TrackproofWire

/// The input of a request to the control API: the members of its body, or the values of its query.
///
/// The methods that read a value also remove it from the input. ``end()`` throws an error if a value is left.
struct ControlInput {
    private var members: [String: EventValue]
    /// Whether the input comes from a query, in which numbers and Booleans are text.
    private let isText: Bool
    /// A name that occurs more than once in the query, or `nil` if there is no such name. ``end()`` reports the name.
    private var repeated: String?

    /// Creates the input from the query of a request.
    init(query request: Request) {
        let pairs = RequestTarget(request.head.path ?? "/").query
        members = Dictionary(pairs.map { ($0.name, .string($0.value)) }) { $1 }
        repeated = Dictionary(grouping: pairs, by: \.name).filter { $1.count > 1 }.keys.min()
        isText = true
    }

    /// Creates the input from a body, which is a JSON object or empty.
    init(body bytes: [UInt8]) throws(ControlError) {
        isText = false
        guard bytes.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
            members = [:]
            return
        }
        let value: EventValue
        do throws(EventFormatError) {
            value = try EventValue(json: bytes, of: "body")
        } catch {
            throw ControlError("line \(error.line), column \(error.column): \(error.message)")
        }
        guard let object = value.object else { throw ControlError("the body must be an object") }
        members = Dictionary(object.map { ($0.name, $0.value) }) { $1 }
    }

    mutating func string(_ name: String) throws(ControlError) -> String? { try take(name, "a string", \.string) }

    mutating func object(_ name: String) throws(ControlError) -> EventParameters? {
        try take(name, "an object", \.object)
    }

    mutating func bool(_ name: String) throws(ControlError) -> Bool? {
        try take(name, "true or false") { [isText] value in
            value.bool ?? (isText ? value.string.flatMap { Bool($0) } : nil)
        }
    }

    mutating func integer(_ name: String, in range: ClosedRange<Int64>) throws(ControlError) -> Int64? {
        try take(name, "an integer from \(range.lowerBound) to \(range.upperBound)") { [isText] value in
            let number = value.integer ?? (isText ? value.string.flatMap { Int64($0) } : nil)
            return number.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    mutating func seconds(_ name: String, upTo most: Double) throws(ControlError) -> Double? {
        try take(name, "a number of seconds up to \(Int(most))") { value in
            let number = value.number ?? value.integer.map { Double($0) }
            return number.flatMap { (0...most).contains($0) ? $0 : nil }
        }
    }

    /// Removes a value from the input and reads it.
    private mutating func take<Value>(
        _ name: String, _ expected: String, _ read: (EventValue) -> Value?
    ) throws(ControlError) -> Value? {
        guard let value = members.removeValue(forKey: name) else { return nil }
        guard let found = read(value) else {
            throw ControlError(field: name, "expected \(expected), found \(value)")
        }
        return found
    }

    /// Reads the name of a vendor. An empty name selects the requests that do not belong to any known vendor.
    mutating func vendor() throws(ControlError) -> String? {
        guard let word = try string("vendor") else { return nil }
        let known = WireDecoders.all.map { $0.vendor }.sorted()
        guard word.isEmpty || known.contains(word) else { throw unknown("vendor", word, among: known) }
        return word
    }

    /// Reads a source of events. A source with the prefix `wire:` must name a known vendor, as in `wire:segment`.
    mutating func source() throws(ControlError) -> EventSource? {
        guard let word = try string("source") else { return nil }
        let source = EventSource(rawValue: word)
        let known = WireDecoders.all.map { $0.vendor }.sorted()
        guard source.vendor.map(known.contains) ?? true else {
            throw unknown("source", word, among: known.map { EventSource.wire($0).rawValue })
        }
        return source
    }

    /// Reads one of the values of a type.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ type: Choice.Type
    ) throws(ControlError) -> Choice? {
        guard let word = try string(name) else { return nil }
        guard let choice = Choice(rawValue: word) else {
            throw unknown(name, word, among: Choice.allCases.map(\.rawValue))
        }
        return choice
    }

    private func unknown(_ field: String, _ word: String, among known: [String]) -> ControlError {
        let known = known.joined(separator: ", ")
        return ControlError(field: field, "expected one of \(known), found \(EventValue.string(word))")
    }

    /// Reads the values whose names begin with `prefix`, and removes the prefix from the names.
    ///
    /// - Returns: The values. A text that is valid JSON becomes the JSON value. Any other text stays a text.
    mutating func prefixed(_ prefix: String) -> EventParameters {
        let names = members.keys.filter { $0.hasPrefix(prefix) }.sorted()
        return EventParameters(
            names.compactMap { name in
                members.removeValue(forKey: name).map { value in
                    EventParameter(String(name.dropFirst(prefix.count)), value.readAsAnyJSON)
                }
            })
    }

    /// Throws an error if a value is left that no handler has read, or if a name occurs more than once.
    ///
    /// Without this check, the API would ignore a filter whose name is misspelled.
    func end() throws(ControlError) {
        if let repeated { throw ControlError(field: repeated, "is given more than once") }
        guard let name = members.keys.min() else { return }
        throw ControlError(field: name, "unknown field")
    }
}
