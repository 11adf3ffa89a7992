internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

@_spi(Tooling) extension PlanDifference {
    /// Returns the changes as a table in Markdown, with one row for each change.
    ///
    /// - Parameter limit: The largest number of changes to show.
    public func markdown(limit: Int = 100) -> String {
        let suggestion =
            "Suggested version: **\(suggestedVersion.bump)**. \(suggestedVersion.reason.escapedForMarkdown)"
        var text = "### \(headline)\n\n\(suggestion)\n"
        if changes.isEmpty { return text }
        text += "\n| event | change | old | new | released apps | readers | generated code |\n"
        text += "|---|---|---|---|---|---|---|\n"
        for change in changes.prefix(limit) { text += change.row + "\n" }
        if changes.count > limit { text += "\n… and \(changes.count - limit) more.\n" }
        return text
    }
}

extension PlanChange {
    fileprivate var row: String {
        var name = event.isEmpty ? "the whole plan" : event.safeForDisplay.codeForMarkdown
        if !path.isEmpty { name += " " + path.safeForDisplay.codeForMarkdown }
        if let condition { name += " if " + condition.codeForMarkdown }
        let cells =
            [name, "**\(kind.rawValue)**", old?.codeForMarkdown ?? "", new?.codeForMarkdown ?? ""]
            + Audience.allCases.map { audience in
                let verdict = verdict(for: audience)
                return verdict.level == .ok
                    ? "ok" : "**\(verdict.level.rawValue)**: \(verdict.reason.escapedForMarkdown)"
            }
        return "| " + cells.joined(separator: " | ") + " |"
    }
}

extension String {
    /// The text as code in a cell of a table. Nothing in the text ends the code or the cell.
    fileprivate var codeForMarkdown: String {
        let text = cut(to: 200).replacing("|", with: "\\|")
        // A longer fence than each run of backticks inside.
        let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: longest + 1)
        let space = text.hasPrefix("`") || text.hasSuffix("`") || text.hasSuffix("\\") ? " " : ""
        return fence + space + text + space + fence
    }

    /// The text with an escape for each character that has a meaning in Markdown or HTML.
    fileprivate var escapedForMarkdown: String {
        var text = ""
        for scalar in unicodeScalars {
            if "&<>|`*_[]\\~@#".unicodeScalars.contains(scalar) {
                text += "&#\(scalar.value);"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
