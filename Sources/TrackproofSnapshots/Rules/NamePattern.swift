/// A pattern of event names.
///
/// `*` stands for any number of Unicode scalars, and `?` for exactly one scalar. A scalar after `\` stands for itself.
package struct NamePattern: Sendable, Hashable {
    private enum Part: Hashable {
        case scalar(Unicode.Scalar)
        case any
        case run
    }

    private let parts: [Part]

    package init(_ text: String) {
        var parts: [Part] = []
        var isEscaped = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case _ where isEscaped:
                parts.append(.scalar(scalar))
                isEscaped = false
            case "\\": isEscaped = true
            case "*": if parts.last != .run { parts.append(.run) }
            case "?": parts.append(.any)
            default: parts.append(.scalar(scalar))
            }
        }
        self.parts = parts
    }

    /// The only name that fits, or `nil` if the pattern has a wildcard.
    var exactName: String? {
        var name = String.UnicodeScalarView()
        for part in parts {
            guard case .scalar(let scalar) = part else { return nil }
            name.append(scalar)
        }
        return String(name)
    }

    /// The length of the pattern, in scalars and wildcards.
    var length: Int { parts.count }

    /// The number of scalars that are not wildcards. The more scalars a pattern with wildcards has, the narrower it is.
    var specificity: Int { parts.count { if case .scalar = $0 { true } else { false } } }

    /// Returns whether the whole of `name` fits the pattern.
    ///
    /// The time is at most proportional to the length of the pattern times the length of the name.
    package func matches(_ name: String) -> Bool { matches(Array(name.unicodeScalars)) }

    /// Returns whether the whole of a name fits the pattern. The name is given by its scalars.
    func matches(_ name: [Unicode.Scalar]) -> Bool {
        var (part, place) = (0, 0)
        // The last `*`, and the end of the scalars that it stands for. If the parts after this `*` do not fit, the `*`
        // stands for one more scalar, and the search continues from there.
        var retry: (part: Int, place: Int)?
        while place < name.count {
            if part < parts.count, parts[part] == .run {
                retry = (part, place)
                part += 1
            } else if part < parts.count, parts[part] == .any || parts[part] == .scalar(name[place]) {
                part += 1
                place += 1
            } else if let last = retry {
                retry = (last.part, last.place + 1)
                (part, place) = (last.part + 1, last.place + 1)
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { $0 == .run }
    }
}
