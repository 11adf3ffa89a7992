internal import Trackproof

/// A collection of history entries with one entry for each run. Entries can be added in any order.
struct DistinctRuns {
    private var entries: [String: HistoryEntry] = [:]

    init(_ entries: some Sequence<HistoryEntry> = []) {
        for entry in entries { add(entry) }
    }

    /// The number of runs in the collection.
    var count: Int { entries.count }

    /// Adds an entry. If two entries have the same run id, the entry of the run that started later stays.
    mutating func add(_ entry: HistoryEntry) {
        if let other = entries[entry.run.id] {
            // Two different runs can have the same id by accident. The order of adding must not decide which entry
            // stays.
            if other == entry || (other.run.started, other.line) >= (entry.run.started, entry.line) { return }
        }
        entries[entry.run.id] = entry
    }

    /// The entries, sorted by time, the oldest first.
    ///
    /// If a merged report has an entry, the collection leaves out the entries of the runs in that report. For example,
    /// each shard of a test run adds an entry, and later the merged report of all shards adds another entry. The
    /// collection then has only the entry of the merged report.
    var sorted: [HistoryEntry] {
        let parts = Set(entries.values.lazy.flatMap(\.parts))
        return entries.values.filter { !$0.parts.isEmpty || !parts.contains($0.run.id) }
            .sorted { ($0.run.started, $0.run.id) < ($1.run.started, $1.run.id) }
    }
}
