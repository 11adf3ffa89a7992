/// The limits of a history.
package enum HistoryLimits {
    /// The maximum number of problems of an entry.
    static let problems = 500
    /// The maximum number of names of events of an entry.
    static let names = 2_000
    /// The maximum number of checks of an entry.
    static let checks = 500
    /// The maximum number of ids in ``HistoryEntry/parts``.
    static let parts = 200
    /// The maximum number of Unicode scalars of a name.
    static let name = 200
    /// The maximum number of bytes of a line, with its line break.
    package static let line = 256 << 10
    /// The maximum number of bytes that are read from all files.
    static let bytes = 256 << 20
    /// The maximum number of entries that count. Older ones are not used.
    static let entries = 5_000
    /// The maximum number of lines that are reported as unreadable, one by one.
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

    /// Leaves out half of the names of events, or of the problems or checks if there are no names.
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

    /// Keeps the problems that occurred most often. The checks of the other problems are no longer complete.
    private mutating func keepProblems(_ limit: Int) {
        if problems.count <= limit { return }
        let sorted = problems.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        leftOut += sorted.count - limit
        for (problem, _) in sorted.dropFirst(limit) {
            problems[problem] = nil
            partialChecks.insert(problem.check)
        }
    }

    /// Keeps the names of events with problems, and then those that occurred most often.
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

    /// Keeps the checks with problems, and then the first ones. The problems of the other checks are left out.
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
