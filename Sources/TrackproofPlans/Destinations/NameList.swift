import Trackproof

/// A list of names and beginnings of names.
public struct NameList: Sendable, Hashable {
    private let names: [[UInt8]]
    private let beginnings: [[UInt8]]

    /// Creates a list. `*` at the end of a name matches zero or more characters.
    public init(_ patterns: [String]) {
        let beginnings = Set(patterns.filter { $0.hasSuffix("*") }.map { Array($0.utf8.dropLast()) })
        self.beginnings = beginnings.filter { name in
            !beginnings.contains { $0 != name && name.starts(with: $0) }
        }.sorted { $0.lexicographicallyPrecedes($1) }
        names = Set(patterns.filter { !$0.hasSuffix("*") }.map { Array($0.utf8) }).filter { name in
            !beginnings.contains { name.starts(with: $0) }
        }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Creates a list from names that are separated by white space.
    public init(words: String) { self.init(words.split(whereSeparator: \.isWhitespace).map(String.init)) }

    /// The names in alphabetical order, without names that a beginning covers. Each beginning ends with `*`.
    public var patterns: [String] {
        beginnings.map { String(decoding: $0, as: UTF8.self) + "*" } + names.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns a list with the names of both lists.
    public static func + (left: NameList, right: NameList) -> NameList { NameList(left.patterns + right.patterns) }

    /// What matches a name: the complete name, or its beginning.
    public enum Match: Sendable, Equatable {
        case name
        case beginning(String)
    }

    /// Returns whether the list has the name or its beginning, or `nil` if it has neither.
    public func match(_ name: String) -> Match? {
        if names.contains(where: name.utf8.elementsEqual) { return .name }
        return beginnings.first(where: name.utf8.starts).map { .beginning(String(decoding: $0, as: UTF8.self)) }
    }

    /// Returns whether the list has the name or its beginning.
    public func contains(_ name: String) -> Bool { match(name) != nil }

    /// Returns whether the list has the name or its beginning. The name is in UTF-8.
    package func contains(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        beginnings.contains { name.starts(with: $0) }
            || names.contains { name.count == $0.count && name.starts(with: $0) }
    }

    /// Returns an event without the parameters in the list. Parameters that `rules` has are not removed.
    func removed(from event: RecordedEvent, _ rules: ObjectRules) -> RecordedEvent {
        func isKept(_ parameter: EventParameter) -> Bool {
            !contains(parameter.name) || rules.table.index(of: parameter.name) != nil
        }
        if event.event.parameters.allSatisfy(isKept) { return event }
        var event = event
        event.event.parameters = EventParameters(event.event.parameters.filter(isKept))
        return event
    }
}

extension NameList: ExpressibleByArrayLiteral {
    /// Creates a list. `*` at the end of a name matches zero or more characters.
    public init(arrayLiteral patterns: String...) { self.init(patterns) }
}
