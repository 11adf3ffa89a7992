import Trackproof

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
