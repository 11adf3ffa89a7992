import TrackproofPlans

/// The rules that turn names of a plan into names in Swift.
///
/// A name depends only on the name in the plan, so a new event never renames the function of another event.
///
/// Source: the API Design Guidelines of Swift, "Conventions" (case, and acronyms in uppercase or lowercase as a whole)
package enum SwiftNaming {
    /// Returns the name of a function, an argument or a case, such as `orderID`, or `nil` if the name has no letter at the
    /// beginning.
    static func member(_ name: String) -> String? {
        let words = words(of: name)
        guard let first = words.first else { return nil }
        return identifier(first.lowercased() + words.dropFirst().map(capitalized).joined())
    }

    /// Returns the name of a type, such as `OrderID`, or `nil` if the name has no letter at the beginning.
    ///
    /// It begins with an uppercase letter, and other names do not. So a function and its types never have the same name,
    /// also in scripts without case.
    static func type(_ name: String) -> String? {
        guard let type = identifier(words(of: name).map(capitalized).joined()) else { return nil }
        return unhidden(type.beginsUppercase ? type : "Type" + type)
    }

    /// Returns the name of a type for a name in Swift.
    static func type(ofMember name: String, prefix: String = "") -> String {
        unhidden(prefix + (type(name) ?? "Type" + name))
    }

    /// Returns the name of a type that hides no other type.
    private static func unhidden(_ type: String) -> String { takenTypes.contains(type) ? type + "Type" : type }

    /// Returns the name of the type of a list's elements, such as `Item` for the type `Items` of the list.
    static func element(of type: String) -> String { unhidden(singular(type)) }

    private static func singular(_ name: String) -> String {
        let word = name.lowercased()
        // Words whose singular does not follow the rules below.
        for (plural, count) in [
            ("movies", 1), ("cookies", 1), ("calories", 1), ("caches", 1), ("ouses", 1), ("auses", 1), ("series", 0),
            ("species", 0), ("news", 0),
        ]
        where word.hasSuffix(plural) {
            return String(name.dropLast(count))
        }
        if word.hasSuffix("ies"), name.count > 4 { return name.dropLast(3) + "y" }
        if ["xes", "ches", "shes", "sses", "uses"].contains(where: word.hasSuffix) {
            return String(name.dropLast(2))
        }
        let isPlural = word.hasSuffix("s") && !word.hasSuffix("ss") && !word.hasSuffix("us")
        return isPlural && name.count > 2 ? String(name.dropLast()) : name
    }

    private static func words(of name: String) -> [String] {
        let words = NameWords(name).words
        // In a name without lowercase letters, the words are no acronyms.
        return name.contains(where: \.isLowercase) ? words : words.map { $0.lowercased() }
    }

    private static func capitalized(_ word: String) -> String {
        let lowercase = word.lowercased()
        if acronyms.contains(lowercase) { return lowercase.uppercased() }
        if lowercase.hasSuffix("s"), acronyms.contains(String(lowercase.dropLast())) {
            return lowercase.dropLast().uppercased() + "s"
        }
        // An acronym that the plan writes in uppercase stays in uppercase.
        return word.prefix(1).uppercased() + word.dropFirst()
    }

    private static func identifier(_ text: String) -> String? { text.isSwiftIdentifier ? text : nil }

    private static let acronyms: Set = [
        "id", "ip", "ui", "url", "uri", "uuid", "api", "http", "https", "html", "json", "xml", "pdf", "sdk", "sql",
        "sms",
    ]

    /// Returns the name with backticks if it is a reserved word.
    package static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// The reserved words of declarations, statements and expressions.
    ///
    /// Source: "Lexical Structure" of The Swift Programming Language
    private static let keywords: Set = [
        "associatedtype", "borrowing", "class", "consuming", "deinit", "enum", "extension", "fileprivate", "func",
        "import",
        "init", "inout", "internal", "let", "nonisolated", "open", "operator", "precedencegroup", "private", "protocol",
        "public", "rethrows", "static", "struct", "subscript", "typealias", "var",
        "break", "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard", "if",
        "in",
        "repeat", "return", "switch", "throw", "where", "while",
        "Any", "as", "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try",
    ]

    /// Names of functions that Swift or Trackproof gives another meaning.
    static let takenFunctions: Set = ["init", "self", "Type", "Protocol", "reset"]
    /// Names of arguments that have another meaning in the body of a function or in a call.
    static let takenArguments: Set = [
        "inout", "self", "Self", "Event", "EventValue", "EventParameters", "ParameterWriter", "Date", "URL", "UUID",
    ]
    /// Names of cases that Swift gives another meaning. `none` and `some` are the cases of an optional value.
    static let takenCases: Set = ["init", "self", "Self", "Type", "Protocol", "none", "some", "allCases", "rawValue"]
    /// Names of properties that Swift or the generated code gives another meaning.
    static let takenProperties: Set = ["init", "inout", "self", "Type", "Protocol", "eventValue"]
    /// Names of nested types that Swift gives another meaning, or that hide a type that the generated code uses.
    static let takenTypes: Set = [
        "Type", "Protocol", "Self", "Any", "String", "Int", "Double", "Bool", "Date", "UUID", "URL", "Event",
        "EventValue",
        "EventParameters", "EventValueConvertible", "Nullable", "ParameterWriter", "CaseIterable", "RawRepresentable",
        "Sendable", "Optional", "Array", "Hashable", "Foundation", "Trackproof", "Groups",
    ]
}

extension String {
    var beginsUppercase: Bool { first?.isUppercase == true }
}
