/// A pattern as a tree.
package struct PatternSyntax: Sendable {
    package indirect enum Form: Sendable {
        /// The empty pattern, which fits everywhere.
        case empty
        /// One scalar of a class.
        case scalar(CharacterClass)
        /// A condition on the position in the text, such as `^`, which accepts no scalar.
        case anchor(PatternAnchor)
        case sequence([PatternSyntax])
        case alternation([PatternSyntax])
        /// A part repeated from `least` to `most` times, or at least `least` times if `most` is `nil`.
        case repetition(PatternSyntax, least: Int, most: Int?)
    }

    package let form: Form
    /// The number of nodes that a ``PatternProgram`` has for this tree.
    package let size: Int

    static let empty = PatternSyntax(form: .empty, size: 0)

    static func scalar(_ characters: CharacterClass) -> PatternSyntax {
        PatternSyntax(form: .scalar(characters), size: 1)
    }

    static func anchor(_ anchor: PatternAnchor) -> PatternSyntax {
        PatternSyntax(form: .anchor(anchor), size: 1)
    }

    static func sequence(_ parts: [PatternSyntax]) -> PatternSyntax {
        let parts = parts.filter { $0.size > 0 }
        if parts.count < 2 { return parts.first ?? .empty }
        return PatternSyntax(form: .sequence(parts), size: parts.reduce(0) { $0 + $1.size })
    }

    static func alternation(_ options: [PatternSyntax]) -> PatternSyntax {
        if options.count == 1 { return options[0] }
        return PatternSyntax(
            form: .alternation(options), size: options.reduce(options.count - 1) { $0 + $1.size })
    }

    static func repetition(_ part: PatternSyntax, least: Int, most: Int?) -> PatternSyntax {
        // A repetition of the empty pattern is the empty pattern. Without this case, a program for `((){500}){500}`
        // would take 250,000 steps to build.
        if part.size == 0 || most == 0 { return .empty }
        let size =
            if let most { part.size * most + most - least } else { part.size * max(least, 1) + 1 }
        return PatternSyntax(form: .repetition(part, least: least, most: most), size: size)
    }
}

/// A condition on a position between two scalars of a text, or at one end of the text.
package enum PatternAnchor: Sendable {
    case start
    case end
    /// A position with a scalar of `\w` on exactly one side.
    case wordEdge
    case noWordEdge
}
