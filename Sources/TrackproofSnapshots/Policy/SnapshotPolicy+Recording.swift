import Trackproof
import TrackproofJSON

extension SnapshotPolicy {
    /// Returns the outcome for a run without a snapshot, and writes a first snapshot if the mode allows it.
    func judgeWithoutSnapshot(_ run: RecordedRun) throws -> SnapshotOutcome {
        let taken = try run.recording()
        switch first(of: taken) {
        case .failure(let refusal): return refusal.outcome
        case .success(let first):
            let source = first.settings.source ?? .app
            if mode == .never || !isWritable { return SnapshotOutcome(.missing(first: first), of: source) }
            if run.isWhole {
                let outcome = write(first: first)
                // Another run has recorded the snapshot in the meantime, so this run is compared with that snapshot.
                if case .notWritten(let error as FileAccessError) = outcome.finding, error.fileExists, hasSnapshot {
                    return try judge(run)
                }
                return outcome
            }
            // A run that failed, or whose recording is incomplete, must not become the snapshot before the user accepts
            // it.
            do { try pending.write(first) } catch { return SnapshotOutcome(.notWritten(error), of: source) }
            return SnapshotOutcome(.pendingFirst(pending), of: source)
        }
    }

    /// An error with the outcome that explains why no first snapshot can be created.
    struct Refusal: Error {
        let outcome: SnapshotOutcome
    }

    /// Returns the snapshot that would be written for a recording if there were no snapshot yet.
    func first(of taken: Recording) -> Result<Snapshot, Refusal> {
        settings(ofFirst: taken).flatMap { settings in
            let source = settings.source ?? .app
            let first = Snapshot(recorded: taken, settings: settings)
            if !first.events.isEmpty { return .success(first) }
            let others = Set(taken.events.map(\.source)).subtracting([source])
            return .failure(Refusal(outcome: SnapshotOutcome(.nothingRecorded(others: others), of: source)))
        }
    }

    /// Returns the settings of the snapshot that ``first(of:)`` returns.
    func settings(ofFirst taken: Recording) -> Result<SnapshotSettings, Refusal> {
        var settings = SnapshotSettings(order: options.order ?? firstOrder, source: options.source)
        if settings.source == nil {
            guard let source = firstSource ?? taken.expectedSource else {
                let sources = Set(taken.events.map(\.source))
                return .failure(Refusal(outcome: SnapshotOutcome(.severalSources(sources), of: .app)))
            }
            // `app` is the default source, so the settings do not name it.
            if source != .app { settings.source = source }
        }
        return .success(settings)
    }

    func write(first: Snapshot) -> SnapshotOutcome {
        let source = first.settings.source ?? .app
        guard isWritable else { return SnapshotOutcome(.notWritten(nil), of: source) }
        do { try first.write(to: path, replaces: false) } catch {
            return SnapshotOutcome(.notWritten(error), of: source)
        }
        return SnapshotOutcome(.recordedFirst(first), of: source, pendingProblem: removePending())
    }

    /// Updates the snapshot to the events of a recording.
    ///
    /// - Parameter isForced: Whether to write the file even if the snapshot does not change. The text of the file can
    ///   change even so, because the user may have formatted it differently.
    func record(
        _ taken: Recording, over current: Snapshot, compared: Comparison.FileResult? = nil, isForced: Bool = false
    ) throws(SnapshotSourceError) -> SnapshotOutcome {
        try current.check(takes: options.source, path: path)
        let source = source(of: current)
        let updated = current.updated(to: taken, options: options)
        let isChanged = updated.bytes != current.bytes
        let recorded = RecordedSnapshot(
            previous: current, snapshot: updated, isChanged: isChanged,
            // The update does not change the snapshot's rules, so a value that does not fit a rule remains a
            // difference.
            rest: Comparison(of: taken, with: updated, options: options))
        if isChanged || isForced {
            guard isWritable else { return SnapshotOutcome(.notWritten(nil), of: source, compared: compared) }
            do { try updated.write(to: path) } catch {
                return SnapshotOutcome(.notWritten(error), of: source, compared: compared)
            }
        }
        return SnapshotOutcome(
            .recorded(recorded), of: source, compared: compared, pendingProblem: removePending())
    }
}
