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
