internal import Trackproof

extension SnapshotPolicy {
    /// The result of a comparison, with the snapshot if it is in memory.
    struct Compared {
        let result: Comparison.FileResult
        let current: Snapshot?
    }

    /// Compares a run with the snapshot. If the recording is in a file, both files are streamed.
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

    /// Returns what a comparison means if nothing is recorded, and writes or removes the pending file.
    func settle(_ compared: Compared, _ run: RecordedRun) -> SnapshotOutcome {
        let result = compared.result
        func outcome(_ finding: SnapshotOutcome.Finding, _ problem: (any Error)? = nil) -> SnapshotOutcome {
            SnapshotOutcome(finding, of: result.source, compared: result, pendingProblem: problem)
        }
        if result.comparison.isEmpty {
            let problem = result.truncation == nil ? removePending() : nil
            return outcome(result.comparison.hasCompared ? .matches : .nothingCompared, problem)
        }
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

    /// Returns the snapshot and the updated snapshot, or `nil` if no updated snapshot should be made.
    private func updated(
        after compared: Compared, _ run: RecordedRun
    ) throws -> (current: Snapshot, updated: Snapshot)? {
        let result = compared.result
        // A recording that is cut short must not decide what is expected.
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
