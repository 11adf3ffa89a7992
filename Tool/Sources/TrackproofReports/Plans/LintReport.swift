import Trackproof
import TrackproofJSON
package import TrackproofPlanning
import TrackproofPlans

/// A report about the weaknesses of a tracking plan.
package struct LintReport: Sendable {
    /// The path of the plan as the user gave it.
    package let plan: String
    /// The weaknesses, in the order of the plan's files.
    package let findings: [LintFinding]

    /// Creates a report about the plan at the path `plan`.
    package init(plan: String, findings: [LintFinding]) {
        self.plan = plan
        self.findings = findings
    }

    /// The findings in the format of compiler messages, one per line. A last line has the number of findings.
    package var text: String {
        findings.map { "\($0)".displayable + "\n" }.joined() + headline + "\n"
    }

    /// The number of findings of each severity.
    private var headline: String {
        if findings.isEmpty { return "\(plan.displayable): no findings" }
        let counts = Severity.allCases.reversed().compactMap { severity -> String? in
            let count = findings.count { $0.severity == severity }
            return count == 0 ? nil : "\(count) " + severity.words(count)
        }
        return counts.joined(separator: ", ")
    }

    /// The findings as JSON, on one line.
    package var json: String {
        let list = findings.map { finding -> EventValue in
            let place: EventParameters = [
                "file": finding.place.file, "line": finding.place.line, "column": finding.place.column,
            ]
            let members: EventParameters = [
                "id": finding.id.rawValue, "severity": finding.severity.rawValue, "event": finding.event,
                "path": finding.path, "message": finding.message, "owner": finding.owner,
                "plan": EventValue.object(place),
            ]
            return .object(members)
        }
        let members: EventParameters = ["lint": 1, "findings": EventValue.array(list)]
        return EventValue.object(members).json.reportJSON + "\n"
    }

    /// The findings as annotations for GitHub, at the lines of the plan. The most severe findings come first.
    package var gitHubAnnotations: String {
        if findings.isEmpty { return "::notice title=trackproof::\(WorkflowCommand.message(headline))\n" }
        let levels = Dictionary(grouping: findings, by: \.severity)
        return Severity.allCases.reversed().flatMap { annotations(levels[$0] ?? [], $0) }.joined()
    }

    /// Returns the annotations for findings of one severity.
    ///
    /// If GitHub would not show all findings, the last annotation has the number of findings instead.
    private func annotations(_ findings: [LintFinding], _ severity: Severity) -> [String] {
        let fits = findings.count <= GitHubLimits.annotations
        var lines = findings.prefix(fits ? findings.count : GitHubLimits.annotations - 1).map { annotation($0) + "\n" }
        if !fits { lines.append("::\(severity.level) title=trackproof::\(WorkflowCommand.message(headline))\n") }
        return lines
    }

    private func annotation(_ finding: LintFinding) -> String {
        let subject = [finding.event, finding.path.isEmpty ? nil : finding.path].compactMap { $0 }
        let message = (subject + [finding.message]).joined(separator: ": ")
        return
            "::\(finding.severity.level) file=\(WorkflowCommand.property(finding.place.file)),line=\(finding.place.line),"
            + "col=\(finding.place.column),title=\(WorkflowCommand.property(finding.id.rawValue))::\(WorkflowCommand.message(message))"
    }
}

extension Severity {
    /// Returns the noun for a number of findings of this severity, such as `errors`.
    fileprivate func words(_ count: Int) -> String {
        switch self {
        case .error: count == 1 ? "error" : "errors"
        case .warning: count == 1 ? "warning" : "warnings"
        case .info: "info"
        }
    }
}
