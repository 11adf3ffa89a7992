/// The runs that have a problem or show that the problem is absent.
struct Trend {
    private let id: HistoryEntry.Problem
    private let runs: [(run: HistorySummary.Run, hasProblem: Bool)]

    /// Collects the last 100 runs that have the problem or show that the problem is absent.
    ///
    /// If all these runs have the problem, the initializer also collects earlier runs, back to the first of the
    /// consecutive runs that have the problem.
    ///
    /// - Parameter entries: The entries, the oldest first.
    init(of problem: HistoryEntry.Problem, in entries: [HistoryEntry]) {
        id = problem
        var runs: [(run: HistorySummary.Run, hasProblem: Bool)] = []
        var isUnbroken = true
        for entry in entries.reversed() {
            let hasProblem = entry.problems[problem] != nil
            if !hasProblem, !entry.showsAbsence(of: problem) { continue }
            isUnbroken = isUnbroken && hasProblem
            if !isUnbroken, runs.count >= HistoryLimits.runs { break }
            runs.append((entry.run, hasProblem))
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
                event: id.event, kind: id.kind, check: id.check, state: state, since: $0,
                failureCount: counted.count(where: \.hasProblem), runCount: counted.count)
        }
    }

    private var recent: ArraySlice<(run: HistorySummary.Run, hasProblem: Bool)> {
        runs.suffix(HistoryLimits.recentRuns)
    }

    /// Whether the problem comes and goes although the app does not change.
    private var isInconsistent: Bool {
        var results: [String: Bool] = [:]
        var unknown: [Bool] = []
        for (run, hasProblem) in recent {
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
