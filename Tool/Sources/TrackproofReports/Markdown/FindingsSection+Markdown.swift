import TrackproofPlanning
import TrackproofPlans

extension FindingsSection {
    /// The maximum number of rows in the table.
    private static let rowLimit = 100

    /// Appends the names of the recordings and a table of the findings.
    func appendMarkdown(to text: inout String) {
        let names = recordings.prefix(10).map(Markdown.code).joined(separator: ", ")
        text += names + (recordings.count > 10 ? ", …" : "") + " against \(Markdown.code(plan))\n"
        if tally.groups.isEmpty { return }
        text += "\n| | event | expected | found | events | owner |\n|---|---|---|---|---|---|\n"
        text.append(rows: tally.sortedGroups.lazy.map(row), limit: Self.rowLimit)
    }

    private func row(_ group: FindingGroup) -> String {
        let finding = group.sample
        let name = Markdown.code(finding.event) + (group.key.path.isEmpty ? "" : " " + Markdown.code(group.key.path))
        let found = group.samples.map(Markdown.code).joined(separator: ", ")
        let owner = finding.owner.map(Markdown.code) ?? ""
        return
            "| **\(group.key.id.rawValue)** (\(group.severity.rawValue)) | \(name) | \(Markdown.code(finding.expected)) "
            + "| \(found) | \(group.eventCount) | \(owner) |\n"
    }
}
