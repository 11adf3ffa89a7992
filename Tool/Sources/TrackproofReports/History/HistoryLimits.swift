/// The limits of a history.
package enum HistoryLimits {
    /// The maximum number of problems in an entry.
    static let problems = 500
    /// The maximum number of event names in an entry.
    static let names = 2_000
    /// The maximum number of checks in an entry.
    static let checks = 500
    /// The maximum number of ids in ``HistoryEntry/parts``.
    static let parts = 200
    /// The maximum number of Unicode scalars of a name.
    static let name = 200
    /// The maximum number of bytes of a line, with its line break.
    package static let line = 256 << 10
    /// The maximum total number of bytes that a reader reads from the files.
    static let bytes = 256 << 20
    /// The maximum number of entries that count. Older entries are not used.
    static let entries = 5_000
    /// The maximum number of unreadable lines that get a note of their own.
    static let notes = 10
    /// How long to wait for other processes that add entries, in seconds.
    static let lockSeconds = 30.0
    /// The number of runs that a summary shows and counts.
    static let runs = 100
    /// The number of runs that decide whether a problem is flaky, and whether a fixed problem is still shown.
    static let recentRuns = 20
    /// The least number of runs in a row that can show that a flaky problem is permanent.
    static let permanentRow = 3
    /// The maximum number of problems of a summary.
    static let summaryProblems = 500
    /// The maximum number of events of a summary.
    static let sightings = 10_000
}

extension HistoryEntry {
    /// Leaves out what is least important until the entry is within its limits.
    mutating func shorten() {
        keepProblems(HistoryLimits.problems)
        keepNames(HistoryLimits.names)
        keepChecks(HistoryLimits.checks)
    }

    /// Leaves out half of the event names. If there are no event names, leaves out half of the problems or checks.
    ///
    /// - Returns: Whether anything was left out.
    mutating func halve() -> Bool {
        if !seen.isEmpty {
            keepNames(seen.count / 2)
        } else if !problems.isEmpty, problems.count >= checks.count {
            keepProblems(problems.count / 2)
        } else if !checks.isEmpty {
            keepChecks(checks.count / 2)
        } else if !parts.isEmpty {
            parts = []
        } else {
            return false
        }
        return true
    }

    /// Keeps the problems that occurred most often. Marks the checks of the other problems as partial.
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

    /// Keeps the checks with problems first, and then the first other checks. Removes the problems of other checks.
    private mutating func keepChecks(_ limit: Int) {
        if checks.count <= limit { return }
        let failed = Set(problems.keys.map(\.check))
        let sorted = checks.filter(failed.contains) + checks.filter { !failed.contains($0) }
        let others = Set(sorted.dropFirst(limit))
        leftOut += others.count
        checks.removeAll(where: others.contains)
        planChecks.subtract(others)
        partialChecks.subtract(others)
        for problem in problems.keys where others.contains(problem.check) {
            problems[problem] = nil
            leftOut += 1
        }
    }
}
