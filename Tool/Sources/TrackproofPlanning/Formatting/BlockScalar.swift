/// A text in YAML's block style: the lines after `|` or `>`.
struct BlockScalar {
    let isFolded: Bool
    /// The lines, without the indentation of the text.
    let lines: [String]
    /// The number of line breaks at the end of the value.
    let lastBreaks: Int

    /// Creates a block scalar from the lines after its header.
    ///
    /// Fails if the lines cannot be written with another indentation.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - lines: The lines from the file, up to the last line that is not blank.
    ///   - indentation: The number of spaces before each line, or `nil` to take it from the first line that is not
    ///     blank.
    init?(_ value: String, isFolded: Bool, lines: [String], indentation: Int?) {
        let isVisible = { (line: String) in line.utf8.contains { $0 != 0x20 } }
        guard
            let indentation = indentation
                ?? lines.first(where: isVisible)?.utf8.prefix(while: { $0 == 0x20 }).count,
            !value.unicodeScalars.contains(where: { $0.isBreakInYAML && $0 != "\n" }),
            // YAML reads U+0085 as the line break `\n`, so only the lines show whether the file has U+0085.
            !lines.contains(where: { $0.unicodeScalars.contains(where: \.isBreakInYAML) })
        else { return nil }
        let text = value.unicodeScalars.reversed().drop { $0 == "\n" }
        // `lines` has no blank lines at its end, so the value must not end with a line of white space.
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

    /// Creates a folded block scalar from lines without indentation.
    init(folded lines: [String]) {
        (isFolded, self.lines, lastBreaks) = (true, lines, 0)
    }

    /// The header, such as `|-`.
    var header: String {
        // If the first line begins with white space, the header must contain the width of the indentation.
        let first = lines.first { !$0.isEmpty }?.unicodeScalars.first
        let indicator = first == " " || first == "\t" ? "2" : ""
        let chomping = lastBreaks == 0 ? "-" : lastBreaks == 1 ? "" : "+"
        return (isFolded ? ">" : "|") + indicator + chomping
    }

    /// Returns the lines after the header, each with its indentation and a line break.
    func text(indent: Int) -> String {
        let spaces = String(repeating: " ", count: indent)
        return lines.map { $0.isEmpty ? "\n" : spaces + $0 + "\n" }.joined()
            + String(repeating: "\n", count: max(0, lastBreaks - 1))
    }
}
