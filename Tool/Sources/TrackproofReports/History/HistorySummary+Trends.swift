import Trackproof
import TrackproofPlanning

extension HistorySummary {
    /// Creates the summary of the runs of a branch.
    ///
    /// A run counts for a problem if the run has the problem, or if the run shows that the problem is absent. To show
    /// this, the run must have made the check that finds the problem. For most findings of a plan, the run must also
    /// have an event of the problem's name. The state of a problem depends on the last 20 runs that count:
    /// - A problem is flaky if two runs have the same revision, but only one of these two runs has the problem. If the
    ///   revisions are unknown, a problem is flaky if it occurred, was absent and occurred again. There is one
    ///   exception: a problem that has become permanent is not flaky. In this case, at least the last three runs have
    ///   the problem, and the problem has never occurred in as many consecutive runs before.
    /// - A problem that is not flaky is failing if the last run has the problem. It has been failing since the first of
    ///   the consecutive runs that have the problem.
    /// - A problem that is not flaky is recovered if the last run does not have the problem.
    ///
    /// If a problem occurred in none of these 20 runs, the summary leaves out the problem.
    ///
    /// - Parameters:
    ///   - entries: The entries, in the order of the runs. Each run counts once.
    ///   - branch: The branch, or `nil` for the runs of all branches, including runs whose branch is unknown.
    package init(_ entries: [HistoryEntry], branch: String?) {
        let runs = DistinctRuns(entries.lazy.filter { branch == nil || $0.run.branch == branch }).withoutParts
        let entries = runs.suffix(HistoryLimits.entries)
        let recent = entries.suffix(HistoryLimits.runs)
        let problems = Self.trends(in: entries, recent).compactMap(\.problem).sorted(by: Self.isBefore)
        var times: [String: EventTime] = [:]
        for entry in entries.reversed() {
            for name in entry.seen.keys where times[name] == nil { times[name] = entry.run.started }
        }
        let lastSeen = times.map { Sighting(event: $0.key, time: $0.value) }
            .sorted { ($0.time, $0.event) < ($1.time, $1.event) }
        self.init(
            runs: recent.map(\.run), problems: Array(problems.prefix(HistoryLimits.summaryProblems)),
            lastSeen: lastSeen.suffix(HistoryLimits.sightings))
    }

    /// Returns the trends of the problems in the recent entries.
    ///
    /// If there are too many problems, the method uses only the newest problems.
    private static func trends(in entries: ArraySlice<HistoryEntry>, _ recent: ArraySlice<HistoryEntry>) -> [Trend] {
        var ids: Set<HistoryEntry.Problem> = []
        for entry in recent.reversed() {
            for id in entry.problems.keys.sorted() where ids.count < 2 * HistoryLimits.summaryProblems {
                ids.insert(id)
            }
        }
        var entriesOfCheck: [String: [HistoryEntry]] = ["": Array(entries)]
        let names = Set(ids.map(\.check))
        for entry in entries {
            for name in Set(entry.checks) where names.contains(name) { entriesOfCheck[name, default: []].append(entry) }
        }
        return ids.map { Trend(of: $0, in: entriesOfCheck[$0.check] ?? [], until: recent.last?.run.id) }
    }

    /// Returns whether `left` comes before `right`: by state, then by time with the newest first, then by name.
    private static func isBefore(_ left: Problem, _ right: Problem) -> Bool {
        if left.state != right.state { return left.state.rank < right.state.rank }
        if left.since.started != right.since.started { return left.since.started > right.since.started }
        return (left.event, left.path, left.kind, left.check) < (right.event, right.path, right.kind, right.check)
    }
}

extension HistorySummary.State {
    /// The position of problems with this state in a list. Problems with the position 0 come first.
    fileprivate var rank: Int {
        switch self {
        case .failing: 0
        case .flaky: 1
        case .recovered: 2
        }
    }
}

/// The runs that have a problem or show that the problem is absent.
struct Trend {
    private let id: HistoryEntry.Problem
    private typealias CountedRun = (run: HistorySummary.Run, hasProblem: Bool, share: FindingShare?)

    private let runs: [CountedRun]
    private let last: String?

    /// Collects the last 100 runs that have the problem or show that the problem is absent.
    ///
    /// If all these runs have the problem, the initializer also collects earlier runs, back to the first of the
    /// consecutive runs that have the problem.
    ///
    /// - Parameters:
    ///   - entries: The entries, the oldest first.
    ///   - last: The id of the last run of the history. It may not count for the problem.
    init(of problem: HistoryEntry.Problem, in entries: [HistoryEntry], until last: String?) {
        id = problem
        self.last = last
        var runs: [CountedRun] = []
        var isUnbroken = true
        for entry in entries.reversed() {
            let hasProblem = entry.problems[problem] != nil
            if !hasProblem, !entry.showsAbsence(of: problem) { continue }
            isUnbroken = isUnbroken && hasProblem
            if !isUnbroken, runs.count >= HistoryLimits.runs { break }
            runs.append((entry.run, hasProblem, entry.share(of: problem)))
        }
        self.runs = runs.reversed()
    }

    /// The problem with its state, or `nil` if the problem did not occur in the last 20 runs.
    var problem: HistorySummary.Problem? {
        guard let last = runs.last, let lastFailure = recent.last(where: \.hasProblem) else { return nil }
        let counted = runs.suffix(HistoryLimits.runs)
        let state: HistorySummary.State
        let since: HistorySummary.Run?
        if isInconsistent, !isNowPermanent {
            (state, since) = (.flaky, counted.first(where: \.hasProblem)?.run)
        } else if last.hasProblem {
            (state, since) = (.failing, runs.reversed().prefix { $0.hasProblem }.last?.run)
        } else {
            (state, since) = (.recovered, lastFailure.run)
        }
        return since.map {
            HistorySummary.Problem(
                event: id.event, path: id.path, kind: id.kind, check: id.check, state: state, since: $0,
                failureCount: counted.count(where: \.hasProblem), runCount: counted.count,
                share: last.run.id == self.last ? last.share : nil, earlier: runs.dropLast().last?.share)
        }
    }

    private var recent: ArraySlice<CountedRun> {
        runs.suffix(HistoryLimits.recentRuns)
    }

    /// Whether the problem comes and goes although the app does not change.
    private var isInconsistent: Bool {
        var results: [String: Bool] = [:]
        var unknown: [Bool] = []
        for (run, hasProblem, _) in recent {
            guard let revision = run.revision else {
                unknown.append(hasProblem)
                continue
            }
            if let earlier = results[revision], earlier != hasProblem { return true }
            results[revision] = hasProblem
        }
        // Without revisions, a change of the app can explain one series of runs with the problem, but hardly two
        // series.
        return unknown.split(separator: false).count > 1
    }

    /// Whether the problem is in at least the last three runs, and in more consecutive runs than ever before.
    private var isNowPermanent: Bool {
        let rows = runs.map(\.hasProblem).split(separator: false, omittingEmptySubsequences: false).map(\.count)
        guard let last = rows.last else { return false }
        return last >= HistoryLimits.permanentRow && last > rows.dropLast().max() ?? 0
    }
}
