internal import Trackproof

/// A collection of history entries with one entry for each run. The order of adding entries does not matter.
struct DistinctRuns {
    private var entries: [String: HistoryEntry] = [:]

    /// Creates a collection of entries.
    init(_ entries: some Sequence<HistoryEntry> = []) {
        for entry in entries { add(entry) }
    }

    /// The number of entries with different ids.
    var count: Int { entries.count }

    /// Adds an entry.
    mutating func add(_ entry: HistoryEntry) {
        if let other = entries[entry.run.id] {
            // Two different entries may have the same id by accident. The choice must not depend on their order.
            if other == entry || (other.run.started, other.line) >= (entry.run.started, entry.line) { return }
        }
        entries[entry.run.id] = entry
    }

    /// The entries, sorted by time, the oldest first.
    ///
    /// A run is left out if the entry of a merged report contains the run. For example, each shard of a test can add
    /// its own entry before the reports of all shards are merged.
    var sorted: [HistoryEntry] {
        let parts = Set(entries.values.lazy.flatMap(\.parts))
        return entries.values.filter { !$0.parts.isEmpty || !parts.contains($0.run.id) }
            .sorted { ($0.run.started, $0.run.id) < ($1.run.started, $1.run.id) }
    }
}
