import Trackproof
import TrackproofPlanning
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

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
        if ids.count > 1, ids.count <= HistoryLimits.parts { parts = ids }
        for run in report.runs {
            for (name, count) in run.recording?.counts ?? [:] { seen[name.nameOfHistory, default: 0] += count }
            let name = run.name.nameOfHistory
            add(name)
            if !run.failures.isEmpty { add("failure", of: name, in: name, count: run.failures.count) }
        }
        if !report.problems.isEmpty { add("failure", of: "", in: "", count: report.problems.count) }
        for section in report.sections {
            switch section {
            case .comparison(let section): add(section)
            case .findings(let section): add(section)
            case .coverage(let section): add(section)
            }
        }
        shorten()
    }

    private mutating func add(_ section: ComparisonSection) {
        let name = section.nameOfHistory
        let unexamined = section.comparison.unexamined
        add(name, isPartial: !section.hasComparison || unexamined.expected + unexamined.actual > 0)
        run.differenceCount += section.comparison.differences.count
        for difference in section.comparison.differences {
            let event = (difference.expected ?? difference.actual)?.displayName ?? ""
            add(difference.kind.rawValue, of: event, in: name, count: 1)
        }
        if !section.failures.isEmpty { add("failure", of: name, in: name, count: section.failures.count) }
    }

    private mutating func add(_ section: FindingsSection) {
        let name = "\(section.plan) (\(section.source))".nameOfHistory
        add(name, isPartial: section.tally.eventCount == 0 || section.tally.uncountedFindings > 0)
        planChecks.insert(name)
        // A finding that does not make the check fail is not a problem.
        let groups = section.tally.groups.values.filter { $0.severity >= section.failOn }
        run.findingCount += groups.count
        for group in groups { add(group.key.id.rawValue, of: group.key.event, in: name, count: group.eventCount) }
        if section.tally.eventCount == 0 { add("failure", of: section.plan, in: name, count: 1) }
        // If the report has no recordings, only the check has counted the events.
        for (event, count) in section.tally.eventCounts.sorted {
            seen[event.nameOfHistory] = max(seen[event.nameOfHistory] ?? 0, count)
        }
    }

    private mutating func add(_ section: CoverageSection) {
        let name = "\(section.plan) (coverage)".nameOfHistory
        add(name)
        let percent = section.coverage.ratio().roundedPercent
        run.coverage = min(run.coverage ?? percent, percent)
        if !section.isPassed { add("coverage", of: section.plan, in: name, count: 1) }
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

extension ComparisonSection {
    /// The name of the comparison in the history. Unlike ``subject``, it does not change if nothing could be compared.
    fileprivate var nameOfHistory: String {
        (isDelivery ? "\(recording) against \(snapshot)" : snapshot).nameOfHistory
    }
}

extension String {
    /// The text, cut to the maximum length of a name in the history.
    fileprivate var nameOfHistory: String { cut(to: HistoryLimits.name) }

    /// The text as the id of a run. A hash replaces a long text, because cutting two long ids could make them equal.
    fileprivate var identifier: String { unicodeScalars.count <= HistoryLimits.name ? self : "run-" + shortHash }

    /// The FNV-1a hash of the text (64 bits), as a hexadecimal number.
    /// Source: <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>
    fileprivate var shortHash: String {
        let hash = utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }
}
