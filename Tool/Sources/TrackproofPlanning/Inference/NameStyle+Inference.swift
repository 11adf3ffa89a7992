import TrackproofPlans

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

    /// Returns whether a name has the style and no similar style.
    ///
    /// ``fits(_:)`` also accepts `PageViewed` in Title Case, so two styles would be equally frequent.
    private func isStyle(of name: String) -> Bool {
        switch self {
        case .snakeCase: name.words("_").allSatisfy(\.isLowercaseWord)
        case .kebabCase: name.words("-").allSatisfy(\.isLowercaseWord)
        case .titleCase: name.words(" ").allSatisfy(\.isTitleWord)
        case .camelCase: name.isWord && name.utf8.first.map { !$0.isUppercase } ?? false
        case .pascalCase: name[...].isCapitalizedWord
        }
    }
}

extension String {
    fileprivate func words(_ separator: Character) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }

    fileprivate var isWord: Bool { self[...].isWord }
}

extension Substring {
    fileprivate var isWord: Bool { !isEmpty && utf8.allSatisfy { $0.isUppercase || $0.isLowercaseOrDigit } }

    fileprivate var isLowercaseWord: Bool { !isEmpty && utf8.allSatisfy(\.isLowercaseOrDigit) }

    /// Whether the text has only letters and digits, and begins with an uppercase letter.
    fileprivate var isCapitalizedWord: Bool { isWord && utf8.first?.isUppercase ?? false }

    /// Whether the text is one word of a title, such as `Page` or `2FA`. `PageViewed` is not one word.
    fileprivate var isTitleWord: Bool {
        isWord && !(utf8.first?.isLowercase ?? true)
            && (dropFirst().isLowercaseWord || utf8.allSatisfy { !$0.isLowercase })
    }
}

extension UInt8 {
    fileprivate var isUppercase: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }

    fileprivate var isLowercase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }

    fileprivate var isLowercaseOrDigit: Bool {
        isLowercase || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }
}
