import TrackproofPlans
import TrackproofSnapshots

/// A name in Swift that a plan can give with `swift`.
package struct SwiftSuggestion: Sendable, Hashable {
    /// The place of the name or the value in the plan.
    let place: PlanPlace
    /// The name of the event, parameter or type, or the value of an enum.
    let text: String
    let isValue: Bool
    /// The name in Swift.
    let name: String
}

extension SwiftNaming {
    /// Returns names in Swift for a name that needs one with `swift`, with the best name first.
    ///
    /// The names depend only on the name in the plan. They spell out the characters that a name in Swift cannot contain:
    /// `<1GB` becomes `lessThan1GB`. Only the last names spell out characters between words too.
    ///
    /// - Parameter noun: The beginning of a name whose first character is not a letter.
    static func suggestions(_ name: String, noun: String, _ convert: (String) -> String?) -> [String] {
        let texts = [false, true].map { spelled(name, isExact: $0) }
        let long = texts.map { convert(noun + " " + $0) ?? convert(noun) ?? noun }
        // The plan's own spelling differs from that of all other names.
        return (name.isSwiftIdentifier ? [name] : []) + zip(texts, long).map { convert($0) ?? $1 } + long.suffix(1)
    }

    /// Returns a name in which words replace characters.
    private static func spelled(_ name: String, isExact: Bool) -> String {
        let scalars = Array(name.unicodeScalars)
        var result = ""
        for (index, scalar) in scalars.enumerated() {
            if scalar.isOfWord {
                result.unicodeScalars.append(scalar)
                continue
            }
            let neighbors = [index - 1, index + 1].filter(scalars.indices.contains).map { scalars[$0] }
            let isInNumber = !neighbors.isEmpty && neighbors.allSatisfy { $0.properties.numericType == .decimal }
            let isSpelled = isExact || isInNumber || !separators.contains(scalar)
            result += isSpelled ? " " + word(scalar, isSign: index == 0) + " " : " "
        }
        return result
    }

    /// The characters between words.
    private static let separators = Set(" \t_-./:;,|()[]{}'\"".unicodeScalars)

    private static let words: [Unicode.Scalar: String] = [
        "_": "underscore", "-": "hyphen", ".": "dot", "/": "slash", "\\": "backslash", "@": "at",
    ]

    /// Returns the word for a character: its name in Unicode, or the more usual word.
    private static func word(_ scalar: Unicode.Scalar, isSign: Bool) -> String {
        if scalar == "-", isSign { return "minus" }
        if let word = words[scalar] { return word }
        guard let name = scalar.properties.name?.lowercased() else {
            return "u" + String(scalar.value, radix: 16, uppercase: true)
        }
        return name.hasSuffix(" sign") ? String(name.dropLast(5)) : name
    }
}
