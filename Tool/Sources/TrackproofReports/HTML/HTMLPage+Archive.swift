import Trackproof
import TrackproofArchives
import TrackproofPlanning
import TrackproofPlans

extension ArchiveSummary {
    /// Returns a table row with the share of events that have the finding, over time, by version and by platform.
    ///
    /// The method returns no markup if all events have the same version and platform and are from the same day.
    func row(for key: FindingGroup.Key) -> HTML {
        guard let finding = breakdown.findings[key], let all = breakdown.facet(ofEvent: key.event) else { return "" }
        let drawing = ShareChart(finding, of: all)
        let chart = drawing.html
        let versions = Self.table("Version", finding.versions, of: all.versions, limit: breakdown.versionLimit) {
            AppVersion($0).isNewer(than: AppVersion($1))
        }
        let platforms = Self.table("Platform", finding.platforms, of: all.platforms, limit: breakdown.platformLimit) {
            $0 < $1
        }
        if chart.size + versions.size + platforms.size == 0 { return "" }
        var times: HTML = ""
        if let first = finding.firstTime {
            let highest: HTML? = drawing.highest.map { " Highest: \($0.share.percent) (\($0.period.description))." }
            let last = (finding.lastTime ?? first).description
            times = "<p class=\"dim\">First \(first.description), last \(last).\(highest)</p>\n"
        }
        return """
            <tr class="trend"><td colspan="6"><details><summary>Share over time and by version</summary>
            \(times)\(chart)<div class="facets">\(versions)\(platforms)</div></details></td></tr>

            """
    }

    /// Returns a table with the share of events that have the finding, for each version or platform in `totals`.
    ///
    /// The method returns no markup if `totals` has fewer than two versions or platforms.
    private static func table(
        _ title: HTML, _ counts: NameCounts, of totals: NameCounts, limit: Int,
        _ isBefore: (String, String) -> Bool
    ) -> HTML {
        guard totals.count > 1 else { return "" }
        let isCut: HTML = "<p class=\"dim\">Only the first \(limit) rows in sorted order were counted.</p>"
        let names = totals.sorted.map(\.name).sorted(by: isBefore)
        let rows = names.prefix(HTMLLimits.names).map { name -> HTML in
            let count = counts[name] ?? 0
            let total = max(totals[name] ?? 0, count)
            let share = total == 0 ? 0 : Double(count) / Double(total)
            let label: HTML = name.isEmpty ? "<span class=\"dim\">unknown</span>" : "\(name, limit: HTMLLimits.name)"
            return """
                <tr><th scope="row">\(label)</th><td class="number">\(count)</td><td class="number">\(total)</td>\
                <td class="number">\(share.percent)</td></tr>

                """
        }
        return """
            <table><thead><tr><th scope="col">\(title)</th><th scope="col" class="number">Findings</th>\
            <th scope="col" class="number">Events</th><th scope="col" class="number">Share</th></tr></thead>
            <tbody>
            \(.joined(rows))</tbody></table>
            \(.note(leftOut: names.count - rows.count, "row"))\(totals.count < limit ? "" : isCut)
            """
    }
}

extension AppVersion? {
    /// Returns whether this version is newer than `other`. `nil` is a text that is not a version, and counts as oldest.
    fileprivate func isNewer(than other: AppVersion?) -> Bool {
        guard let self else { return false }
        guard let other else { return true }
        return other < self
    }
}
