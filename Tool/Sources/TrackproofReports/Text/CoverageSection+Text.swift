import Trackproof
import TrackproofPlanning
import TrackproofSnapshots

extension CoverageSection {
    /// The maximum number of unseen parts of the plan that a report lists.
    static let gapLimit = 200

    func text(_ style: TextStyle) -> String {
        var lines = [style.heading(headline)]
        let tables = [("", kinds), ("by owner", owners), ("by platform", platforms)].filter { !$0.1.isEmpty }
        let width = tables.flatMap { $0.1.map(\.name.displayable.unicodeScalars.count) }.max() ?? 0
        for (title, rows) in tables {
            if !title.isEmpty { lines += ["", title] }
            lines += rows.map { row in
                let padding = String(repeating: " ", count: width - row.name.displayable.unicodeScalars.count)
                return "  \(row.name.displayable)\(padding)  \(row.words)"
            }
        }
        let gaps = gaps
        if !gaps.isEmpty {
            lines += ["", "never seen"]
            lines += gaps.prefix(Self.gapLimit).map { gap in
                var line = "  \(gap.item)"
                if let platform = gap.platform { line += " on \(platform.displayable)" }
                if let owner = gap.item.owner { line += ", owner \(owner.displayable)" }
                return line + " (\("\(gap.item.place)".displayable))"
            }
            if gaps.count > Self.gapLimit { lines.append("  … and \(gaps.count - Self.gapLimit) more") }
        }
        if let unplanned { lines += ["", unplanned] }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A message with the number of events that are not in the plan, or `nil` if there are no such events.
    var unplanned: String? {
        switch coverage.unplannedCount {
        case 0: nil
        case 1: "1 event is not in the plan"
        default: "\(coverage.unplannedCount) events are not in the plan"
        }
    }
}

extension CoverageSection.Row {
    /// The numbers of seen parts and of all parts as text, such as `12 of 14  85.7 %`.
    fileprivate var words: String { "\(ratio.seen) of \(ratio.total)  \(ratio.percentText)" }
}
