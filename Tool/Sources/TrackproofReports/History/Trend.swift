/// The runs that count for a problem, and whether each run has the problem.
struct Trend {
    private let id: HistoryEntry.Problem
    private let runs: [(run: HistorySummary.Run, hasProblem: Bool)]

    /// Collects the last runs that have the problem or show its absence: 100 runs, or all runs since the problem began.
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

    /// The problem with its state, or `nil` if no recent run has it.
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

    /// Whether the problem comes and goes, although the app is the same.
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
        // One break and one fix do not show that a problem is flaky, but two breaks do.
        return unknown.split(separator: false).count > 1
    }

    /// Whether the problem occurred in more consecutive runs at the end than ever before.
    private var isNowPermanent: Bool {
        let rows = runs.map(\.hasProblem).split(separator: false, omittingEmptySubsequences: false).map(\.count)
        guard let last = rows.last else { return false }
        return last >= HistoryLimits.permanentRow && last > rows.dropLast().max() ?? 0
    }
}
