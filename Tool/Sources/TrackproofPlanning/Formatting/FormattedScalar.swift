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
    /// The scalar as it stands in the file, or `nil` if that cannot be written again.
    var source: String?
    /// Whether the scalar has several lines in the file.
    var isMultiline = false
    /// Whether a tag says that the scalar is a text.
    var hasTag = false
    /// Whether the scalar is a pattern of a schema.
    var isPattern = false

    init(value: String, style: Style) {
        (self.value, self.style) = (value, style)
    }

    /// Whether the value is null because the author wrote no value.
    var isAbsent: Bool {
        if case .plain = style, value.isEmpty, !hasTag { true } else { false }
    }

    /// Returns the scalar on one line.
    ///
    /// Quotes disappear if no reader needs them, except around patterns. A word without quotes stays without quotes,
    /// because the reader of plans has refused words that need them.
    func line(isInFlow: Bool) -> String {
        let source = isMultiline ? nil : source
        switch style {
        case .plain where isAbsent: return isInFlow ? "null" : ""
        case .plain where !hasTag && !value.unicodeScalars.contains(where: \.isBreakInYAML): return value
        case .singleQuoted where isPattern || value.contains("\\"), .doubleQuoted where isPattern:
            if let source { return source }
        case .singleQuoted where YAMLText.quoted(value).contains("\\"):
            // Between double quotes, the text would need escapes.
            if let source, !YAMLText.isPlain(value, isInFlow: isInFlow) { return source }
        default: break
        }
        if YAMLText.isPlain(value, isInFlow: isInFlow) { return value }
        if case .doubleQuoted = style, let source { return source }
        return YAMLText.quoted(value)
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
