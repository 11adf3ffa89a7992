internal import Trackproof

extension SnapshotPolicy {
    /// Says what a recording means if there is no snapshot, and records a first one if that may be.
    func judgeFirst(_ run: RecordedRun) throws -> SnapshotOutcome {
        let taken = try run.recording()
        switch first(of: taken) {
        case .failure(let refusal): return refusal.outcome
        case .success(let first):
            let source = first.settings.source ?? .app
            if mode == .never || !isWritable { return SnapshotOutcome(.missing(first: first), of: source) }
            if run.isWhole { return write(first: first) }
            // A run that was cut must not become what is expected before somebody has accepted it.
            do { try pending.write(first) } catch { return SnapshotOutcome(.notWritten(error), of: source) }
            return SnapshotOutcome(.pendingFirst(pending), of: source)
        }
    }

    /// Why no first snapshot can be made.
    struct Refusal: Error {
        let outcome: SnapshotOutcome
    }

    /// What a first snapshot of a recording is.
    func first(of taken: Recording) -> Result<Snapshot, Refusal> {
        settings(ofFirst: taken).flatMap { settings in
            let source = settings.source ?? .app
            let first = Snapshot(recorded: taken, settings: settings)
            if !first.events.isEmpty { return .success(first) }
            let others = Set(taken.events.map(\.source)).subtracting([source])
            return .failure(Refusal(outcome: SnapshotOutcome(.nothingRecorded(others: others), of: source)))
        }
    }

    /// The settings of a first snapshot of a recording.
    func settings(ofFirst taken: Recording) -> Result<SnapshotSettings, Refusal> {
        var settings = SnapshotSettings(order: options.order ?? firstOrder, source: options.source)
        if settings.source == nil {
            guard let source = firstSource ?? taken.expectedSource else {
                let sources = Set(taken.events.map(\.source))
                return .failure(Refusal(outcome: SnapshotOutcome(.severalSources(sources), of: .app)))
            }
            // The settings say it only if it is another than by default.
            if source != .app { settings.source = source }
        }
        return .success(settings)
    }

    /// Writes a first snapshot.
    func write(first: Snapshot) -> SnapshotOutcome {
        let source = first.settings.source ?? .app
        guard isWritable else { return SnapshotOutcome(.notWritten(nil), of: source) }
        do { try first.write(to: path) } catch { return SnapshotOutcome(.notWritten(error), of: source) }
        return SnapshotOutcome(.recordedFirst(first), of: source, pendingProblem: removePending())
    }

    /// Brings the snapshot up to date. The recording has events for it.
    ///
    /// - Parameter isForced: whether it is also written if nothing changes: it may stand there in another form.
    func record(
        _ taken: Recording, over current: Snapshot, compared: Comparison.OfFiles? = nil, isForced: Bool = false
    ) throws(SnapshotSourceError) -> SnapshotOutcome {
        try current.check(takes: options.source, path: path)
        let source = source(of: current)
        let updated = current.updated(to: taken, options: options)
        let isChanged = updated.bytes != current.bytes
        let recorded = RecordedSnapshot(
            previous: current, snapshot: updated, isChanged: isChanged,
            // A rule that does not fit a value is not mended by recording the value.
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
