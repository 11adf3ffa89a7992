import Trackproof

extension SnapshotPolicy {
    /// Writes a first snapshot or updates the snapshot, whatever the mode, because the user accepted the recording.
    ///
    /// If a file cannot be written, this method does not throw an error. The outcome contains the error.
    ///
    /// - Throws: ``/TrackproofJSON/EventFormatError`` if the snapshot is malformed, ``/TrackproofJSON/FileAccessError``
    ///   if it cannot be read, or ``SnapshotSourceError``.
    public func accept(_ recording: Recording) throws -> SnapshotOutcome {
        guard let current = try current() else {
            switch first(of: recording) {
            case .failure(let refusal): return refusal.outcome
            case .success(let first): return write(first: first)
            }
        }
        try current.check(takes: options.source, path: path)
        let plan = ComparisonPlan(current.settings, options)
        if plan.comparesAny(of: recording.events) { return try record(recording, over: current, isForced: true) }
        let sources = Set(recording.events.map(\.source))
        // If the recording has events of the expected source, the snapshot's settings ignore all of them.
        let finding: SnapshotOutcome.Finding =
            sources.contains(plan.source) ? .nothingCompared : .nothingRecorded(others: sources)
        return SnapshotOutcome(finding, of: plan.source)
    }
}

extension PendingSnapshot {
    /// Replaces the snapshot with the accepted one, and removes the pending file.
    ///
    /// - Parameter update: The result of ``update()`` that the user reviewed.
    /// - Returns: `false` if one of the two files has changed since then. In this case, the method changes nothing.
    /// - Throws: The errors of ``update()``, or ``/TrackproofJSON/FileAccessError`` if a file cannot be written or removed.
    public func accept(_ update: Update) throws -> Bool {
        guard try self.update() == update else { return false }
        try update.accepted.write(to: snapshotPath)
        try remove()
        return true
    }
}
