package import TrackproofPlans
package import TrackproofSnapshots

/// The result of comparing events with a snapshot, or of comparing what an SDK sent with what it should have sent.
package struct ComparisonSection: Sendable {
    /// Whether the section compares what an SDK sent with what it should have sent.
    ///
    /// If not, the section compares events with a snapshot.
    package let isDelivery: Bool
    /// The name of the expected events: the path of the snapshot as the user gave it, or a source such as `app`.
    package let snapshot: String
    /// The name of the actual events.
    ///
    /// The name is the path of the recording as the user gave it, the command that was run, or a source such as
    /// `wire:segment`.
    package let recording: String
    /// The result of the comparison.
    package internal(set) var comparison: Comparison
    /// The id of the run in ``Report/runs``, or `nil` if the report has only one run.
    package var run: String?
    /// The problems that are not differences, one sentence each.
    ///
    /// For example, nothing could be compared, or the collector rejected an item.
    package var failures: [String]

    /// Creates a section about a comparison of `recording` with `snapshot`.
    ///
    /// - Parameter checker: The checker of the plan that says which values are personal, or `nil` if there is no plan.
    ///   The section does not contain personal values, so no format of a report can show them.
    package init(
        snapshot: String, recording: String, comparison: Comparison, redactedBy checker: PlanChecker?,
        isDelivery: Bool = false, run: String? = nil, failures: [String] = []
    ) {
        self.isDelivery = isDelivery
        self.snapshot = snapshot
        self.recording = recording
        self.comparison = checker?.redacted(comparison) ?? comparison
        self.run = run
        self.failures = failures
    }

    /// Whether there are no differences and no failures.
    package var isPassed: Bool { comparison.isEmpty && failures.isEmpty }

    /// Whether the comparison has a result. It has no result if there are failures and nothing was compared.
    package var hasComparison: Bool { failures.isEmpty || !comparison.isEmpty || comparison.matched > 0 }

    /// The name of the check: the snapshot, or the two sources that were compared, such as `wire:segment against app`.
    package var subject: String {
        if !isDelivery { return snapshot }
        return hasComparison ? "\(recording) against \(snapshot)" : recording
    }

    /// The result on one line.
    package var headline: String {
        if hasComparison, failures.isEmpty || !comparison.isEmpty { return comparison.headline }
        return failures.count == 1 ? "1 failure" : "\(failures.count) failures"
    }
}
