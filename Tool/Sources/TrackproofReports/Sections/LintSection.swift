package import Trackproof
import TrackproofJSON
package import TrackproofPlanning
package import TrackproofPlans
package import TrackproofSnapshots

/// The weaknesses of a tracking plan that lint found.
package struct LintSection: ReportSection {
    /// The path of the plan as the user gave it.
    let plan: String
    /// The lowest severity of a finding that makes the check fail.
    let failOn: Severity
    /// The weaknesses, in the order of the plan's files.
    let findings: [LintFinding]

    /// Creates a section about the plan at the path `plan`.
    package init(plan: String, failOn: Severity, findings: [LintFinding]) {
        self.plan = plan
        self.failOn = failOn
        self.findings = findings
    }

    package var isPassed: Bool { !findings.contains { $0.severity >= failOn } }
    /// The number of findings of each severity.
    package var headline: String { findings.isEmpty ? "no findings" : findings.map(\.severity).counts }
    package var title: String { "lint of \(plan)" }
    package var subject: String { plan }

    package var result: CheckRow? {
        findings.isEmpty
            ? CheckRow(outcome: .passed, check: plan, subject: headline, message: headline, sentence: "") : nil
    }

    package var rows: [any ReportRow] {
        findings.map { LintRow(finding: $0, outcome: $0.severity >= failOn ? .failed : .noted) }
    }

    /// The maximum number of findings of one kind that the text lists, if there are more than ``listedFindings``.
    private static let shownFindings = 5
    private static let listedFindings = 20

    /// Returns the findings in the format of compiler messages, one per line. A last line has the number of findings.
    ///
    /// If there are many findings of one kind and severity, the text lists only the first of them. A large plan can have
    /// thousands of findings such as missing descriptions.
    package func text(_ style: TextStyle) -> String {
        struct Kind: Hashable {
            let id: LintID
            let severity: Severity
        }
        var text = ""
        var counts: [Kind: Int] = [:]
        let totals = Dictionary(
            findings.map { (Kind(id: $0.id, severity: $0.severity), 1) }, uniquingKeysWith: +)
        for finding in findings {
            let kind = Kind(id: finding.id, severity: finding.severity)
            let (count, total) = (counts[kind, default: 0], totals[kind, default: 0])
            counts[kind] = count + 1
            if total <= Self.listedFindings || count < Self.shownFindings {
                text += "\(finding)".displayable + "\n"
            } else if count == Self.shownFindings {
                let rest = total - Self.shownFindings
                text +=
                    "\(plan.displayable): \(kind.severity.rawValue): \(rest) more findings of this kind; "
                    + "--format json lists them (\(kind.id.rawValue))\n"
            }
        }
        return text + (findings.isEmpty ? "\(plan.displayable): \(headline)" : headline) + "\n"
    }

    /// The section as JSON, on one line.
    package var json: String { EventValue.object(members).json.reportJSON + "\n" }

    package var members: EventParameters {
        let list = findings.map { finding in
            EventValue.object([
                "id": finding.id.rawValue, "severity": finding.severity.rawValue, "event": finding.event,
                "path": finding.path, "message": finding.message, "owner": finding.owner, "plan": finding.place.json,
            ])
        }
        return ["lint": 1, "findings": EventValue.array(list)]
    }
}

/// A weakness of a plan as a row.
struct LintRow: ReportRow {
    let finding: LintFinding
    let outcome: RowOutcome

    var severity: Severity { finding.severity }
    var kind: String { finding.id.rawValue }
    var events: [String] { finding.event.map { [$0] } ?? [] }
    var subject: String { "" }
    var place: PlanPlace? { finding.place }
    var owner: String? { finding.owner }
    var message: String {
        let subject = [finding.event, finding.path.isEmpty ? nil : finding.path].compactMap { $0 }
        return (subject + [finding.message]).joined(separator: ": ")
    }
    var sentence: Sentence { "\(words: message)" }
    var rank: Int { FindingRow.rank }
}
