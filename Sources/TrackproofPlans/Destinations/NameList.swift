/// A list of names and beginnings of names.
public struct NameList: Sendable, Hashable {
    private let names: Set<String>
    private let beginnings: [String]

    /// Creates a list. `*` at the end of a name matches zero or more characters.
    public init(_ patterns: [String]) {
        let beginnings = Set(patterns.filter { $0.hasSuffix("*") }.map { String($0.dropLast()) })
        self.beginnings = beginnings.filter { name in
            !beginnings.contains { $0 != name && name.hasPrefix($0) }
        }.sorted()
        names = Set(patterns.filter { name in !name.hasSuffix("*") && !beginnings.contains(where: name.hasPrefix) })
    }

    /// Creates a list from names that are separated by white space.
    public init(words: String) { self.init(words.split(whereSeparator: \.isWhitespace).map(String.init)) }

    /// The names in alphabetical order, without names that a beginning covers. Each beginning ends with `*`.
    public var patterns: [String] { beginnings.map { $0 + "*" } + names.sorted() }

    /// What matches a name: the complete name, or its beginning.
    public enum Match: Sendable, Equatable {
        case name
        case beginning(String)
    }

    /// Returns whether the list has the name or its beginning, or `nil` if it has neither.
    public func match(_ name: String) -> Match? {
        if names.contains(name) { return .name }
        return beginnings.first(where: name.hasPrefix).map(Match.beginning)
    }

    /// Returns whether the list has the name or its beginning.
    public func contains(_ name: String) -> Bool { match(name) != nil }
}

extension NameList: ExpressibleByArrayLiteral {
    /// Creates a list. `*` at the end of a name matches zero or more characters.
    public init(arrayLiteral patterns: String...) { self.init(patterns) }
}
