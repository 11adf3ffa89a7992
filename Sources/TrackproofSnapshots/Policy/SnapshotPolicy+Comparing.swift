import Trackproof

extension SnapshotPolicy {
    /// The result of a comparison, and the snapshot. `current` is `nil` if the snapshot was not read into memory.
    struct Compared {
        let result: Comparison.FileResult
        let current: Snapshot?
    }

    /// Compares a run with the snapshot.
    ///
    /// If the run's events are in a file, the comparison does not read all events of the file or the snapshot into
    /// memory.
    func compare(_ run: RecordedRun) throws -> Compared {
        switch run.content {
        case .file(let file):
            let result = try Comparison.compareFiles(
                recording: file, snapshot: EventFile(path: path), options: options, progress: run.progress)
            return Compared(result: result, current: nil)
        case .events(let recording):
            let current = try Snapshot(contentsOf: path, source: options.source)
            let comparison = Comparison(of: recording, with: current, options: options)
            let result = Comparison.FileResult(
                comparison: comparison, truncation: nil, recordedCount: recording.events.count,
                comparedCount: comparison.actualCount, expectedCount: comparison.expectedCount,
                source: source(of: current))
            return Compared(result: result, current: current)
        }
    }

    /// Returns the outcome of a comparison that does not change the snapshot.
    ///
    /// Writes the pending file if the recording differs from the snapshot. Removes the pending file if the recording
    /// matches.
    func settle(_ compared: Compared, _ run: RecordedRun) -> SnapshotOutcome {
        let result = compared.result
        func outcome(_ finding: SnapshotOutcome.Finding, _ problem: (any Error)? = nil) -> SnapshotOutcome {
            SnapshotOutcome(finding, of: result.source, compared: result, pendingProblem: problem)
        }
        if result.comparison.isEmpty {
            let problem = result.truncation == nil ? removePending() : nil
            return outcome(result.comparison.hasCompared ? .matches : .nothingCompared, problem)
        }
        // A snapshot without events proves nothing, so it is not proposed.
        if result.comparedCount == 0 { return outcome(.differs(updated: nil, pending: nil)) }
        do {
            guard let (current, updated) = try updated(after: compared, run) else {
                return outcome(.differs(updated: nil, pending: nil))
            }
            if updated.bytes == current.bytes { return outcome(.misfit, removePending()) }
            guard isWritable else { return outcome(.differs(updated: updated, pending: nil)) }
            do { try pending.write(updated) } catch {
                return outcome(.differs(updated: updated, pending: nil), error)
            }
            return outcome(.differs(updated: updated, pending: pending))
        } catch {
            return outcome(.differs(updated: nil, pending: nil), error)
        }
    }

    /// Returns the snapshot and its updated version.
    ///
    /// - Returns: `nil` if the recording is cut short. If the recording is in a file, also `nil` if there are more than
    ///   ``pendingLimit`` events or if ``isWritable`` is `false`.
    private func updated(
        after compared: Compared, _ run: RecordedRun
    ) throws -> (current: Snapshot, updated: Snapshot)? {
        let result = compared.result
        // Events are missing from a recording that is cut short. Without this check, the updated snapshot would lack
        // them too.
        guard result.truncation == nil else { return nil }
        if case .file = run.content {
            let isSmall = max(result.expectedCount, result.recordedCount) <= Self.pendingLimit
            guard isSmall, isWritable else { return nil }
        }
        guard let current = try compared.current ?? current() else { return nil }
        try current.check(takes: options.source, path: path)
        return (current, current.updated(to: try run.recording(), options: options))
    }

    /// Removes the pending file.
    ///
    /// - Returns: The error if the file could not be removed, otherwise `nil`.
    func removePending() -> (any Error)? {
        guard isWritable else { return nil }
        do { try pending.remove() } catch { return error }
        return nil
    }
}
