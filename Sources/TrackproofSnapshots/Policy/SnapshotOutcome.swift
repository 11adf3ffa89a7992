public import Trackproof
import TrackproofFiles
import TrackproofJSON
import TrackproofPlatform

/// The result of a method of ``SnapshotPolicy``: how a recording differs from its snapshot, and what was written.
public struct SnapshotOutcome: Sendable {
    /// How a recording differs from its snapshot, and which files ``SnapshotPolicy`` wrote.
    public enum Finding: Sendable {
        /// The recording has the events that the snapshot expects.
        ///
        /// If the recording is complete and the policy may write files, the policy has removed the pending file of an
        /// earlier run.
        case matches
        /// No event was compared, so the run proves nothing.
        ///
        /// The comparison skipped every event of the recording, because of its source or because the settings ignore
        /// it. The snapshot contains no events to compare either.
        case nothingCompared
        /// The recording differs from the snapshot.
        ///
        /// - Parameters:
        ///   - updated: The snapshot with the events of the recording, or `nil` if the policy did not create it, for
        ///     example because the recording is cut short or too large.
        ///   - pending: The pending file, to which the policy wrote `updated` for review, or `nil` if the policy did
        ///     not write it.
        case differs(updated: Snapshot?, pending: PendingSnapshot?)
        /// The recording differs only in values that do not fit the rules in ``SnapshotSettings/volatile``.
        ///
        /// To record the snapshot again would not help, because recording does not change these rules.
        case misfit
        /// There is no snapshot, and the mode or ``SnapshotPolicy/isWritable`` forbids the policy to write one.
        ///
        /// `first` is the snapshot that the policy would have written.
        case missing(first: Snapshot)
        /// The policy wrote no snapshot, because no event of the recording has the expected source.
        ///
        /// `others` contains the sources of the events in the recording.
        case nothingRecorded(others: Set<EventSource>)
        /// There is no snapshot, and the policy did not create one, because the user must choose a source.
        ///
        /// The recording has no events of the source `app`, but it has events of at least two other sources. The
        /// associated value contains these sources.
        case severalSources(Set<EventSource>)
        /// The snapshot expects events, but the recording has no events to compare. The policy did not change the
        /// snapshot.
        case kept
        /// There was no snapshot, so the policy wrote a first snapshot.
        case recordedFirst(Snapshot)
        /// There is no snapshot. The policy wrote a first snapshot to a pending file for review.
        ///
        /// It did not write the snapshot itself, because the run failed or its recording is incomplete.
        case pendingFirst(PendingSnapshot)
        /// The policy updated the snapshot, which now expects the events of the recording.
        case recorded(RecordedSnapshot)
        /// The recordings that were passed to ``SnapshotPolicy/learn(from:)`` differ from each other.
        ///
        /// `pending` is the pending file, to which the policy wrote rules for the values that vary, or `nil` if writing
        /// failed.
        case learned(LearnedRules, pending: PendingSnapshot?)
        /// The policy could not write the snapshot, or could not write a first snapshot to the pending file.
        ///
        /// The associated value is the error, or `nil` if ``SnapshotPolicy/isWritable`` is `false`.
        case notWritten((any Error)?)
    }

    /// How the recording differs from the snapshot, and which files the policy wrote.
    public let finding: Finding
    /// The source whose events the snapshot expects.
    public let source: EventSource
    /// The result of the comparison, or `nil` if the policy did not compare the recording with the snapshot.
    public let compared: Comparison.FileResult?
    /// The error that kept the policy from writing or removing the pending file, or `nil` if there was no error.
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

/// A snapshot before and after an update to the events of a recording.
public struct RecordedSnapshot: Sendable {
    /// The snapshot before the update.
    let previous: Snapshot
    /// The snapshot after the update.
    public let snapshot: Snapshot
    /// Whether the update changes the content of the snapshot. If it does not, the file stays as it is.
    package let isChanged: Bool
    /// The differences between the recording and the updated snapshot.
    ///
    /// In these differences, a value does not fit a rule in ``SnapshotSettings/volatile``. An update does not change
    /// these rules.
    public let rest: Comparison

    /// The differences between the snapshot before the update and the snapshot after the update.
    package var change: Comparison { previous.change(to: snapshot) }
}

extension SnapshotOutcome {
    /// The sentence for a recording without events if there is no snapshot, or if the snapshot would become empty.
    public static let nothingRecorded = "nothing was recorded, and \(emptySnapshot)"
    /// The sentence for a comparison without events.
    public static let nothingCompared =
        "nothing was compared: the snapshot expects no event, and none was recorded"
    /// The end of a sentence that says why a snapshot would be empty.
    public static let emptySnapshot = "a snapshot without events proves nothing"

    /// The reason why the run proves nothing, or `nil` if the policy compared or recorded events.
    public var emptiness: String? {
        switch finding {
        case .nothingCompared: Self.nothingCompared
        case .nothingRecorded(let others): others.isEmpty ? Self.nothingRecorded : others.missing(source)
        case .severalSources(let sources): sources.missing(.app)
        case .kept: "no events of the source `\(source)` were recorded, or the snapshot ignores all of them"
        case .matches, .differs, .misfit, .missing, .recordedFirst, .pendingFirst, .recorded, .learned, .notWritten:
            nil
        }
    }
}

/// The events that an app tracked in one run, in memory or in a file.
public struct RecordedRun: Sendable {
    /// Whether the run succeeded and all events of the run were recorded.
    ///
    /// If this is `false`, ``SnapshotPolicy/judge(_:)`` does not write these events to the snapshot.
    let isWhole: Bool
    /// A closure that returns all events of the run. If they are in a file, it reads them into memory.
    let recording: @Sendable () throws -> Recording
    /// A closure that compares a file with the snapshot at a path, or `nil` if the events are in memory.
    let compare: (@Sendable (_ snapshot: String, ComparisonOptions) throws -> Comparison.FileResult)?

    /// Creates a run whose events are in memory.
    public init(_ recording: Recording, isWhole: Bool = true) {
        (self.isWhole, self.recording, compare) = (isWhole, { recording }, nil)
    }

    /// Creates a run whose events are in a file. The policy reads all events into memory only to update a snapshot.
    ///
    /// - Parameters:
    ///   - recording: Reads all events.
    ///   - compare: Compares the file with the snapshot at a path.
    public init(
        isWhole: Bool, recording: @escaping @Sendable () throws -> Recording,
        compare: @escaping @Sendable (String, ComparisonOptions) throws -> Comparison.FileResult
    ) {
        (self.isWhole, self.recording, self.compare) = (isWhole, recording, compare)
    }
}

/// A file beside a snapshot to which a failed comparison writes the updated snapshot for review.
public struct PendingSnapshot: Sendable {
    /// The ending of the names of pending files.
    public static let ending = ".pending.json"

    /// The path of the pending file.
    public let path: String
    /// The path of the snapshot to which the pending file belongs.
    public let snapshotPath: String

    /// Derives the path of a snapshot's pending file, such as `walk.pending.json` for `walk.json`.
    public init(ofSnapshot path: String) {
        snapshotPath = path
        self.path = (path.hasSuffix(".json") ? String(path.dropLast(5)) : path) + Self.ending
    }

    /// Creates a pending file with a path that the caller knows.
    public init(path: String, snapshotPath: String) { (self.path, self.snapshotPath) = (path, snapshotPath) }

    /// Removes the file if it exists.
    ///
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if the file cannot be removed.
    public func remove() throws {
        guard path.withPath(unlink) == 0 || errno == ENOENT else { throw FileAccessError(path, .remove) }
    }

    /// Writes the pending file so that only the current user can read it.
    ///
    /// Replaces an existing file, and does not follow a link.
    ///
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if the file cannot be written.
    func write(_ snapshot: Snapshot) throws {
        try AtomicFile.write(snapshot.bytes, to: path, naming: .private)
    }
}
