import Trackproof
import TrackproofJSON
import TrackproofPlans
package import TrackproofSnapshots

extension Report {
    /// Returns the report as text for people: the failures of the runs, and then the sections.
    ///
    /// If a section about a snapshot or a plan is the only content of the report, the section has no title.
    func text(_ style: TextStyle) -> String {
        if let only, !only.isDelivery, history == nil { return only.text(style) }
        let failures = failures.map { "! \($0.displayable)\n" }.joined()
        let parts = sections.map { section in
            style.heading(section.title.displayable) + "\n" + section.text(style)
        }
        let trend = history.map { [$0.text(style)] } ?? []
        return ((failures.isEmpty ? [] : [failures]) + parts + trend).joined(separator: "\n")
    }
}

extension ReportSection {
    /// Whether the section is about what an SDK sent. Such a section always needs a title, which names the SDK.
    fileprivate var isDelivery: Bool { if case .comparison(let section) = self { section.isDelivery } else { false } }

    /// Returns the section as text for people, without a title.
    package func text(_ style: TextStyle) -> String {
        switch self {
        case .comparison(let section): section.text(style)
        case .findings(let section): section.text(style).withoutLogCommands()
        case .coverage(let section): section.text(style).withoutLogCommands()
        }
    }
}

extension ComparisonSection {
    /// The comparison as one line of JSON, without the names of the snapshot and the recording.
    package var json: String { comparison.members.json.reportJSON + "\n" }

    /// Returns the result of the comparison as text for people, or an empty text if there is no result.
    package func comparisonText(_ style: TextStyle) -> String {
        hasComparison ? comparison.text(style: style).withoutLogCommands() : ""
    }

    /// Returns the result of the comparison, and then the failures.
    fileprivate func text(_ style: TextStyle) -> String {
        comparisonText(style) + failures.map { "! \($0.displayable)\n" }.joined()
    }
}
