package import TrackproofSnapshots

/// The style in which text is shown, such as colors in a terminal.
package struct TextStyle: Sendable {
    /// Whether to write escape sequences for colors.
    package var isColored: Bool

    /// Creates a style. Use a style without colors if the output is not a terminal.
    package init(isColored: Bool = false) {
        self.isColored = isColored
    }

    /// Returns text in the style of a table's heading.
    package func heading(_ text: String) -> String { wrap(text, .bold) }

    /// The escape sequences that texts of this style can contain.
    package var escapeSequences: [String] { isColored ? Code.allCases.map(\.sequence) : [] }

    private func wrap(_ text: String, _ code: Code) -> String {
        isColored ? code.sequence + text + Code.end.sequence : text
    }

    private enum Code: Int, CaseIterable {
        case end = 0
        case bold = 1
        case dim = 2
        case red = 31
        case green = 32
        case yellow = 33

        var sequence: String { "\u{1B}[\(rawValue)m" }
    }

    /// Returns the text of a comparison in this style. The sign at the beginning of a line decides its color.
    fileprivate func differences(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().map { number, line in
            let text = String(line)
            if number == 0 { return heading(text) }
            return switch line.first(where: { $0 != " " }) {
            case "-": wrap(text, .red)
            case "+": wrap(text, .green)
            case "~", "↕": wrap(text, .yellow)
            case "…" where line.hasSuffix("unchanged"): wrap(text, .dim)
            default: text
            }
        }.joined(separator: "\n")
    }
}

extension Comparison {
    /// Returns the comparison for a person to read, in a style.
    ///
    /// - Parameter limit: The largest number of differences to show.
    package func text(style: TextStyle, limit: Int = 200) -> String {
        let text = text(limit: limit)
        return style.isColored && !isEmpty ? style.differences(text) : text
    }
}
