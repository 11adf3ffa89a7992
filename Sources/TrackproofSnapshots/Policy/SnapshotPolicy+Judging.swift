import Trackproof
import TrackproofJSON

extension SnapshotPolicy {
    /// Returns the outcome for a run without a snapshot, and writes a first snapshot if the mode allows it.
    func judgeWithoutSnapshot(_ run: RecordedRun) throws -> SnapshotOutcome {
        let taken = try run.recording()
        switch first(of: taken) {
        case .failure(let refusal): return refusal.outcome
        case .success(let first):
            let source = first.settings.comparedSource
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
        let sources = Set(taken.events.map(\.source))
        var settings = SnapshotSettings(order: options.order ?? firstOrder, source: options.source)
        if settings.source == nil {
            guard let source = firstSource ?? sources.expected else {
                return .failure(Refusal(outcome: SnapshotOutcome(.severalSources(sources), of: .app)))
            }
            settings.comparedSource = source
        }
        let first = Snapshot(recorded: taken, settings: settings)
        if !first.events.isEmpty { return .success(first) }
        let source = settings.comparedSource
        let others = sources.subtracting([source])
        return .failure(Refusal(outcome: SnapshotOutcome(.nothingRecorded(others: others), of: source)))
    }

    func write(first: Snapshot) -> SnapshotOutcome {
        let source = first.settings.comparedSource
        guard isWritable else { return SnapshotOutcome(.notWritten(nil), of: source) }
        do { try first.write(to: path, replaces: false) } catch {
            return SnapshotOutcome(.notWritten(error), of: source)
        }
        return SnapshotOutcome(.recordedFirst(first), of: source, pendingProblem: removePending())
    }

    /// Updates the snapshot to the events of a recording.
    func record(
        _ taken: Recording, over current: Snapshot, compared: Comparison.FileResult? = nil
    ) throws(SnapshotSourceError) -> SnapshotOutcome {
        try current.check(takes: options.source, path: path)
        let source = source(of: current)
        let updated = current.updated(to: taken, options: options)
        let isChanged = updated.bytes != current.bytes || current.hasOutdatedCommon
        let recorded = RecordedSnapshot(
            previous: current, snapshot: updated, isChanged: isChanged,
            // The update does not change the snapshot's rules, so a value that does not fit a rule remains a
            // difference.
            rest: Comparison(of: taken, with: updated, options: options))
        if isChanged {
            guard isWritable else { return SnapshotOutcome(.notWritten(nil), of: source, compared: compared) }
            do { try updated.write(to: path) } catch {
                return SnapshotOutcome(.notWritten(error), of: source, compared: compared)
            }
        }
        return SnapshotOutcome(
            .recorded(recorded), of: source, compared: compared, pendingProblem: removePending())
    }
}

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
        if let compare = run.compare { return Compared(result: try compare(path, options), current: nil) }
        let recording = try run.recording()
        let current = try Snapshot(contentsOf: path, source: options.source)
        let comparison = Comparison(of: recording, with: current, options: options)
        let result = Comparison.FileResult(
            comparison: comparison, truncation: nil, recordedCount: recording.events.count,
            comparedCount: comparison.actualCount, expectedCount: comparison.expectedCount,
            source: source(of: current))
        return Compared(result: result, current: current)
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
        if run.compare != nil {
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

extension SnapshotPolicy {
    /// Compares several runs of the same actions, and writes the snapshot or a pending file.
    ///
    /// If the runs do not differ, this method writes the snapshot. If they differ, it writes a pending file with rules
    /// for the parameters that vary, so that the user can review these rules.
    ///
    /// - Parameter runs: The complete recordings of one or more runs.
    /// - Throws: ``/TrackproofJSON/EventFormatError`` if the snapshot is malformed, ``/TrackproofJSON/FileAccessError``
    ///   if it cannot be read, or ``SnapshotSourceError``.
    public func learn(from runs: [Recording]) throws -> SnapshotOutcome {
        let current = try current()
        try current?.check(takes: options.source, path: path)
        let all = Recording(runs.flatMap(\.events))
        guard let first = runs.first else { return SnapshotOutcome(.nothingRecorded(others: []), of: .app) }
        guard let current else {
            var settings: SnapshotSettings
            switch self.first(of: all) {
            case .failure(let refusal): return refusal.outcome
            case .success(let snapshot): settings = snapshot.settings
            }
            var learned = LearnedRules(from: runs, settings: settings)
            if options.order == nil, let other = withoutOrder(learned, from: runs, settings) {
                settings.order = .any
                learned = other
            }
            let base = Snapshot(recorded: first, settings: settings)
            return learned.isEmpty ? write(first: base) : leave(learned, base: base, first)
        }
        let plan = ComparisonPlan(current.settings, options)
        guard plan.comparesAny(of: all.events) else {
            let expects = plan.expectsAny(of: current.events)
            return SnapshotOutcome(expects ? .kept : .nothingCompared, of: plan.source)
        }
        var settings = plan.settings
        settings.source = options.source ?? settings.source
        var learned = LearnedRules(from: runs, settings: settings)
        // In the existing snapshot, the order of events counts. Only the user may change this setting, so the outcome
        // suggests the change.
        if let other = withoutOrder(learned, from: runs, settings) { learned = other.ignoringOrder }
        return learned.isEmpty ? try record(first, over: current) : leave(learned, base: current, first)
    }

    /// Returns the rules that are learned if the order of events does not count.
    ///
    /// - Returns: `nil` if these rules are not better than `learned`.
    private func withoutOrder(
        _ learned: LearnedRules, from runs: [Recording], _ settings: SnapshotSettings
    ) -> LearnedRules? {
        guard settings.order != .any, !learned.isEmpty else { return nil }
        var unordered = settings
        unordered.order = .any
        let other = LearnedRules(from: runs, settings: unordered)
        return other.isBetter(than: learned) ? other : nil
    }

    /// Writes the snapshot with the learned rules to the pending file, so that the user can review the rules.
    private func leave(_ learned: LearnedRules, base: Snapshot, _ first: Recording) -> SnapshotOutcome {
        let source = source(of: base)
        guard isWritable else { return SnapshotOutcome(.notWritten(nil), of: source) }
        let updated = base.adding(learned.proposals).updated(to: first, options: options)
        do { try pending.write(updated) } catch {
            return SnapshotOutcome(.learned(learned, pending: nil), of: source, pendingProblem: error)
        }
        return SnapshotOutcome(.learned(learned, pending: pending), of: source)
    }
}

extension LearnedRules {
    /// Whether the runs do not differ.
    fileprivate var isEmpty: Bool { proposals.isEmpty && unstable.isEmpty }
}
