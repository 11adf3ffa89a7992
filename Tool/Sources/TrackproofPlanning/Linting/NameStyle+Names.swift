import TrackproofPlans
import TrackproofSnapshots
package import TrackproofVendors

extension NameStyle {
    /// Returns whether a name has the style. In styles with uppercase letters, all letters of a word may be uppercase.
    ///
    /// Only a name in Title Case can begin with a digit.
    func fits(_ name: String) -> Bool {
        if self != .titleCase, name.unicodeScalars.first?.properties.numericType != nil { return false }
        return switch self {
        case .snakeCase: Self.isLowercase(name, separator: "_")
        case .kebabCase: Self.isLowercase(name, separator: "-")
        case .camelCase: Self.isJoined(name) && name.unicodeScalars.first?.properties.isUppercase == false
        case .pascalCase: Self.isJoined(name) && name.unicodeScalars.first?.properties.isLowercase == false
        case .titleCase: Self.isTitle(name)
        }
    }

    private static func isLowercase(_ name: String, separator: Character) -> Bool {
        name.split(separator: separator, omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part.unicodeScalars.allSatisfy { $0.isOfWord && !$0.properties.isUppercase }
        }
    }

    private static func isJoined(_ name: String) -> Bool { name.unicodeScalars.allSatisfy(\.isOfWord) }

    private static func isTitle(_ name: String) -> Bool {
        let words = name.split(separator: " ", omittingEmptySubsequences: false)
        return words.enumerated().allSatisfy { index, word in
            guard let first = word.unicodeScalars.first, word.unicodeScalars.allSatisfy(\.isOfWord) else {
                return false
            }
            return !first.properties.isLowercase || (index > 0 && smallWords.contains(String(word)))
        }
    }

    /// Words that may be lowercase in Title Case, except at the beginning.
    private static let smallWords: Set = [
        "a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "per", "the", "to", "via", "with",
    ]

    /// Returns the name, converted to the style.
    func name(_ name: String) -> String {
        let words = NameWords(name).words
        let lowercase = words.map { $0.lowercased() }
        switch self {
        case .snakeCase: return lowercase.joined(separator: "_")
        case .kebabCase: return lowercase.joined(separator: "-")
        case .camelCase: return (lowercase.prefix(1) + words.dropFirst().map(Self.capitalized)).joined()
        case .pascalCase: return words.map(Self.capitalized).joined()
        case .titleCase: return words.map(Self.capitalized).joined(separator: " ")
        }
    }

    private static func capitalized(_ word: String) -> String {
        // An acronym such as `HTTP` stays uppercase.
        if word.count > 1, word.allSatisfy({ $0.isUppercase || $0.isNumber }) { return word }
        return word.prefix(1).uppercased() + word.dropFirst().lowercased()
    }
}

extension NameStyle {
    /// Returns the style that at least 90 % of the names have.
    ///
    /// A name can have several styles: `login` is in snake_case, in kebab-case and in camelCase.
    ///
    /// - Returns: `nil` if no style is so frequent, if two styles are equally frequent, or if there are fewer than five
    ///   names.
    static func common(to names: some Collection<String>) -> NameStyle? {
        guard names.count >= 5 else { return nil }
        let ranked = allCases.map { style in (style: style, count: names.count(where: style.isStyle)) }
            .sorted { $0.count > $1.count }
        guard ranked[0].count > ranked[1].count, 10 * ranked[0].count >= 9 * names.count else { return nil }
        return ranked[0].style
    }

    /// Returns whether a name has the style, and the style does not only accept a name in PascalCase.
    ///
    /// ``fits(_:)`` also accepts `PageViewed` in Title Case, so two styles would be equally frequent.
    private func isStyle(of name: String) -> Bool {
        fits(name) && (self != .titleCase || name.contains(" ") || NameWords(name).words.count == 1)
    }
}

extension NameConversion {
    /// Returns the names that columns can have for a parameter. The first name is the most frequent.
    ///
    /// In snake case, `orderIDValue` is `order_id_value` at Snowplow and RudderStack, and `order_idvalue` at Segment.
    package func names(_ name: String) -> [String] {
        switch self {
        case .lowercase: return [name.lowercased()]
        case .snakeCase, .asciiSnakeCase:
            let isASCII = self == .asciiSnakeCase
            let name = isASCII ? String(name.map { $0.isASCII ? $0 : " " }) : name
            let words = NameStyle.snakeCase.name(name)
            let runs = Self.runs(name)
            let names = words == runs ? [words] : [words, runs]
            // Some databases do not allow a digit at the beginning of a name.
            return names + names.filter { isASCII || $0.first?.isASCIIDigit == true }.map { "_" + $0 }
        }
    }

    /// Returns a name in snake case, in which only an uppercase letter after a lowercase letter begins a word.
    ///
    /// Source: segmentio/go-snakecase (6f94919)
    private static func runs(_ name: String) -> String {
        var runs = String.UnicodeScalarView()
        var (endsWord, isAfterLowercase) = (false, false)
        for scalar in name.unicodeScalars {
            guard scalar.isOfWord else {
                endsWord = !runs.isEmpty
                continue
            }
            if endsWord || isAfterLowercase && scalar.properties.isUppercase { runs.append("_") }
            (endsWord, isAfterLowercase) = (false, scalar.properties.isLowercase)
            runs.append(scalar)
        }
        return String(runs).lowercased()
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
