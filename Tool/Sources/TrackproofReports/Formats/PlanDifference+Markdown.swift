import TrackproofPlanning

extension PlanDifference {
    /// Returns the changes as a Markdown table that fits in a GitHub comment.
    ///
    /// Each row of the table shows one change. If several events have the same change, one row shows the change for all
    /// these events. If the table cannot show all changes, the last line says how many changes are missing.
    ///
    /// - Parameter limit: The maximum number of changes to show.
    package func markdown(limit: Int = 100) -> String {
        var text = "### \(headline)\n\nSuggested version: **\(suggestedVersion.bump)**. "
        text += Markdown.plain(suggestedVersion.reason) + "\n"
        if changes.isEmpty { return text }
        text += "\n| event | change | old | new | released apps | readers | generated code |\n"
        text += "|---|---|---|---|---|---|---|\n"
        text.append(rows: sharedChanges.map(\.row), limit: limit)
        return text
    }
}

extension SharedChange {
    fileprivate var row: String {
        var name = names(Markdown.code)
        if !change.path.isEmpty { name += " " + Markdown.code(change.path) }
        if let condition = change.condition { name += " if " + Markdown.code(condition) }
        let verdicts = PlanChange.Audience.allCases.map { audience in
            let verdict = change.verdict(for: audience)
            return verdict.level == .ok ? "ok" : "**\(verdict.level.rawValue)**: \(Markdown.plain(verdict.reason))"
        }
        let values = [change.old, change.new].map { $0.map(Markdown.code) ?? "" }
        let cells = [name, "**\(change.words)**"] + values + verdicts
        return "| " + cells.joined(separator: " | ") + " |\n"
    }
}
