internal import Trackproof

@_spi(Tooling) extension SnapshotPolicy {
    /// Makes a recording the snapshot, or brings the snapshot up to date, because somebody said so. The mode does not
    /// matter.
    ///
    /// - Throws: ``/TrackproofJSON/EventFormatError`` if the snapshot cannot be understood,
    ///   ``/TrackproofJSON/FileAccessError`` if it cannot be read, ``SnapshotSourceError``. What cannot be written is
    ///   part of the outcome.
    public func accept(_ recording: Recording) throws -> SnapshotOutcome {
        guard let current = try current() else {
            switch first(of: recording) {
            case .failure(let refusal): return refusal.outcome
            case .success(let first): return write(first: first)
            }
        }
        try current.check(takes: options.source, path: path)
        let plan = ComparisonPlan(current.settings, options)
        if plan.takesAny(of: recording.events) { return try record(recording, over: current, isForced: true) }
        let sources = Set(recording.events.map(\.source))
        // Events that are all ignored would leave nothing that is compared.
        let finding: SnapshotOutcome.Finding =
            sources.contains(plan.source) ? .nothingCompared : .nothingRecorded(others: sources)
        return SnapshotOutcome(finding, of: plan.source)
    }
}

@_spi(Tooling) extension PendingSnapshot {
    /// Makes the snapshot what is pending of it, and removes the pending file.
    ///
    /// - Throws: what ``accepted()`` throws, and ``/TrackproofJSON/FileAccessError`` if a file cannot be written or
    ///   removed.
    public func accept() throws {
        try accepted().write(to: snapshotPath)
        try remove()
    }
}
