/// The escapes for text in Markdown, as GitHub renders Markdown.
enum Markdown {
    /// The maximum length of the text in a code span, in Unicode scalars.
    private static let spanLimit = 500

    /// Returns the text as a code span for one cell of a table.
    ///
    /// No character of the text can end the span or the cell.
    static func code(_ text: String) -> String {
        if text.isEmpty { return "`\"\"`" }
        // The limit counts scalars, because one `Character` can consist of any number of scalars.
        let whole = String(text.unicodeScalars.prefix(spanLimit + 1)).displayable.unicodeScalars
        let shown = whole.count > spanLimit ? String.UnicodeScalarView(whole.prefix(spanLimit) + ["…"]) : whole
        let longest = shown.split { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: longest + 1)
        let padding = shown.first == "`" || shown.last == "`" ? " " : ""
        var safe = ""
        var previous: Unicode.Scalar?
        for scalar in shown {
            // A backslash directly before the escape `\|` would undo the escape, so a space separates them.
            if scalar == "|" { safe += previous == "\\" ? " \\" : "\\" }
            safe.unicodeScalars.append(scalar)
            previous = scalar
        }
        return fence + padding + safe + padding + fence
    }

    /// Returns a Markdown list. If there are more texts than `limit`, the last item says how many texts are left out.
    static func list(_ texts: [String], limit: Int) -> String {
        let more = texts.count - limit
        let items = texts.prefix(limit).map(code) + (more > 0 ? ["… and \(more) more"] : [])
        return items.map { "- \($0)\n" }.joined()
    }
}
