internal import Trackproof

extension HistorySummary {
    /// Creates the summary of the runs of a branch.
    ///
    /// A run counts for a problem if it made the check that found the problem. Of these runs, a problem is
    /// - flaky if two of the last 20 runs have the same revision, but only one of them has the problem. Without revisions,
    ///   it is flaky if it came, went and came again. If it is in the last three runs or more, in a longer row than ever
    ///   before, it is no longer flaky.
    /// - failing if the last run has it, and it is not flaky.
    /// - recovered if the last run does not have it, and it is not flaky.
    ///
    /// - Parameters:
    ///   - entries: The entries, the oldest first.
    ///   - branch: The branch, or `nil` for the runs of all branches.
    package init(_ entries: [HistoryEntry], branch: String?) {
        let entries = entries.filter { branch == nil || $0.run.branch == branch }.suffix(HistoryLimits.entries)
        let recent = entries.suffix(HistoryLimits.runs)
        let problems = Set(recent.flatMap(\.problems.keys)).compactMap { Trend(of: $0, in: entries)?.problem }
        var times: [String: EventTime] = [:]
        for entry in entries {
            for name in entry.seen.keys { times[name] = entry.run.started }
        }
        self.init(
            runs: recent.map(\.run),
            problems: Array(problems.sorted(by: Self.isBefore).prefix(HistoryLimits.summaryProblems)),
            lastSeen: times.map { Sighting(event: $0.key, time: $0.value) }
                .sorted { ($0.time, $0.event) < ($1.time, $1.event) })
    }

    /// Returns whether a problem comes first: by state, then the newest, then by name.
    private static func isBefore(_ left: Problem, _ right: Problem) -> Bool {
        let states = State.allCases
        let (leftRank, rightRank) = (states.firstIndex(of: left.state), states.firstIndex(of: right.state))
        if leftRank != rightRank { return (leftRank ?? 0) < (rightRank ?? 0) }
        if left.since.started != right.since.started { return left.since.started > right.since.started }
        return (left.event, left.kind, left.check) < (right.event, right.kind, right.check)
    }
}

/// The runs that could have a problem, and whether each one has it.
private struct Trend {
    private let id: HistoryEntry.Problem
    private let runs: [(run: HistorySummary.Run, hasProblem: Bool)]

    /// Collects the runs, or returns `nil` if the problem is no longer of interest.
    init?(of problem: HistoryEntry.Problem, in entries: ArraySlice<HistoryEntry>) {
        id = problem
        let able = entries.filter { problem.check.isEmpty || $0.checks.contains(problem.check) }
        runs = able.suffix(HistoryLimits.runs).map { ($0.run, $0.problems[problem] != nil) }
        if !recent.contains(where: \.hasProblem) { return nil }
    }

    private var recent: ArraySlice<(run: HistorySummary.Run, hasProblem: Bool)> { runs.suffix(HistoryLimits.recentRuns) }

    /// Whether the problem comes and goes, although the app is the same.
    private var isFlaky: Bool { isInconsistent && !isNowPermanent }

    private var isInconsistent: Bool {
        var results: [String: Bool] = [:]
        for (run, hasProblem) in recent {
            guard let revision = run.revision else { continue }
            if let earlier = results[revision], earlier != hasProblem { return true }
            results[revision] = hasProblem
        }
        let unknown = recent.filter { $0.run.revision == nil }.map(\.hasProblem)
        return zip(unknown, unknown.dropFirst()).count { $0 != $1 } > 2
    }

    /// Whether the last runs have the problem in a longer row than ever before.
    private var isNowPermanent: Bool {
        let rows = runs.map(\.hasProblem).split(separator: false, omittingEmptySubsequences: false).map(\.count)
        guard let last = rows.last else { return false }
        return last >= HistoryLimits.permanentRow && last > rows.dropLast().max() ?? 0
    }

    var problem: HistorySummary.Problem? {
        guard let last = runs.last, let lastFailure = runs.last(where: \.hasProblem) else { return nil }
        let state: HistorySummary.State = isFlaky ? .flaky : last.hasProblem ? .failing : .recovered
        let since: HistorySummary.Run? =
            switch state {
            case .failing: runs.reversed().prefix { $0.hasProblem }.last?.run
            case .flaky: runs.first(where: \.hasProblem)?.run
            case .recovered: lastFailure.run
            }
        return since.map {
            HistorySummary.Problem(
                event: id.event, kind: id.kind, check: id.check, state: state, since: $0,
                failureCount: runs.count(where: \.hasProblem), runCount: runs.count)
        }
    }
}
