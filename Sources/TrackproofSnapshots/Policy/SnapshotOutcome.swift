public import Trackproof

/// The meaning of a recording for its snapshot, and the action that the policy took.
@_spi(Tooling) public struct SnapshotOutcome: Sendable {
    /// The meaning of a recording for its snapshot.
    public enum Finding: Sendable {
        /// The recording is as the snapshot expects. A pending file of an earlier run was removed.
        case matches
        /// No event was compared, so the run proves nothing.
        ///
        /// Every event of the recording has another source or is ignored. Unless ``SnapshotPolicy/accept(_:)`` returned
        /// this finding, the snapshot expects no event either.
        case nothingCompared
        /// The recording differs.
        ///
        /// - Parameters:
        ///   - updated: The updated snapshot, or `nil` if it is unknown, for example because the recording is cut short
        ///     or too large.
        ///   - pending: The pending file with the updated snapshot for review, or `nil` if it was not written.
        case differs(updated: Snapshot?, pending: PendingSnapshot?)
        /// The recording differs only in values that do not fit the snapshot's volatile rules.
        ///
        /// Recording or accepting these values would not change the rules, so the differences would remain.
        case misfit
        /// There is no snapshot, and the policy must not write a snapshot.
        ///
        /// `first` is the snapshot that the policy would have written.
        case missing(first: Snapshot)
        /// No snapshot was written, because the recording has no events of the expected source.
        ///
        /// `others` contains the sources of the events that the recording has.
        case nothingRecorded(others: Set<EventSource>)
        /// There is no snapshot. The policy did not create a snapshot, because the user must choose a source.
        ///
        /// The recording has no events of the app, and has events of several other sources.
        case severalSources(Set<EventSource>)
        /// The snapshot expects events, but the recording has no events to compare. The snapshot was not changed.
        case kept
        /// A first snapshot was recorded.
        case recordedFirst(Snapshot)
        /// There is no snapshot yet, and the first snapshot was written to a pending file for review.
        ///
        /// The snapshot itself was not written, because the run failed or its recording is incomplete.
        case pendingFirst(PendingSnapshot)
        /// The snapshot was brought up to date.
        case recorded(RecordedSnapshot)
        /// Several runs of the same actions differ.
        ///
        /// `pending` is the file with the learned rules for review, or `nil` if it could not be written.
        case learned(LearnedRules, pending: PendingSnapshot?)
        /// The snapshot should have been written but was not.
        ///
        /// The value is the error, or `nil` if the snapshot must not be written at its path.
        case notWritten((any Error)?)
    }

    /// The meaning of the recording for its snapshot.
    public let finding: Finding
    /// The source whose events the snapshot expects.
    public let source: EventSource
    /// The result of the comparison, or `nil` if nothing was compared before the snapshot was written.
    public let compared: Comparison.FileResult?
    /// The error that kept the policy from writing or removing the pending file, or `nil`.
    ///
    /// ``finding`` is valid even if there is such an error.
    public let pendingProblem: (any Error)?

    init(
        _ finding: Finding, of source: EventSource, compared: Comparison.FileResult? = nil,
        pendingProblem: (any Error)? = nil
    ) {
        self.finding = finding
        self.source = source
        self.compared = compared
        self.pendingProblem = pendingProblem
    }
}

/// A snapshot that was brought up to date.
@_spi(Tooling) public struct RecordedSnapshot: Sendable {
    /// The snapshot before the update.
    let previous: Snapshot
    /// The snapshot after the update.
    public let snapshot: Snapshot
    /// Whether the update changes anything. If not, recording leaves the file untouched.
    package let isChanged: Bool
    /// The remaining differences: values that do not fit the snapshot's volatile rules.
    ///
    /// Recording does not change these rules.
    public let rest: Comparison

    /// The changes that the update made.
    package var change: Comparison { previous.change(to: snapshot) }
}
