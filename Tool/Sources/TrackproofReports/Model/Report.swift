import Trackproof
import TrackproofJSON
package import TrackproofSnapshots

/// The results of one or several runs. A report can be rendered in each format of ``ReportKind``.
package struct Report: Sendable {
    /// The runs that the report is about. A merged report has several runs.
    package var runs: [ReportedRun]
    /// The results of the checks, one section for each check.
    package var sections: [ReportSection]
    /// The problems of the report itself, such as a missing run, one sentence each.
    package var problems: [String] = []
    /// The summary of earlier runs, or `nil` if the report has no history.
    package var history: HistorySummary?

    /// The owners of the events that have problems.
    package var owners = EventOwners()

    /// The path of the folder with the screenshots, for the JUnit report, or `nil` if no screenshots are in files.
    package var screenshotFolder: String?
    /// The web address of the HTML report, or `nil` if the address is unknown.
    package var page: String?

    /// Creates a report about the checks of one run.
    package init(_ run: ReportedRun, _ sections: [ReportSection]) {
        self.init(runs: [run], sections)
    }

    /// Creates a report about the checks of any number of runs.
    package init(runs: [ReportedRun], _ sections: [ReportSection]) {
        self.runs = runs
        self.sections = sections
    }

    /// Whether no run failed and all checks passed.
    package var isPassed: Bool { failedCount == 0 }

    /// The problems of the report, and the failures of its runs. The results of checks are not included.
    ///
    /// If there are several runs, each failure has the name of its run.
    package var failures: [String] {
        problems + runs.flatMap { run in run.failures.map { runs.count == 1 ? $0 : "\(run.name): \($0)" } }
    }

    /// Whether the report failed although all checks of events passed.
    var onlyRunsFailed: Bool { !isPassed && sections.allSatisfy(\.isPassed) }

    /// The result on one line.
    package var headline: String {
        if let only { return only.headline }
        let failures = failures
        if sections.isEmpty {
            switch failures.count {
            case 0:
                if runs.isEmpty, let history { return "history of \(history.runs.count.counted("run"))" }
                return "nothing was checked"
            case 1: return "1 failure"
            default: return "\(failures.count) failures"
            }
        }
        let checks = sections.count + (failures.isEmpty ? 0 : 1)
        let words = checks == 1 ? "1 check" : "\(checks) checks"
        return isPassed ? "\(words) passed" : "\(failedCount) of \(words) failed"
    }

    /// The only section, or `nil` if the report has failures or does not have exactly one section.
    var only: ReportSection? { sections.count == 1 && failures.isEmpty ? sections.first : nil }

    /// The number of failed sections. All ``failures`` together count as one failed section.
    private var failedCount: Int { sections.count { !$0.isPassed } + (failures.isEmpty ? 0 : 1) }
}

/// The formats of a report.
package enum ReportKind: String, Sendable, CaseIterable {
    /// Text for people.
    case text
    /// JSON for programs, in version 1 of the report format.
    case json
    /// Markdown for a comment on a pull request.
    case markdown
    /// XML for CI servers that read JUnit's format.
    case junit
    /// Annotations, written as workflow commands of GitHub Actions.
    case github
    /// One HTML page for people.
    case html
    /// A message for an incoming webhook of Slack.
    case slack
}

extension ReportKind {
    /// Returns whether a file begins like a report of this kind.
    ///
    /// - Parameter start: The beginning of the file.
    package func isBegun(by start: String) -> Bool {
        switch self {
        case .text:
            start.contains(
                /^(! |\d+ (of \d+ )?events? as |\d+ (error|warning|info)s?[,;] |\d+ differences? \(|.* against .*\n)/)
                || start.contains(/^([0-9.]+ % of the plan was seen |coverage of .*\n|history: \d+ runs?)/)
        case .json: start.hasPrefix(#"{"report":1,"#)
        case .markdown: start.hasPrefix("### ✅ ") || start.hasPrefix("### ❌ ")
        case .junit: start.contains(#"?>\#n<testsuites name="trackproof" "#)
        // If there is nothing to annotate, the file is empty.
        case .github: start.isEmpty || start.contains(#/^::(error|warning|notice) /#)
        case .html:
            start.hasPrefix("<!DOCTYPE html>\n") && start.contains(#"<meta name="generator" content="trackproof">"#)
        case .slack: start.hasPrefix(#"{"text":""#) && start.contains(#","blocks":[{"type":"header","#)
        }
    }
}

extension Report {
    /// Returns the report in one of its formats.
    package func render(_ kind: ReportKind, style: TextStyle = TextStyle()) -> String {
        switch kind {
        case .text: text(style).displayableLines(style)
        case .json: members.json.reportJSON + "\n"
        case .markdown: markdown
        case .junit: junit
        case .github: gitHubAnnotations
        case .html: html
        case .slack: EventValue.object(slackMessage).json + "\n"
        }
    }
}
