import Trackproof

/// The names that generated Swift has in place of the names that the generator would choose.
///
/// In a plan, `swift` is a name, or an object with the name and with the names of values:
///
/// ```yaml
/// size: {enum: [<1GB, 1-5GB], swift: {name: diskSize, values: {<1GB: small, 1-5GB: medium}}}
/// ```
public final class SwiftNames: Sendable {
    // A class, because few schemas have names, and a pointer is smaller than the names. Readers of deep schemas keep many
    // schemas on the stack.

    /// The name of the function, the argument or the type, or `nil` if the plan names only values.
    public let name: NameWithPlace?
    /// The names of the cases for values of an enum.
    public let values: [(value: NameWithPlace, name: NameWithPlace)]

    /// Names that replace no names.
    static let none = SwiftNames()

    private init(_ name: NameWithPlace? = nil, _ values: [(value: NameWithPlace, name: NameWithPlace)] = []) {
        (self.name, self.values) = (name, values)
    }

    /// What a name in generated Swift names.
    public enum Subject: Sendable, Hashable {
        /// The function of the event, or the argument or the type for the schema.
        case itself
        /// The type to which the schema refers.
        case type
        /// A value of an enum.
        case value(String)
    }

    /// All names, by what they name.
    public var names: [Subject: String] {
        var names: [Subject: String] = [:]
        if let name { names[.itself] = name.name }
        for (value, name) in values { names[.value(value.name)] = name.name }
        return names
    }

    static func read(_ node: PlanNode, _ problems: inout PlanProblems) -> SwiftNames {
        if case .string = node.content { return SwiftNames(name(node, &problems)) }
        guard var members = ObjectReader(node, "a name in Swift, or an object with \"name\" and \"values\"", &problems)
        else { return .none }
        let name = members.take("name").flatMap { self.name($0.value, &problems) }
        let what = "an object of values and their names, such as {\"1GB\": oneGB}"
        let values = members.members("values", what, &problems)
        members.finish(&problems)
        return SwiftNames(
            name,
            values.compactMap { member in self.name(member.value, &problems).map { (NameWithPlace(member), $0) } })
    }

    private static func name(_ node: PlanNode, _ problems: inout PlanProblems) -> NameWithPlace? {
        guard let name = node.reference(&problems) else { return nil }
        if name.name.isSwiftIdentifier { return name }
        problems.add(
            node.place, "expected a name in Swift, such as `orderID`, found \(name.name.quotedForMessages)")
        return nil
    }
}

extension String {
    /// Whether the text can be a name in Swift: letters, digits and `_`, with no digit at the beginning.
    ///
    /// Source: "Lexical Structure" of The Swift Programming Language, without its rarer characters.
    public var isSwiftIdentifier: Bool {
        guard let first = unicodeScalars.first, first == "_" || first.isLetterOfSwift else { return false }
        return unicodeScalars.allSatisfy { $0 == "_" || $0.isLetterOfSwift || $0.properties.numericType == .decimal }
            && self != "_"
    }
}

extension Unicode.Scalar {
    private static let categories: Set<Unicode.GeneralCategory> = [
        .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
    ]

    fileprivate var isLetterOfSwift: Bool { Self.categories.contains(properties.generalCategory) }
}
