/// The limits of a history.
package enum HistoryLimits {
    /// The maximum number of problems in an entry.
    static let problems = 500
    /// The maximum number of event names in an entry.
    static let names = 2_000
    /// The maximum length of a name in an entry, in Unicode scalars.
    static let name = 200
    /// The maximum size of a file.
    static let fileBytes = 256 << 20
    /// The maximum number of entries that a summary uses. Older entries are ignored.
    static let entries = 5_000
    /// The maximum number of notes about unreadable lines. One more note counts the other unreadable lines.
    static let notes = 10
    /// How long to wait for a lock that another process holds while it adds an entry, in seconds.
    static let lockSeconds = 30.0
    /// The number of the last runs that a summary shows and counts.
    static let runs = 100
    /// The number of the last runs that decide whether a problem is flaky, and whether a fixed problem is still shown.
    static let recentRuns = 20
    /// The minimum number of consecutive runs with a flaky problem after which the problem can count as permanent.
    static let permanentRow = 3
    /// The maximum number of problems in a summary.
    static let summaryProblems = 500
    /// The maximum number of event names in a summary.
    static let sightings = 10_000
}

extension HistoryEntry {
    /// Leaves out the rarest problems and event names until the entry is within its limits.
    mutating func shorten() {
        keepProblems(HistoryLimits.problems)
        keepNames(HistoryLimits.names)
    }

    /// Keeps the problems that occurred most often. Marks the checks of all removed problems as partial.
    private mutating func keepProblems(_ limit: Int) {
        if problems.count <= limit { return }
        let sorted = problems.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        leftOut += sorted.count - limit
        for (problem, _) in sorted.dropFirst(limit) {
            problems[problem] = nil
            partialChecks.insert(problem.check)
        }
    }

    /// Keeps the names of events with problems first, and then the names of the most frequent events.
    private mutating func keepNames(_ limit: Int) {
        if seen.count <= limit { return }
        let events = Set(problems.keys.map(\.event))
        let sorted = seen.sorted { left, right in
            let isFirst = events.contains(left.key)
            if isFirst != events.contains(right.key) { return isFirst }
            return (right.value, left.key) < (left.value, right.key)
        }
        leftOut += sorted.count - limit
        for (name, _) in sorted.dropFirst(limit) { seen[name] = nil }
    }
}
