import Trackproof

/// A list of history entries with one entry for each run, in the order in which the entries were added.
///
/// The times of the runs do not decide the order, because the clock of a machine can be wrong.
struct DistinctRuns {
    private var entries: [HistoryEntry] = []
    /// The positions of the entries in `entries`, by the ids of their runs.
    private var positions: [String: Int] = [:]

    init(_ entries: some Sequence<HistoryEntry> = []) {
        for entry in entries { add(entry) }
    }

    /// The number of runs in the list.
    var count: Int { entries.count }

    /// Adds an entry. If the list has an entry with the same run id, the entry of the run that started later stays.
    mutating func add(_ entry: HistoryEntry) {
        if let position = positions[entry.run.id] {
            let other = entries[position]
            // Two different runs can have the same id by accident. The order of adding must not decide which entry
            // stays.
            if (other.run.started, other.line) < (entry.run.started, entry.line) { entries[position] = entry }
        } else {
            positions[entry.run.id] = entries.count
            entries.append(entry)
        }
    }

    /// The entries, without the entries of runs that are part of a merged report in the list.
    ///
    /// For example, each shard of a test run adds an entry, and later the merged report of all shards adds another
    /// entry. This property then has only the entry of the merged report.
    var withoutParts: [HistoryEntry] {
        let parts = Set(entries.lazy.flatMap(\.parts))
        return entries.filter { !$0.parts.isEmpty || !parts.contains($0.run.id) }
    }
}
