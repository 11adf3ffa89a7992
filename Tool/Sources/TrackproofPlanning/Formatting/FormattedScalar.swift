/// A YAML scalar: a text, a number or another value that is not a list or an object.
struct FormattedScalar {
    /// How the author wrote a scalar.
    enum Style {
        case plain, singleQuoted, doubleQuoted
        case block(BlockScalar)
    }

    /// The value, without quotes and escapes.
    let value: String
    let style: Style
    /// The text of the scalar in the file, or `nil` if the writer cannot use this text.
    var source: String?
    /// Whether the scalar spans several lines in the file.
    var isMultiline = false
    /// Whether the scalar has a tag. The only supported tag says that the scalar is a text.
    var hasTag = false
    /// Whether the scalar is the value of a member `pattern`: a regular expression.
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
    /// Quotes disappear if YAML does not need them. A pattern, and a text with a backslash in single quotes, keep their
    /// quotes. A word without quotes stays without quotes, because the reader of plans refuses words that need quotes.
    func line(isInFlow: Bool) -> String {
        let source = isMultiline ? nil : source
        switch style {
        case .plain where isAbsent: return isInFlow ? "null" : ""
        // At the start of a line, three hyphens or dots would begin or end a document.
        case .plain where value.hasPrefix("---") || value.hasPrefix("..."): break
        case .plain where !hasTag && !value.unicodeScalars.contains(where: \.isBreakInYAML): return value
        case .singleQuoted where isPattern || value.contains("\\"), .doubleQuoted where isPattern:
            if let source { return source }
        case .singleQuoted where YAMLText.quoted(value).contains("\\"):
            // Between double quotes, the text would need escapes, so the single quotes stay.
            if let source, !YAMLText.isPlain(value, isInFlow: isInFlow) { return source }
        default: break
        }
        if YAMLText.isPlain(value, isInFlow: isInFlow) { return value }
        if case .doubleQuoted = style, let source { return source }
        return YAMLText.quoted(value)
    }

    /// Returns the lines of a folded block scalar. A line is wider than `width` columns only if it is a single word.
    ///
    /// - Returns: `nil` if the text is a single word, or if a block scalar would change or hide some of its characters.
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
    /// Whether libYAML breaks lines at this Unicode scalar.
    var isBreakInYAML: Bool { isWhiteSpaceInYAML && self != " " && self != "\t" }
}
