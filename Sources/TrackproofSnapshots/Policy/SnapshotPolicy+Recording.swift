internal import Trackproof

extension SnapshotPolicy {
    /// Returns what a recording means if there is no snapshot, and records a first snapshot if that is allowed.
    func judgeWithoutSnapshot(_ run: RecordedRun) throws -> SnapshotOutcome {
        let taken = try run.recording()
        switch first(of: taken) {
        case .failure(let refusal): return refusal.outcome
        case .success(let first):
            let source = first.settings.source ?? .app
            if mode == .never || !isWritable { return SnapshotOutcome(.missing(first: first), of: source) }
            if run.isWhole { return write(first: first) }
            // An incomplete run must not become the snapshot before the user has accepted it.
            do { try pending.write(first) } catch { return SnapshotOutcome(.notWritten(error), of: source) }
            return SnapshotOutcome(.pendingFirst(pending), of: source)
        }
    }

    /// The reason why no first snapshot can be created.
    struct Refusal: Error {
        let outcome: SnapshotOutcome
    }

    /// Returns the first snapshot of a recording.
    func first(of taken: Recording) -> Result<Snapshot, Refusal> {
        settings(ofFirst: taken).flatMap { settings in
            let source = settings.source ?? .app
            let first = Snapshot(recorded: taken, settings: settings)
            if !first.events.isEmpty { return .success(first) }
            let others = Set(taken.events.map(\.source)).subtracting([source])
            return .failure(Refusal(outcome: SnapshotOutcome(.nothingRecorded(others: others), of: source)))
        }
    }

    /// Returns the settings of the first snapshot of a recording.
    func settings(ofFirst taken: Recording) -> Result<SnapshotSettings, Refusal> {
        var settings = SnapshotSettings(order: options.order ?? firstOrder, source: options.source)
        if settings.source == nil {
            guard let source = firstSource ?? taken.expectedSource else {
                let sources = Set(taken.events.map(\.source))
                return .failure(Refusal(outcome: SnapshotOutcome(.severalSources(sources), of: .app)))
            }
            // The settings name the source only if it is not the default.
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

    /// Updates the snapshot to a recording that has events for the snapshot.
    ///
    /// - Parameter isForced: Whether to write the snapshot even if its content does not change. The existing file may
    ///   be formatted in another way.
    func record(
        _ taken: Recording, over current: Snapshot, compared: Comparison.FileResult? = nil, isForced: Bool = false
    ) throws(SnapshotSourceError) -> SnapshotOutcome {
        try current.check(takes: options.source, path: path)
        let source = source(of: current)
        let updated = current.updated(to: taken, options: options)
        let isChanged = updated.bytes != current.bytes
        let recorded = RecordedSnapshot(
            previous: current, snapshot: updated, isChanged: isChanged,
            // Recording a value does not correct a rule that the value does not fit.
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
