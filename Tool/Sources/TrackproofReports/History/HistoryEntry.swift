internal import Foundation
internal import Trackproof
@_spi(Tooling) internal import TrackproofPlans
@_spi(Tooling) internal import TrackproofSnapshots

/// One run in a history: a short summary of its report.
package struct HistoryEntry: Sendable, Hashable {
    /// The run. A report with several runs, for example of all shards, is one run here.
    package var run: HistorySummary.Run
    /// What was checked: the snapshots, the wires and the plans.
    package var checks: [String] = []
    /// The number of times that each problem occurred.
    package var problems: [Problem: Int] = [:]
    /// The number of events of each name that were seen.
    package var seen: [String: Int] = [:]
    /// The number of problems and names that are left out because of ``HistoryLimits``.
    package var leftOut = 0

    /// A problem of a run, without the details of a difference or a finding.
    package struct Problem: Sendable, Hashable, Comparable {
        /// The event's name. Empty if the problem is a failure of the run itself.
        package var event: String
        /// The kind of difference, the id of the finding, or `failure`.
        package var kind: String
        /// The check that found the problem: an element of ``HistoryEntry/checks``. Empty for a failure of the run itself.
        package var check: String

        package init(event: String, kind: String, check: String) {
            (self.event, self.kind, self.check) = (event, kind, check)
        }

        package static func < (left: Problem, right: Problem) -> Bool {
            (left.event, left.kind, left.check) < (right.event, right.kind, right.check)
        }
    }

    /// Creates the entry of a run without problems.
    package init(_ run: HistorySummary.Run) { self.run = run }

    /// Creates the entry of a report, or returns `nil` if the report has no run.
    ///
    /// The entry of several runs has an id that depends only on their ids, so that a report that is rendered twice counts
    /// once. It started with the first run, and it has a revision and a branch if all runs have the same.
    package init?(_ report: Report) {
        guard let first = report.runs.min(by: { ($0.started, $0.id) < ($1.started, $1.id) }) else { return nil }
        let ids = report.runs.map(\.id).sorted()
        let seconds = report.runs.compactMap(\.seconds)
        run = HistorySummary.Run(
            id: ids.count == 1 ? ids[0] : ids.joined(separator: "+").shortHash, started: first.started,
            revision: report.runs.allSatisfy { $0.revision == first.revision } ? first.revision : nil,
            branch: report.runs.allSatisfy { $0.branch == first.branch } ? first.branch : nil,
            isPassed: report.isPassed, differenceCount: 0, findingCount: 0,
            seconds: seconds.isEmpty ? nil : seconds.reduce(0, +))
        for run in report.runs {
            for (name, count) in run.recording?.counts ?? [:] { seen[name, default: 0] += count }
        }
        let failures = report.failures.count
        if failures > 0 { problems[Problem(event: "", kind: "failure", check: "")] = failures }
        for section in report.sections { add(section) }
        shorten()
    }

    private mutating func add(_ section: ReportSection) {
        let check = section.subject.cut(to: HistoryLimits.name)
        if !checks.contains(check) { checks.append(check) }
        func add(_ event: String, _ kind: String, _ count: Int) {
            problems[Problem(event: event.cut(to: HistoryLimits.name), kind: kind, check: check), default: 0] += count
        }
        switch section {
        case .comparison(let section):
            run.differenceCount += section.comparison.differences.count
            for difference in section.comparison.differences {
                add((difference.expected ?? difference.actual)?.displayName ?? "", difference.kind.rawValue, 1)
            }
            if !section.failures.isEmpty { add("", "failure", section.failures.count) }
        case .findings(let section):
            let groups = section.tally.groups.values.filter { $0.severity >= section.failOn }
            run.findingCount += groups.count
            for group in groups { add(group.key.event, group.key.id.rawValue, group.eventCount) }
            // A report without recordings has only the counts of the check.
            for (name, count) in section.tally.eventCounts { seen[name] = max(seen[name] ?? 0, count) }
        case .coverage(let section):
            let percent = section.coverage.ratio().percent
            run.coverage = min(run.coverage ?? percent, percent)
            if !section.isPassed { add("", "coverage", 1) }
        }
    }

    /// Leaves out the problems that occur least, and names, so that the entry stays small.
    private mutating func shorten() {
        if problems.count > HistoryLimits.problems {
            let sorted = problems.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            leftOut += problems.count - HistoryLimits.problems
            problems = Dictionary(uniqueKeysWithValues: sorted.prefix(HistoryLimits.problems).map { ($0.key, $0.value) })
        }
        if seen.count > HistoryLimits.names {
            leftOut += seen.count - HistoryLimits.names
            let sorted = seen.sorted { $0.key < $1.key }
            seen = Dictionary(uniqueKeysWithValues: sorted.prefix(HistoryLimits.names).map { ($0.key, $0.value) })
        }
    }
}

/// The limits of a history.
package enum HistoryLimits {
    /// The maximum number of problems of an entry.
    static let problems = 500
    /// The maximum number of names of an entry.
    static let names = 2_000
    /// The maximum number of Unicode scalars of a name.
    static let name = 200
    /// The maximum number of bytes that are read from a file.
    static let file = 256 << 20
    /// The maximum number of entries that count. Older ones are not read.
    static let entries = 5_000
    /// The number of runs that a summary shows.
    static let runs = 100
    /// The number of runs that decide whether a problem is flaky, and whether a fixed problem is still shown.
    static let recentRuns = 20
    /// The least number of runs in a row that can show that a flaky problem is permanent.
    static let permanentRow = 3
    /// The maximum number of problems of a summary.
    static let summaryProblems = 500
}

extension ReportSection {
    /// What was checked, in short.
    fileprivate var subject: String {
        switch self {
        case .comparison(let section): section.subject
        case .findings(let section): "\(section.plan) (\(section.source))"
        case .coverage(let section): "\(section.plan) (coverage)"
        }
    }
}

extension String {
    /// A short text that depends on the whole text (FNV-1a, 64 bits).
    /// Source: <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>
    fileprivate var shortHash: String {
        let hash = utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "merged-" + String(hash, radix: 16)
    }
}
