package import Trackproof
import TrackproofJSON
package import TrackproofPlanning
import TrackproofPlans
package import TrackproofSnapshots

/// The results of one or several runs. A report can be rendered in each format of ``ReportKind``.
package struct Report: Sendable {
    /// The runs that the report is about. A merged report has several runs.
    package var runs: [ReportedRun]
    /// The results of the checks, one section for each check.
    package var sections: [any ReportSection]
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
    package init(_ run: ReportedRun, _ sections: [any ReportSection]) {
        self.init(runs: [run], sections)
    }

    /// Creates a report about the checks of any number of runs.
    package init(runs: [ReportedRun], _ sections: [any ReportSection]) {
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

    /// Whether the checks passed. If the report has only a history, whether the last run passed.
    var verdict: Bool { (showsOnlyHistory ? history?.runs.last?.isPassed : nil) ?? isPassed }

    private var showsOnlyHistory: Bool { runs.isEmpty && sections.isEmpty && failures.isEmpty }

    /// Words about the findings of a plan that do not make a check fail, or `nil` if there are no such findings.
    var notedFindings: String? {
        let count = sections(of: FindingsSection.self).reduce(0) { $0 + $1.tally.groups.count }
        return count == 0 ? nil : "\(count.counted("finding")) within the limits"
    }

    /// Whether the report failed although all checks of events passed.
    var onlyRunsFailed: Bool { !isPassed && sections.allSatisfy(\.isPassed) }

    /// The result on one line.
    package var headline: String {
        if let only { return only.headline }
        let failures = failures
        if sections.isEmpty {
            if !failures.isEmpty { return failures.count.counted("failure") }
            if showsOnlyHistory, let history {
                let last = history.runs.last.map { "; the last run \($0.isPassed ? "passed" : "failed")" }
                return "history of \(history.runs.count.counted("run"))\(last ?? "")"
            }
            return "nothing was checked"
        }
        let checks = checks.count + (failures.isEmpty ? 0 : 1)
        let words = checks.counted("check")
        return isPassed ? "\(words) passed" : "\(failedCount) of \(words) failed"
    }

    /// The sections that decide the result.
    private var checks: [any ReportSection] { sections.filter { !$0.isInformation } }

    /// The only section that decides the result, or `nil` if the report has failures or does not have exactly one such
    /// section.
    var only: (any ReportSection)? { checks.count == 1 && failures.isEmpty ? checks.first : nil }

    /// Returns the sections of one type.
    package func sections<Section: ReportSection>(of type: Section.Type) -> [Section] {
        sections.compactMap { $0 as? Section }
    }

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
    /// A CSV table for a spreadsheet, with a row for each problem.
    case csv
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
                || start.contains(/^([0-9.]+ % of the plan was seen |coverage of .*\n|history: [0-9,]+ runs?)/)
        case .json: start.hasPrefix(#"{"report":1,"#)
        case .markdown: start.hasPrefix("### ✅ ") || start.hasPrefix("### ❌ ")
        case .junit: start.contains(#"?>\#n<testsuites name="trackproof" "#)
        // If there is nothing to annotate, the file is empty.
        case .github: start.isEmpty || start.contains(#/^::(error|warning|notice) /#)
        case .html:
            start.hasPrefix("<!DOCTYPE html>\n") && start.contains(#"<meta name="generator" content="trackproof">"#)
        case .slack: start.hasPrefix(#"{"text":""#) && start.contains(#","blocks":[{"type":"header","#)
        case .csv: start.hasPrefix(Report.csvHeader)
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
        case .csv: csv
        }
    }
}

extension Report {
    /// The report as JSON, in version 1: `{"report":1,"passed":…,"summary":"…","runs":[…],"sections":[…]}`.
    ///
    /// Each section is an object. A comparison has the members `comparison`, `snapshot` and `recording`. Findings have
    /// the members `check`, `plan`, `source` and `recordings`. A coverage has the members `coverage` and `plan`.
    package var members: EventParameters {
        [
            "report": 1, "passed": isPassed, "summary": headline,
            "problems": problems.isEmpty ? nil : EventValue.array(problems.map(EventValue.string)),
            "runs": EventValue.array(runs.map { .object($0.members) }),
            "sections": EventValue.array(sections.map { .object($0.members) }),
            "history": history.map { EventValue.object($0.members) },
            "owners": owners.events.isEmpty ? nil : owners.json,
        ]
    }

    /// Reads a report from JSON.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - file: The path of the file, for errors.
    /// - Throws: ``/TrackproofJSON/EventFormatError`` with line and column if the file is not JSON; ``DocumentError``
    ///   with the path of the invalid value if the file is not a report of version 1, or if its result is not the result
    ///   of its runs and sections.
    package init(json bytes: [UInt8], file: String) throws {
        let value = try EventValue(json: bytes, of: file)
        let object = try DocumentObject(value, at: file + ":")
        guard let version = object.value("report") else {
            throw DocumentError(
                place: file, message: "not a report: expected {\"report\":1,…}, as --report json=FILE writes it")
        }
        guard version.integer == 1 else {
            throw DocumentError(
                place: file, message: "the version of the report is \(version); this trackproof reads version 1")
        }
        problems = try object.optionalTexts("problems")
        runs = try object.objects("runs").map(ReportedRun.init)
        sections = try object.elements("sections").map { value, path throws(DocumentError) in
            try Self.section(DocumentObject(value, at: path), path)
        }
        history = try object.optionalObject("history").map(HistorySummary.init)
        owners = try object.optionalObject("owners").map(EventOwners.init) ?? EventOwners()
        try expect("passed", "\(isPassed)", try object.bool("passed") == isPassed, object)
        try expect("summary", EventValue.string(headline).description, try object.text("summary") == headline, object)
    }

    /// Throws an error if a result in the file is not the result of what was read, because a part is lost or changed.
    private func expect(
        _ name: String, _ result: String, _ isEqual: Bool, _ object: DocumentObject
    ) throws(DocumentError) {
        if isEqual { return }
        throw DocumentError(
            place: object.path(name), message: "expected \(result), because of the runs and sections of the report")
    }

    private static func section(_ object: DocumentObject, _ path: String) throws(DocumentError) -> any ReportSection {
        if object.value("comparison") != nil { return try ComparisonSection(object) }
        if object.value("check") != nil { return try FindingsSection(object) }
        if object.value("coverage") != nil { return try CoverageSection(object) }
        if object.value("mutants") != nil { return try MutationSection(object) }
        throw DocumentError(
            place: path, message: "expected the member \"comparison\", \"check\", \"coverage\" or \"mutants\"")
    }

    /// The texts that ``members`` and ``slackMessage`` contain because of their formats: the names of members, and the
    /// values that a format defines. Without such a text, no program could read the message.
    ///
    /// Leaves out texts with less than eight bytes, because they are too short to be secrets.
    package static let words: Set<String> = {
        let report = [
            "absentPlatforms", "accepted", "anonymous", "comparison", "coverage", "delivery", "differences",
            "everyEvent", "expected", "failures", "findings", "firstTime", "ignoredEvents", "information", "lastSeen",
            "lastTime", "lookalike", "parameters", "platform", "platforms", "position", "problems", "recording",
            "recordings", "resolution", "revision", "screenshots", "sections", "severity", "skippedEvents",
            "snapshot", "unchangedAfter", "unchangedBefore", "unexamined", "unknownDefinitions", "unknownVersions",
            "unlisted", "unlistedBySeverity", "unplanned", "unplannedNames", "unreadable", "unreadableBytes",
            "unreadFiles", "unreadTime", "unreadTimes", "unreadVersion", "unreadVersions", "versions", "volatile",
            "withoutParameters", "withParameters", "wrongYears",
        ]
        let slack = [
            "elements", "plain_text", "rich_text", "rich_text_list", "rich_text_section", "unfurl_links",
            "unfurl_media", "usergroup", "usergroup_id",
        ]
        let values =
            EventKind.allCases.map(\.rawValue) + Difference.Kind.allCases.map(\.rawValue)
            + FindingID.allCases.map(\.rawValue) + CoverageItem.Kind.allCases.flatMap { [$0.rawValue, $0.plural] }
            + Severity.allCases.map(\.rawValue) + HistorySummary.State.allCases.map(\.rawValue)
        return Set(report + slack + values)
    }()
}
