import Trackproof
package import TrackproofJSON
import TrackproofPlanning
import TrackproofPlans
import TrackproofPlatform

/// One run in a history: a short summary of its report.
package struct HistoryEntry: Sendable, Hashable {
    /// The run. A report with several runs, for example of all shards, is one run here.
    package var run: HistorySummary.Run
    /// The sorted ids of the report's runs, or no ids if there is one run.
    package var parts: [String] = []
    /// The names of everything that can pass or fail: comparisons, checks against plans, coverages, and runs.
    package var checks: [String] = []
    /// The names of the checks against a plan. Such a check says nothing about events that did not occur.
    package var planChecks: Set<String> = []
    /// The names of the checks that perhaps missed problems.
    ///
    /// For example, a check could compare nothing, or the entry leaves out problems of the check.
    package var partialChecks: Set<String> = []
    /// The problems of the run, each with the number of times that the problem occurred.
    package var problems: [Problem: Int] = [:]
    /// The number of events that were seen, for each event name.
    package var seen: [String: Int] = [:]
    /// The number of problems and names that the entry leaves out because of ``HistoryLimits``.
    package var leftOut = 0

    /// A problem of a run, without the details of a difference or a finding.
    package struct Problem: Sendable, Hashable, Comparable {
        /// The event's name.
        ///
        /// If the problem is not about an event, this is the name of the run, comparison or plan that failed. The name
        /// is empty if the problem is about the whole report, for example a missing run.
        package var event: String
        /// The path of the parameter in a finding of a plan. Empty if the problem is not about a parameter.
        package var path = ""
        /// The kind of difference, the id of the finding, `coverage` or `failure`.
        package var kind: String
        /// The name of the check that found the problem: an element of ``HistoryEntry/checks``.
        ///
        /// The name is empty if the problem is about the whole report.
        package var check: String

        /// Creates a problem.
        package init(event: String, path: String = "", kind: String, check: String) {
            (self.event, self.path, self.kind, self.check) = (event, path, kind, check)
        }

        /// Returns whether `left` comes before `right`, in the order of event, path, kind and check.
        package static func < (left: Problem, right: Problem) -> Bool {
            (left.event, left.path, left.kind, left.check) < (right.event, right.path, right.kind, right.check)
        }
    }

    /// Creates the entry of a run without checks and problems.
    package init(_ run: HistorySummary.Run) { self.run = run }

    /// Returns the share of events with a finding of a plan, or `nil` if it is unknown.
    func share(of problem: Problem) -> FindingShare? {
        guard planChecks.contains(problem.check), let found = problems[problem], let all = seen[problem.event],
            all >= found
        else { return nil }
        return FindingShare(found: found, all: all)
    }

    /// Returns whether the run would have found the problem if the problem still existed.
    ///
    /// The result is `false` if the run did not make the check that finds the problem, or made this check only in part.
    /// For most findings of a plan, the result is also `false` if the run has no event of the problem's name.
    func showsAbsence(of problem: Problem) -> Bool {
        if problem.check.isEmpty { return true }
        guard checks.contains(problem.check), !partialChecks.contains(problem.check) else { return false }
        return !planChecks.contains(problem.check) || !problem.needsEvent || seen[problem.event] != nil
    }
}

extension HistoryEntry {
    /// Creates the entry of a report, or returns `nil` if the report has no run.
    ///
    /// A report of several runs has one entry, because the report has already added up the findings and coverages of
    /// its runs. The entry's id depends only on the ids of the runs, so that a report that is added twice counts once.
    /// The entry's start is the start of the first run, and its duration is the sum of all durations. The entry has a
    /// revision only if all runs have the same revision, and a branch only if all runs have the same branch.
    package init?(_ report: Report) {
        guard let first = report.runs.min(by: { ($0.started, $0.id) < ($1.started, $1.id) }) else { return nil }
        let ids = report.runs.map(\.id.identifier).sorted()
        let seconds = report.runs.compactMap(\.seconds).filter { $0.isFinite && 0..<1e9 ~= $0 }
        let (revision, branch) = (first.revision, first.branch)
        run = HistorySummary.Run(
            id: ids.count == 1 ? ids[0] : "merged-" + ids.joined(separator: "+").shortHash, started: first.started,
            revision: report.runs.allSatisfy { $0.revision == revision } ? revision?.nameOfHistory : nil,
            branch: report.runs.allSatisfy { $0.branch == branch } ? branch?.nameOfHistory : nil,
            isPassed: report.isPassed, differenceCount: 0, findingCount: 0,
            seconds: seconds.isEmpty ? nil : seconds.reduce(0, +))
        if ids.count > 1 { parts = ids }
        for run in report.runs {
            for (name, count) in run.recording?.counts ?? [:] { seen[name.nameOfHistory, default: 0] += count }
            let name = run.name.nameOfHistory
            add(name)
            if !run.failures.isEmpty { add("failure", of: name, in: name, count: run.failures.count) }
        }
        if !report.problems.isEmpty { add("failure", of: "", in: "", count: report.problems.count) }
        for section in report.sections { add(section) }
        for section in report.sections(of: FindingsSection.self) {
            planChecks.insert(section.nameInHistory.nameOfHistory)
            // If the report has no recordings, only the check has counted the events.
            for (event, count) in section.tally.eventCounts.sorted {
                seen[event.nameOfHistory] = max(seen[event.nameOfHistory] ?? 0, count)
            }
        }
        run.coverage = report.sections(of: CoverageSection.self).map { $0.coverage.ratio().roundedPercent }.min()
        run.score = report.sections(of: MutationSection.self).map { $0.ratio.roundedPercent }.min()
        shorten()
    }

    /// Adds the rows that make a check fail. Other rows are not problems.
    private mutating func add(_ section: any ReportSection) {
        let name = section.nameInHistory.nameOfHistory
        add(name, isPartial: section.isPartial)
        let failed = section.allRows.filter { $0.outcome == .failed }
        for row in failed {
            problems[Problem(row, in: section.nameInHistory), default: 0] += row.share?.found ?? 1
        }
        let count = failed.count { !$0.isAboutCheck }
        if section is ComparisonSection { run.differenceCount += count } else { run.findingCount += count }
    }

    private mutating func add(_ check: String, isPartial: Bool = false) {
        if !checks.contains(check) { checks.append(check) }
        if isPartial { partialChecks.insert(check) }
    }

    private mutating func add(_ kind: String, of event: String, in check: String, count: Int) {
        problems[Problem(event: event.nameOfHistory, kind: kind, check: check), default: 0] += count
    }
}

extension HistoryEntry.Problem {
    /// Creates the problem that a row of a report is about.
    ///
    /// - Parameter check: The value of ``ReportSection/nameInHistory`` of the row's section.
    init(_ row: any ReportRow, in check: String) {
        self.init(
            event: (row.events.first ?? "").nameOfHistory, path: row.path.nameOfHistory, kind: row.kind,
            check: check.nameOfHistory)
    }

    /// Whether only a run that has an event named ``event`` can show that the problem is fixed.
    ///
    /// The value is `false` for problems that are fixed if the app no longer tracks the event, such as an unplanned
    /// event.
    var needsEvent: Bool {
        switch FindingID(rawValue: kind) {
        case nil, .unplannedEvent, .wrongPlatform, .deprecated, .expired: false
        default: true
        }
    }
}

extension String {
    /// The text, cut to the maximum length of a name in the history.
    fileprivate var nameOfHistory: String { cut(to: HistoryLimits.name) }

    /// The text as the id of a run. A hash replaces a long text, because cutting two long ids could make them equal.
    fileprivate var identifier: String { unicodeScalars.count <= HistoryLimits.name ? self : "run-" + shortHash }

    /// A hash of the text, as a hexadecimal number.
    fileprivate var shortHash: String { String(fnv1a(), radix: 16) }
}

extension HistoryEntry {
    /// The entry on one line, in version 1 of the history format, without a line break:
    ///
    /// `{"history":1,"id":"…","started":"…","passed":false,"differences":1,"findings":0,"checks":["walk.json"],`
    /// `"problems":[{"event":"purchase","kind":"missing","check":0,"count":1}],"seen":{"login":1}}`
    ///
    /// The member `check` of a problem is the position of a check in the list `checks`. The lists `plans` and `partial`
    /// also contain positions in `checks`. The member `leftOut` is the number of problems and names that are left out.
    package var line: String { EventValue.object(members).json }

    private var members: EventParameters {
        let positions = Dictionary(checks.enumerated().map { ($1, $0) }) { first, _ in first }
        func list(_ names: Set<String>) -> EventValue? {
            let list = names.compactMap { positions[$0] }.sorted().map { EventValue.integer(Int64($0)) }
            return list.isEmpty ? nil : .array(list)
        }
        let sorted = problems.sorted { $0.key < $1.key }.map { problem, count in
            EventValue.object([
                "event": problem.event, "path": problem.path.isEmpty ? nil : problem.path, "kind": problem.kind,
                "check": positions[problem.check], "count": count,
            ])
        }
        let seen = seen.sorted { $0.key < $1.key }.map { EventParameter($0.key, .integer(Int64($0.value))) }
        return [
            "history": 1, "id": run.id, "started": run.started.description,
            "seconds": run.seconds?.wholeMilliseconds, "revision": run.revision,
            "branch": run.branch, "passed": run.isPassed, "differences": run.differenceCount,
            "findings": run.findingCount, "coverage": run.coverage, "mutants": run.score,
            "runs": parts.isEmpty ? nil : EventValue.array(parts.map(EventValue.string)),
            "checks": EventValue.array(checks.map(EventValue.string)), "plans": list(planChecks),
            "partial": list(partialChecks), "problems": EventValue.array(sorted),
            "seen": EventValue.object(EventParameters(seen)), "leftOut": leftOut == 0 ? nil : leftOut,
        ]
    }

    /// Reads an entry from one line of a file of the history.
    ///
    /// - Parameters:
    ///   - line: The line, without its line break.
    ///   - place: The file and the number of the line, for errors.
    /// - Throws: ``DocumentError`` if the line is not an entry of version 1. Unknown members are ignored.
    package init(line: some Collection<UInt8>, place: String) throws(DocumentError) {
        let value: EventValue
        do {
            value = try EventValue(json: Array(line), of: place)
        } catch {
            throw DocumentError(place: place, message: "not JSON")
        }
        let object = try DocumentObject(value, at: place)
        guard object.value("history")?.integer == 1 else {
            throw DocumentError(place: place, message: "expected an entry of a history, {\"history\":1,…}")
        }
        self.init(try HistorySummary.Run(object))
        parts = try object.optionalTexts("runs").sorted()
        checks = try object.optionalTexts("checks")
        for (position, path) in try object.optionalElements("plans") { planChecks.insert(try check(position, path)) }
        for (position, path) in try object.optionalElements("partial") {
            partialChecks.insert(try check(position, path))
        }
        for members in try object.optionalObjects("problems") {
            var name = ""
            if let position = members.value("check") { name = try check(position, members.path("check")) }
            let problem = Problem(
                event: try members.text("event"), path: try members.optionalText("path") ?? "",
                kind: try members.text("kind"), check: name)
            problems[problem] = try members.count("count")
        }
        for (name, count) in try object.optionalCounts("seen")?.sorted ?? [] { seen[name] = count }
        leftOut = try object.optionalCount("leftOut") ?? 0
    }

    /// Returns the name of the check at a position in `checks`.
    private func check(_ position: EventValue, _ path: String) throws(DocumentError) -> String {
        guard let index = position.integer.flatMap(Int.init(exactly:)), checks.indices.contains(index) else {
            throw DocumentError(place: path, message: "expected the index of an element of \"checks\"")
        }
        return checks[index]
    }
}
