/// A text, a number or another value of one piece, in a file that is formatted.
struct FormattedScalar {
    /// How the author wrote a scalar.
    enum Style {
        case plain, singleQuoted, doubleQuoted
        case block(BlockScalar)
    }

    /// The value, without quotes and escapes.
    let value: String
    let style: Style
    /// The scalar as it stands in the file.
    let source: String
    /// Whether the scalar has several lines in the file.
    let isMultiline: Bool
    /// Whether a tag says that the scalar is a text.
    let hasTag: Bool

    /// Whether the value is null because the author wrote no value.
    var isAbsent: Bool {
        if case .plain = style, value.isEmpty, !hasTag { true } else { false }
    }

    /// Returns the scalar on one line.
    ///
    /// Quotes disappear if no reader needs them. A word without quotes gets quotes only if the word has several lines,
    /// because the reader of plans has refused words that need quotes.
    func line(isInFlow: Bool) -> String {
        switch style {
        case .plain where isAbsent: return isInFlow ? "null" : ""
        case .plain where !hasTag && !value.unicodeScalars.contains(where: \.isBreakInYAML): return value
        case _ where YAMLText.isPlain(value, isInFlow: isInFlow): return value
        case .doubleQuoted where !isMultiline: return source
        // With double quotes, patterns such as '^\d+$' would need escapes.
        case .singleQuoted where !isMultiline && YAMLText.quoted(value).contains("\\"): return source
        case .plain, .singleQuoted, .doubleQuoted, .block: return YAMLText.quoted(value)
        }
    }

    /// Returns the lines of a folded block scalar, each with at most `width` columns if a word is not longer.
    ///
    /// - Returns: `nil` if the text has white space or characters that a block scalar would change or hide.
    func folded(width: Int) -> [String]? {
        guard case let words = value.split(separator: " ", omittingEmptySubsequences: false),
            words.count > 1, !words.contains(where: \.isEmpty),
            value.unicodeScalars.allSatisfy({ !$0.isWhiteSpaceInYAML || $0 == " " }), !YAMLText.hasHidden(value)
        else { return nil }
        var lines: [String] = []
        var line = ""
        for word in words {
            if !line.isEmpty, line.unicodeScalars.count + 1 + word.unicodeScalars.count > width {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + [line]
    }
}

extension Unicode.Scalar {
    /// Whether libYAML breaks lines at the scalar.
    var isBreakInYAML: Bool { isWhiteSpaceInYAML && self != " " && self != "\t" }
}
