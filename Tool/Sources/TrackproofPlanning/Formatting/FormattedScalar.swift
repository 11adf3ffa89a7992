/// A value in a YAML file that is not a list or an object, such as a text or a number.
struct FormattedScalar {
    /// How the file writes the scalar: without quotes, with quotes, or in block style.
    enum Style {
        case plain, singleQuoted, doubleQuoted
        case block(BlockScalar)
    }

    /// The text of the scalar, without quotes and escapes.
    let value: String
    let style: Style
    /// The scalar as the file writes it, with quotes and escapes, or `nil` if it is absent or in block style.
    var source: String?
    /// Whether the scalar is on several lines of the file.
    var isMultiline = false
    /// Whether the scalar has a tag. The only tag that plans support is `!!str`, which makes the scalar a text.
    var hasTag = false
    /// Whether the scalar is the value of a member `pattern`, and so a regular expression.
    var isPattern = false

    init(value: String, style: Style) {
        (self.value, self.style) = (value, style)
    }

    /// Whether the file has no text for the scalar, as after `name:`. Such a scalar is null.
    var isAbsent: Bool {
        if case .plain = style, value.isEmpty, !hasTag { true } else { false }
    }

    /// Returns the scalar for a single line.
    ///
    /// Removes quotes that YAML does not need. Patterns in quotes, and texts in single quotes that contain a backslash,
    /// keep their quotes. A scalar without quotes gets no quotes, because the reader of plans rejects words that need
    /// quotes.
    func line(isInFlow: Bool) -> String {
        let source = isMultiline ? nil : source
        switch style {
        case .plain where isAbsent: return isInFlow ? "null" : ""
        // At the start of a line, `---` would begin a document and `...` would end it.
        case .plain where value.hasPrefix("---") || value.hasPrefix("..."): break
        case .plain where !hasTag && !value.unicodeScalars.contains(where: \.isBreakInYAML): return value
        case .singleQuoted where isPattern || value.contains("\\"), .doubleQuoted where isPattern:
            if let source { return source }
        case .singleQuoted where YAMLText.quoted(value).contains("\\"):
            // In double quotes, the text would need escapes, so it keeps its single quotes.
            if let source, !YAMLText.isPlain(value, isInFlow: isInFlow) { return source }
        default: break
        }
        if YAMLText.isPlain(value, isInFlow: isInFlow) { return value }
        if case .doubleQuoted = style, let source { return source }
        return YAMLText.quoted(value)
    }

    /// Returns the lines of the scalar in block style (`>`), each at most `width` columns wide if it has several words.
    ///
    /// - Returns: `nil` if the text is a single word, or if block style would change its white space or hide
    ///   characters.
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
    /// Whether libYAML reads this Unicode scalar as a line break.
    var isBreakInYAML: Bool { isWhiteSpaceInYAML && self != " " && self != "\t" }
}

/// A YAML text in block style: the header `|` or `>`, and the lines below the header.
struct BlockScalar {
    let isFolded: Bool
    /// The lines of the text, without their indentation in the file.
    let lines: [String]
    /// The number of line breaks at the end of the text.
    let lastBreaks: Int

    /// Creates a block scalar from the lines below a header in a file.
    ///
    /// Returns `nil` if the value would change when the lines are written with a different indentation.
    ///
    /// - Parameters:
    ///   - value: The text that the YAML parser reads from the lines.
    ///   - lines: The lines from the file, up to the last line with visible characters.
    ///   - indentation: The number of spaces before each line, or `nil` to use the number of spaces before the first
    ///     line with visible characters.
    init?(_ value: String, isFolded: Bool, lines: [String], indentation: Int?) {
        let isVisible = { (line: String) in line.utf8.contains { $0 != 0x20 } }
        guard
            let indentation = indentation
                ?? lines.first(where: isVisible)?.utf8.prefix(while: { $0 == 0x20 }).count,
            !value.unicodeScalars.contains(where: { $0.isBreakInYAML && $0 != "\n" }),
            // The parser replaces U+0085 in `value` by `\n`, so only `lines` shows whether the file contains U+0085.
            !lines.contains(where: { $0.unicodeScalars.contains(where: \.isBreakInYAML) })
        else { return nil }
        let text = value.unicodeScalars.reversed().drop { $0 == "\n" }
        // `lines` ends with visible characters, so it would lack a line of white space at the end of the value.
        guard !text.isEmpty, !text.prefix(while: \.isWhiteSpaceInYAML).contains("\n"),
            text.contains(where: { !$0.isWhiteSpaceInYAML })
        else { return nil }
        self.isFolded = isFolded
        self.lines = lines.map { line in
            isVisible(line) || line.utf8.count > indentation
                ? String(decoding: line.utf8.dropFirst(indentation), as: UTF8.self) : ""
        }
        lastBreaks = value.unicodeScalars.count - text.count
    }

    /// Creates a block scalar with the header `>` from lines without indentation.
    init(folded lines: [String]) {
        (isFolded, self.lines, lastBreaks) = (true, lines, 0)
    }

    /// The header, such as `|-`. The `-` says that the text has no line break at its end.
    var header: String {
        // If the text begins with white space, a parser needs the width of the indentation to know where the text
        // begins.
        let first = lines.first { !$0.isEmpty }?.unicodeScalars.first
        let indicator = first == " " || first == "\t" ? "2" : ""
        let chomping = lastBreaks == 0 ? "-" : lastBreaks == 1 ? "" : "+"
        return (isFolded ? ">" : "|") + indicator + chomping
    }

    /// Returns the lines below the header, each with `indent` spaces before it and a line break after it.
    func text(indent: Int) -> String {
        let spaces = String(repeating: " ", count: indent)
        return lines.map { $0.isEmpty ? "\n" : spaces + $0 + "\n" }.joined()
            + String(repeating: "\n", count: max(0, lastBreaks - 1))
    }
}
