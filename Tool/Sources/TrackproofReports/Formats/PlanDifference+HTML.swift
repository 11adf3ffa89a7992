import TrackproofPlanning

extension PlanDifference {
    /// The changes as an HTML page, which loads nothing from other servers.
    ///
    /// If several events have the same change, one row shows the change for all these events.
    ///
    /// - Parameter limit: The maximum number of changes to show.
    package func html(limit: Int = 2_000) -> String {
        let shared = sharedChanges
        let rows = shared.prefix(limit).map(\.htmlRow)
        let more: HTML? = shared.count > limit ? "<p>… \(shared.count - limit, "more change")</p>\n" : nil
        let columns: [HTML] = ["Event", "Change", "Released apps", "Readers", "Generated code"]
        let table: HTML? = rows.isEmpty ? nil : .table("Changes", columns.map { .column($0) }, .joined(rows))
        let content: HTML = """
            <p>\(headline). Suggested version: <strong>\(suggestedVersion.bump.rawValue)</strong>. \
            \(suggestedVersion.reason)</p>
            \(table)\(more)
            """
        return HTML.document("Changes of the tracking plan", content).markup
    }
}

extension SharedChange {
    fileprivate var htmlRow: HTML {
        let path: HTML? = change.path.isEmpty ? nil : "<br><code>\(name: change.path)</code>"
        let condition: HTML? = change.condition.map { " if <code>\($0)</code>" }
        let old: HTML? = change.old.map { "<br>old: <code>\($0)</code>" }
        let new: HTML? = change.new.map { "<br>new: <code>\($0)</code>" }
        let verdicts = PlanChange.Audience.allCases.map { audience -> HTML in
            let verdict = change.verdict(for: audience)
            let level = verdict.level.rawValue
            return "<td><span class=\"\(level)\">\(level)</span>: \(verdict.reason)</td>"
        }
        return """
            <tr><td><code>\(name: names(\.self))</code>\(path)\(condition)</td><td>\(change.words)\(old)\(new)</td>\
            \(.joined(verdicts))</tr>

            """
    }
}
