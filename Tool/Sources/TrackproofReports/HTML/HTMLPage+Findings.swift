import Trackproof
import TrackproofArchives
import TrackproofPlanning
import TrackproofPlans
import TrackproofPlatform

extension HTMLPage {
    /// Returns the findings of each plan, grouped by event.
    mutating func findings(of sections: [FindingsSection]) -> HTML {
        "<h2 id=\"title-findings\">Findings of the plan</h2>\n\(.joined(sections.map { findings($0) }))"
    }

    private mutating func findings(_ section: FindingsSection) -> HTML {
        let names = section.recordings.prefix(HTMLLimits.names).map { name -> HTML in
            "<li><code>\(name: name)</code></li>\n"
        }
        var html: HTML = """
            <h3>Events of <code>\(name: section.source.rawValue)</code> against \
            <code>\(name: section.plan)</code></h3>
            <p class="dim">\(section.headline)</p>
            <details><summary>What was checked</summary>
            <ul>
            \(.joined(names))</ul>
            \(.note(leftOut: section.recordings.count - names.count, "file"))</details>

            """
        let groups = section.tally.sortedGroups
        if groups.isEmpty { return html }
        let open = Set(groups.prefix(HTMLLimits.openFindings).map(\.key))
        // The events with the most severe findings come first.
        let events = Dictionary(grouping: groups.indices) { ExactText(groups[$0].key.event) }
        var bodies: HTML = ""
        var left = 0
        for indices in events.values.sorted(by: { $0[0] < $1[0] }) {
            let title = Self.title(of: groups[indices[0]])
            var rows: HTML = ""
            left += rows.append(indices.map { groups[$0] }, within: &budgets.findings) { group in
                var row = Self.row(group, section.tally)
                row += section.archive?.row(for: group.key, isOpen: open.contains(group.key)) ?? ""
                return row
            }
            if rows.size > 0 { bodies += "<tbody>\n\(title)\(rows)</tbody>\n" }
        }
        html += .table(
            "Findings", class: "findings",
            [
                .column("Severity"), .column("Parameter"), .column("Expected"), .column("Found"), .number("Events"),
                .column("Where"),
            ], bodies, isBodies: true)
        html += .note(leftOut: left, "finding")
        for note in section.notes {
            html += "<p class=\"note\">\(note.asSentence).</p>\n"
        }
        if section.tally.uncountedFindings > 0 {
            html +=
                "<p class=\"note\">The check lists only these findings. It found \(section.tally.uncountedFindings) more.</p>\n"
        }
        return html
    }

    /// Returns a row with the name and the owner of an event.
    private static func title(of group: FindingGroup) -> HTML {
        let name: HTML = group.key.event.isEmpty ? "&quot;&quot;" : "\(name: group.key.event)"
        return "<tr><th scope=\"rowgroup\" colspan=\"6\">\(name)\(.owner(group.sample.owner))</th></tr>\n"
    }

    private static func row(_ group: FindingGroup, _ tally: CheckTally) -> HTML {
        let finding = group.sample
        let path: HTML =
            group.key.path.isEmpty
            ? "<span class=\"dim\">whole event</span>" : "<code>\(name: group.key.path)</code>"
        let samples = group.samples.map { "<code>\($0)</code>" as HTML }
        let plan: HTML =
            finding.planPlace.map { "<br><span class=\"dim\">plan: \(name: $0.description)</span>" }
            ?? ""
        let suggestion: HTML = group.suggestion.map { "<br>\($0)" } ?? ""
        return """
            <tr><td><span class="chip" data-severity="\(group.severity.rawValue)">\(group.severity.rawValue)</span></td>\
            <th scope="row">\(path)<br><span class="dim">\(group.key.id.rawValue)</span></th>\
            <td>\(finding.expected)\(suggestion)</td><td>\(.joined(samples, separator: ", "))</td>\
            <td class="number">\(group.eventCount)<br><span class="dim">\(group.percent(of: tally.share(of: group)))</span></td>\
            <td>\(name: group.first.description)\(plan)</td></tr>

            """
    }
}
