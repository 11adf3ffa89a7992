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

    /// Returns whether a name has the style, and the style does not only accept a name in PascalCase.
    ///
    /// ``fits(_:)`` also accepts `PageViewed` in Title Case, so two styles would be equally frequent.
    private func isStyle(of name: String) -> Bool {
        fits(name) && (self != .titleCase || name.contains(" ") || NameWords(name).words.count == 1)
    }
}
