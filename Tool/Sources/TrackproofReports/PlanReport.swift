@_spi(Tooling) package import TrackproofPlans
@_spi(Tooling) package import TrackproofSnapshots

/// A report about a check against a tracking plan, which can be rendered in several forms.
package struct PlanReport: Sendable {
    /// The path of the plan as the user gave it.
    package let plan: String
    /// The names of the recordings that were checked.
    package let recordings: [String]
    /// The result of the check.
    package let tally: CheckTally

    /// Creates a report about a check of recordings against a plan.
    package init(plan: String, recordings: [String], tally: CheckTally) {
        self.plan = plan
        self.recordings = recordings
        self.tally = tally
    }

    /// Returns the report in one of its forms.
    package func render(_ kind: ReportKind, style: TextStyle = TextStyle()) -> String {
        switch kind {
        case .text: tally.text(style: style).withoutLogCommands()
        case .json: tally.members.json.jsonWithoutLogCommands + "\n"
        case .markdown: markdown
        case .junit: junit
        case .github: gitHubAnnotations
        }
    }

    /// Whether no finding has the severity `error`.
    var isPassed: Bool { (tally.worst ?? .info) < .error }

    // MARK: Markdown

    /// The maximum number of rows in the table.
    private static let rowLimit = 100

    private var markdown: String {
        var text = "### \(isPassed ? "✅" : "❌") \(tally.headline)\n\n"
        let names = recordings.prefix(10).map(Report.code).joined(separator: ", ")
        text += names + (recordings.count > 10 ? ", …" : "") + " against \(Report.code(plan))\n"
        if tally.groups.isEmpty { return text }
        text += "\n| | event | expected | found | events | owner |\n|---|---|---|---|---|---|\n"
        text.append(rows: tally.sortedGroups.lazy.map(row), limit: Self.rowLimit)
        return text
    }

    private func row(_ group: FindingGroup) -> String {
        let finding = group.sample
        let name = Report.code(finding.event) + (group.key.path.isEmpty ? "" : " " + Report.code(group.key.path))
        let found = group.samples.map(Report.code).joined(separator: ", ")
        let owner = finding.owner.map(Report.code) ?? ""
        return
            "| **\(group.key.id.rawValue)** (\(group.severity.rawValue)) | \(name) | \(Report.code(finding.expected)) "
            + "| \(found) | \(group.eventCount) | \(owner) |\n"
    }

    // MARK: JUnit

    private var junit: String {
        let name = Report.attribute(plan)
        let groups = tally.sortedGroups
        let failures = groups.count { $0.severity == .error }
        let count = max(1, groups.count)
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<testsuites name="trackproof" tests="\#(count)" failures="\#(failures)" time="0">"#,
            #"  <testsuite name="\#(name)" tests="\#(count)" failures="\#(failures)" errors="0" skipped="0" time="0">"#,
        ]
        if groups.isEmpty {
            lines.append(#"    <testcase classname="\#(name)" name="\#(Report.attribute(tally.headline))" time="0"/>"#)
        }
        for group in groups { lines += testCase(group, suite: name) }
        lines += ["  </testsuite>", "</testsuites>"]
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the test case for a group of equal findings. The test case fails only if their severity is `error`.
    private func testCase(_ group: FindingGroup, suite: String) -> [String] {
        let id = group.key.id.rawValue
        let title = Report.attribute(
            [id, group.key.event, group.key.path].filter { !$0.isEmpty }.joined(separator: " "))
        let message = Report.attribute(group.message)
        let start = #"    <testcase classname="\#(suite)" name="\#(title)" time="0">"#
        let result =
            group.severity == .error
            ? #"      <failure type="\#(id)" message="\#(message)">\#(message)</failure>"#
            : #"      <system-out>\#(group.severity.rawValue): \#(message)</system-out>"#
        return [start, result, "    </testcase>"]
    }

    // MARK: GitHub

    /// The annotations on the lines of the plan.
    private var gitHubAnnotations: String {
        if tally.groups.isEmpty {
            return "::notice title=trackproof::\(Report.message("\(plan): \(tally.headline)"))\n"
        }
        var lines: [String] = []
        for severity in Severity.allCases.reversed() {
            let groups = tally.sortedGroups.filter { $0.severity == severity }
            let fits = groups.count <= GitHubLimits.annotations
            lines += groups.prefix(fits ? groups.count : GitHubLimits.annotations - 1).map(annotation)
            if !fits {
                lines.append("::\(severity.level) title=trackproof::\(Report.message(tally.headline))")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func annotation(_ group: FindingGroup) -> String {
        let place = group.sample.planPlace
        let title = "\(group.key.id.rawValue): \(group.key.event)"
        return "::\(group.severity.level) file=\(Report.property(place?.file ?? plan))"
            + (place.map { ",line=\($0.line),col=\($0.column)" } ?? "")
            + ",title=\(Report.property(title))::\(Report.message(group.message))"
    }
}

extension FindingGroup {
    /// The group in one sentence, for reports with one line per group.
    fileprivate var message: String {
        let events = eventCount == 1 ? "1 event" : "\(eventCount) events"
        return "\(sample.description), in \(events), first \(first)"
    }
}

extension Severity {
    /// The level of a GitHub annotation about a finding of this severity.
    var level: String {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .info: "notice"
        }
    }
}
