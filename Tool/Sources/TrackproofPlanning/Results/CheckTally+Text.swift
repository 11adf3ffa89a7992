import Trackproof
import TrackproofPlans
import TrackproofPlatform
package import TrackproofSnapshots

extension CheckTally {
    /// Returns the result as text for people: a summary of one line, then each group of findings.
    ///
    /// - Parameters:
    ///   - style: The style of the text, such as its colours.
    ///   - limit: The maximum number of groups in the text. The last lines count further groups by their finding id.
    ///   - details: A closure that returns lines to add below a group.
    package func text(
        style: TextStyle = TextStyle(), limit: Int = 200, details: (FindingGroup) -> [String] = { _ in [] }
    ) -> String {
        if groups.isEmpty { return headline + "\n" }
        var lines = [style.heading(headline)]
        let groups = sortedGroups
        for group in groups.prefix(limit) {
            lines.append("")
            lines += self.lines(group, style, details(group))
        }
        if groups.count > limit {
            let more = Dictionary(grouping: groups.dropFirst(limit), by: \.key.id.rawValue).mapValues(\.count)
            let ids = more.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }
            lines += [
                "",
                "… and \(groups.count - limit) more: " + ids.map { "\($0.value) \($0.key)" }.joined(separator: ", "),
            ]
        }
        if uncountedFindings > 0 { lines += ["", "findings that are not listed: \(uncountedFindings)"] }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The summary in one line: the number of groups for each severity, and the number of events that fit the plan.
    ///
    /// An event fits the plan if it has neither an error nor a warning.
    package var headline: String {
        let events = eventCount.counted("event")
        if groups.isEmpty {
            if uncountedFindings > 0 {
                return "\(fittingCount) of \(events) as planned, \(uncountedFindings) findings are not listed"
            }
            if fittingCount == eventCount { return "\(events) as planned" }
            return "\(fittingCount) of \(events) as planned, all findings are accepted"
        }
        return "\(groups.values.map(\.severity).counts); \(fittingCount) of \(events) as planned"
    }

    private func lines(_ group: FindingGroup, _ style: TextStyle, _ details: [String]) -> [String] {
        let finding = group.sample
        var title = "\(group.severity.rawValue): \(finding.event.nameForDisplay)"
        if !group.key.path.isEmpty { title += ": \(group.key.path.safeForDisplay)" }
        title += " (\(group.key.id.rawValue))"
        var lines = [style.heading(title), "  expected \(finding.expected)"]
        lines += group.samples.map { "  found    \($0)" }
        if let question = finding.question { lines.append("  " + question) }
        var place = "  in \(group.eventCount.counted(group.noun))"
        place += " (\(group.percent(of: share(of: group))))"
        if group.first.number > 0 { place += ": \(group.first.description.safeForDisplay)" }
        if group.first != group.last { place += " … \(group.last.description.safeForDisplay)" }
        lines.append(place)
        lines += details.map { "  " + $0 }
        if let owner = finding.owner { lines.append("  owner: \(owner.safeForDisplay)") }
        if let planPlace = finding.planPlace { lines.append("  plan: \(planPlace.description.safeForDisplay)") }
        return lines
    }

}

extension Double {
    /// The share as a percentage. For example, the share 0.857 is `85.7 %`.
    package var percent: String {
        if self >= 1 { return "100 %" }
        if self <= 0 { return "0 %" }
        let tenths = (self * 1_000).rounded()
        // Rounding must not turn a share above 0 into 0 %, or a share below 1 into 100 %.
        if tenths < 1 { return "< 0.1 %" }
        return tenths > 999 ? "> 99.9 %" : "\(tenths / 10) %"
    }
}

extension FindingGroup {
    /// Returns a share as a percentage, with the share that a team has accepted.
    package func percent(of share: FindingShare) -> String {
        share.value.percent + (accepted.map { "; accepted: \($0.value.percent)" } ?? "")
    }

    /// What the finding is about: "event", or "record" if the check could not read an event.
    package var noun: String { key.id == .unreadable ? "record" : "event" }
}

extension [Severity] {
    /// The number of elements for each severity, such as `2 errors, 1 warning`. The highest severity comes first.
    package var counts: String {
        Severity.allCases.reversed().compactMap { severity in
            let count = self.count { $0 == severity }
            return count == 0 ? nil : "\(count) \(severity.plural(count))"
        }.joined(separator: ", ")
    }
}

extension Severity {
    fileprivate func plural(_ count: Int) -> String {
        switch self {
        case .error: count == 1 ? "error" : "errors"
        case .warning: count == 1 ? "warning" : "warnings"
        case .info: "info"
        }
    }
}
