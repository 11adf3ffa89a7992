import TrackproofPlanning

extension CoverageSection {
    /// The maximum number of rows in the table.
    private static let rowLimit = 100

    /// Appends a table of the shares, and a list of the parts that were never seen.
    func appendMarkdown(to text: inout String) {
        text += "| | seen | of | |\n|---|---:|---:|---:|\n"
        var rows = kinds.map { "| \($0.name) \($0.cells)" }
        rows += owners.map { "| owner \(Markdown.code($0.name)) \($0.cells)" }
        rows += platforms.map { "| platform \(Markdown.code($0.name)) \($0.cells)" }
        text.append(rows: rows, limit: Self.rowLimit)
        let gaps = gaps
        if !gaps.isEmpty {
            text += "\nNever seen:\n\n"
            let rows = gaps.lazy.map { gap in
                "- \(Markdown.code("\(gap.item)"))" + (gap.platform.map { " on \(Markdown.code($0))" } ?? "")
                    + (gap.item.owner.map { ", owner \(Markdown.code($0))" } ?? "") + "\n"
            }
            text.append(rows: rows, limit: Self.gapLimit)
        }
        if let unplanned { text += "\n\(unplanned).\n" }
    }
}

extension CoverageSection.Row {
    /// The numbers as the last three cells of a row in a Markdown table.
    fileprivate var cells: String { "| \(ratio.seen) | \(ratio.total) | \(ratio.percentText) |\n" }
}
