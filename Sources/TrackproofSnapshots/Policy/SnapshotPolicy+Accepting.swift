internal import Trackproof

@_spi(Tooling) extension SnapshotPolicy {
    /// Records or updates the snapshot, because the user accepted the recording. The mode does not matter.
    ///
    /// - Throws: ``/TrackproofJSON/EventFormatError`` if the snapshot cannot be understood,
    ///   ``/TrackproofJSON/FileAccessError`` if it cannot be read, or ``SnapshotSourceError``. If a file cannot be
    ///   written, the outcome says so.
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
        // If all events are ignored, no event is left to compare.
        let finding: SnapshotOutcome.Finding =
            sources.contains(plan.source) ? .nothingCompared : .nothingRecorded(others: sources)
        return SnapshotOutcome(finding, of: plan.source)
    }
}

@_spi(Tooling) extension PendingSnapshot {
    /// Replaces the snapshot by its pending version, and removes the pending file.
    ///
    /// - Throws: The errors of ``accepted()``, or ``/TrackproofJSON/FileAccessError`` if a file cannot be written or
    ///   removed.
    public func accept() throws {
        try accepted().write(to: snapshotPath)
        try remove()
    }
}
