public import Trackproof

/// What a recording means for its snapshot, and what was done about it.
@_spi(Tooling) public struct SnapshotOutcome: Sendable {
    /// What a recording means for its snapshot.
    public enum Finding: Sendable {
        /// The recording is as the snapshot expects. A pending file of an earlier run was removed.
        case matches
        /// The snapshot expects no event of its source, or ignores all, and none was recorded: that proves nothing.
        case nothingCompared
        /// The recording differs.
        ///
        /// - Parameters:
        ///   - updated: what the snapshot would be; nil if the recording is cut short or too large to say.
        ///   - pending: the file that has it for review; nil if none was left.
        case differs(updated: Snapshot?, pending: PendingSnapshot?)
        /// The recording differs only in values that do not fit the snapshot's volatile rules. To record or accept it
        /// would not change that.
        case misfit
        /// There is no snapshot, and none may be recorded here; `first` is what it would be.
        case missing(first: Snapshot)
        /// There is no snapshot, and none was made: the recording has no event for it. `others` are the sources of the
        /// events that it has.
        case nothingRecorded(others: Set<EventSource>)
        /// There is no snapshot, and none was made: nothing is of the app, and events are of several sources. Somebody
        /// must say which.
        case severalSources(Set<EventSource>)
        /// The snapshot expects events, and the recording has none for it. The snapshot was kept as it was.
        case kept
        /// A first snapshot was recorded.
        case recordedFirst(Snapshot)
        /// There is no snapshot yet. What it would be was left for review, since the recording is not whole.
        case pendingFirst(PendingSnapshot)
        /// The snapshot was brought up to date.
        case recorded(RecordedSnapshot)
        /// Several runs differ. `pending` has what was learned from them, for review; nil if it could not be left.
        case learned(LearnedRules, pending: PendingSnapshot?)
        /// The snapshot was to be written and was not: the error, or nil if its place is not to be written to.
        case notWritten((any Error)?)
    }

    /// What the recording means.
    public let finding: Finding
    /// The source whose events the snapshot expects.
    public let source: EventSource
    /// What the comparison found; nil if nothing was compared before the snapshot was written.
    public let compared: Comparison.OfFiles?
    /// Why the pending file is not as ``finding`` says. What was found stands all the same.
    public let pendingProblem: (any Error)?

    init(
        _ finding: Finding, of source: EventSource, compared: Comparison.OfFiles? = nil,
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
    /// What it was.
    let previous: Snapshot
    /// What it is now.
    public let snapshot: Snapshot
    /// Whether there was anything to change. If not, recording again leaves the file untouched.
    package let isChanged: Bool
    /// What differs even so: values that do not fit the snapshot's volatile rules, which recording does not change.
    public let rest: Comparison

    /// What changed.
    package var change: Comparison { previous.change(to: snapshot) }
}
