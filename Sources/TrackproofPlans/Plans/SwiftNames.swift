import Trackproof

/// The names that generated Swift has in place of the names that the generator would choose.
///
/// In a plan, `swift` is a name, or an object with the name and with the names of values:
///
/// ```yaml
/// size: {enum: [<1GB, 1-5GB], swift: {name: diskSize, values: {<1GB: small, 1-5GB: medium}}}
/// ```
public struct SwiftNames: Sendable {
    /// The contents, or `nil` if the plan gives no names. Each schema contains names, and few schemas give any, so they
    /// take the place of one pointer. Readers of deep schemas keep many schemas on the stack.
    private var given: Given?

    private final class Given: Sendable {
        let name: NameWithPlace?
        let values: [(value: NameWithPlace, name: NameWithPlace)]

        init(_ name: NameWithPlace?, _ values: [(value: NameWithPlace, name: NameWithPlace)] = []) {
            (self.name, self.values) = (name, values)
        }
    }

    /// The name of the function, the argument or the type, or `nil` if the plan names only values.
    public var name: NameWithPlace? { given?.name }
    /// The names of the cases for values of an enum.
    public var values: [(value: NameWithPlace, name: NameWithPlace)] { given?.values ?? [] }

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

    /// Creates names that replace no names.
    init() {}

    init(_ node: PlanNode, _ problems: inout PlanProblems) {
        if case .string(let text) = node.content {
            given = Given(Self.name(text, node, &problems))
            return
        }
        guard var members = ObjectReader(node, "a name in Swift, or an object with \"name\" and \"values\"", &problems)
        else { return }
        var name: NameWithPlace?
        var values: [(value: NameWithPlace, name: NameWithPlace)] = []
        if let member = members.take("name"), let text = member.value.text(&problems) {
            name = Self.name(text, member.value, &problems)
        }
        let listed =
            members.take("values")?.value.members(
                "an object of values and their names, such as {\"1GB\": oneGB}", &problems)
            ?? []
        for member in listed {
            guard let text = member.value.text(&problems), let name = Self.name(text, member.value, &problems) else {
                continue
            }
            values.append((NameWithPlace(name: member.name, place: member.place), name))
        }
        members.finish(["name", "values"], &problems)
        given = Given(name, values)
    }

    private static func name(_ text: String, _ node: PlanNode, _ problems: inout PlanProblems) -> NameWithPlace? {
        guard text.isSwiftIdentifier else {
            problems.add(
                node.place, "expected a name in Swift, such as `orderID`, found \(text.quotedForMessages)")
            return nil
        }
        return NameWithPlace(name: text, place: node.place)
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
