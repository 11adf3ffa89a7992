/// A path to a field of a record, such as `context.app.version` or `items[0].id`.
///
/// In a path, write `\.` for a dot in a name, and `\\` for a backslash. `*` at the end of
/// a name matches one or more characters.
package struct FieldPath: Sendable, Hashable, CustomStringConvertible {
    /// A part of a path: the name of a member, or an element of a list.
    package enum Component: Sendable, Hashable {
        case name(String)
        /// All names that begin with this text and are longer.
        case prefix(String)
        /// The first element of a list, written `[0]`.
        case first
    }

    /// The parts of the path.
    package let components: [Component]
    /// The text from which the path was parsed.
    package let description: String

    /// The maximum number of components. A reader calls itself for each component.
    private static let limit = 64

    /// Parses a path. Returns `nil` if the text is empty, has an empty name, has an index other than `[0]`, or has too
    /// many components.
    package init?(_ text: String) {
        var components: [Component] = []
        var name = ""
        var isEscaped = false
        var rest = Substring(text)
        func component(_ name: String) -> Component? {
            if name.isEmpty { return nil }
            return name.last == "*" ? .prefix(String(name.dropLast())) : .name(name)
        }
        while let character = rest.popFirst() {
            switch character {
            case _ where isEscaped:
                name.append(character)
                isEscaped = false
            case "\\": isEscaped = true
            case ".":
                // In `items[0].id`, the name `items` was already added at `[`, so the dot after `]` ends no name.
                if name.isEmpty, components.last == .first { continue }
                guard let component = component(name) else { return nil }
                components.append(component)
                name = ""
            case "[":
                guard rest.hasPrefix("0]"), let component = component(name) else { return nil }
                rest.removeFirst(2)
                components += [component, .first]
                name = ""
                guard rest.isEmpty || rest.first == "." else { return nil }
            default: name.append(character)
            }
        }
        if isEscaped || text.hasSuffix(".") && name.isEmpty { return nil }
        if !name.isEmpty || components.isEmpty {
            guard let component = component(name) else { return nil }
            components.append(component)
        }
        guard components.count <= Self.limit else { return nil }
        self.components = components
        description = text
    }
}

extension FieldPath {
    /// The path with its first name in upper case, as Snowflake writes the names of columns.
    var inUpperCase: FieldPath {
        let end = description.firstIndex { $0 == "." || $0 == "[" } ?? description.endIndex
        return FieldPath(description[..<end].uppercased() + description[end...]) ?? self
    }
}

extension FieldPath: ExpressibleByStringLiteral {
    /// Creates a path from a literal. The literal must be a valid path.
    package init(stringLiteral text: String) {
        guard let path = FieldPath(text) else { preconditionFailure("\(text) is not a path") }
        self = path
    }
}
