import Trackproof

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
        return ids.map { Trend(of: $0, in: entriesOfCheck[$0.check] ?? []) }
    }

    /// Returns whether `left` comes before `right`: by state, then by time with the newest first, then by name.
    private static func isBefore(_ left: Problem, _ right: Problem) -> Bool {
        if left.state != right.state { return left.state.rank < right.state.rank }
        if left.since.started != right.since.started { return left.since.started > right.since.started }
        return (left.event, left.kind, left.check) < (right.event, right.kind, right.check)
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
