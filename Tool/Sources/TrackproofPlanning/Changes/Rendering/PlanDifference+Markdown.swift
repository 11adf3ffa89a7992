import Trackproof
import TrackproofSnapshots
import TrackproofText

extension PlanDifference {
    /// The maximum length of the text without its last line, in UTF-16 code units.
    ///
    /// GitHub rejects a comment of more than 65,536 characters. The last line needs some of these characters.
    private static let markdownLength = 65_000

    /// Returns the changes as a Markdown table that fits into a comment on GitHub.
    ///
    /// Each row of the table shows one change. If several events have the same change, one row shows the change for all
    /// these events. If the table cannot show all changes, the last line says how many changes are missing.
    ///
    /// - Parameter limit: The maximum number of changes to show.
    package func markdown(limit: Int = 100) -> String {
        let suggestion =
            "Suggested version: **\(suggestedVersion.bump)**. \(suggestedVersion.reason.escapedForMarkdown)"
        var text = "### \(headline)\n\n\(suggestion)\n"
        if changes.isEmpty { return text }
        text += "\n| event | change | old | new | released apps | readers | generated code |\n"
        text += "|---|---|---|---|---|---|---|\n"
        let shared = sharedChanges
        var length = text.utf16.count
        var shown = 0
        for change in shared.prefix(limit) {
            let row = change.row + "\n"
            length += row.utf16.count
            if length > Self.markdownLength { break }
            text += row
            shown += 1
        }
        if shared.count > shown { text += "\n… and \(shared.count - shown) more.\n" }
        return text
    }
}

extension SharedChange {
    fileprivate var row: String {
        var name = names(\.safeForDisplay.codeForMarkdown)
        if !change.path.isEmpty { name += " " + change.path.safeForDisplay.codeForMarkdown }
        if let condition = change.condition { name += " if " + condition.codeForMarkdown }
        let cells =
            [
                name, "**\(change.words)**", change.old?.codeForMarkdown ?? "",
                change.new?.codeForMarkdown ?? "",
            ]
            + PlanChange.Audience.allCases.map { audience in
                let verdict = change.verdict(for: audience)
                return verdict.level == .ok
                    ? "ok" : "**\(verdict.level.rawValue)**: \(verdict.reason.escapedForMarkdown)"
            }
        return "| " + cells.joined(separator: " | ") + " |"
    }
}

extension String {
    /// The text as code for a cell of a Markdown table. Backticks and `|` in the text do not end the code or the cell.
    fileprivate var codeForMarkdown: String {
        // A backslash directly before the escape `\|` would undo the escape, so a space separates them.
        let text = cut(to: 200).replacing("\\|", with: "\\ |").replacing("|", with: "\\|")
        // In Markdown, the fence around code needs more backticks than the longest sequence of backticks in the code.
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
