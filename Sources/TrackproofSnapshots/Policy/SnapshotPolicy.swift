package import Trackproof
import TrackproofFiles
import TrackproofJSON

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A policy that compares a recording with a snapshot, and that writes the snapshot and its pending file.
///
/// Tests and the command use the same policy, but show different messages about its outcome.
///
/// ```swift
/// let policy = SnapshotPolicy(path: "walk.json", mode: .missing)
/// let outcome = try policy.judge(RecordedRun(recording))
/// ```
public struct SnapshotPolicy: Sendable {
    /// The path of the snapshot's file.
    public let path: String
    /// The mode that decides when the policy writes the snapshot.
    public let mode: RecordMode
    /// Options that overrule the snapshot's settings.
    public var options = ComparisonOptions()
    /// Whether the policy may write the snapshot and its pending file.
    public var isWritable = true
    /// Whether the snapshot existed before the run. If it is missing after the run, it was removed, and the policy does not
    /// record a first snapshot in its place.
    public var mustExist = false
    /// The setting `order` of a first snapshot if ``options`` contains no order.
    package var firstOrder = SnapshotSettings.Order.any
    /// The source of a first snapshot if ``options`` contains no source. `nil` if the recorded events decide.
    package var firstSource: EventSource?

    /// The maximum number of events in a recording's file, and in its snapshot, for which a pending file is written.
    ///
    /// For more events, writing a pending file would take too long. The user can still run `trackproof accept RECORDING
    /// --snapshot FILE`.
    static let pendingLimit = 50_000

    /// Creates a policy for the snapshot at `path`.
    public init(path: String, mode: RecordMode) {
        self.path = path
        self.mode = mode
    }

    /// The file to which the policy writes the updated snapshot for review.
    package var pending: PendingSnapshot { PendingSnapshot(ofSnapshot: path) }

    /// Whether the snapshot's file exists.
    public var hasSnapshot: Bool { path.withPath { access($0, F_OK) } == 0 }

    /// Reads the snapshot.
    ///
    /// - Returns: The snapshot, or `nil` if its file does not exist and ``mustExist`` is `false`.
    /// - Throws: ``/TrackproofJSON/EventFormatError`` if the file is malformed, or ``/TrackproofJSON/FileAccessError``
    ///   if it cannot be read.
    func current() throws -> Snapshot? {
        if hasSnapshot { return try Snapshot(contentsOf: path, source: options.source) }
        if mustExist { throw FileAccessError(path, .open, code: ENOENT, message: "it was removed during the run") }
        return nil
    }

    /// Returns the source whose events the snapshot expects.
    ///
    /// - Throws: ``/TrackproofJSON/EventFormatError`` if the snapshot is malformed, or
    ///   ``/TrackproofJSON/FileAccessError`` if it cannot be read.
    package func expectedSource() throws -> EventSource { source(of: try current()) }

    func source(of snapshot: Snapshot?) -> EventSource {
        options.source ?? (snapshot.map { $0.settings.source ?? .app } ?? firstSource ?? .app)
    }

    /// Throws an error if the policy would update the snapshot to events of a source that the snapshot does not expect.
    ///
    /// Call this method before a long run. ``judge(_:)`` throws the same error, but only after the run.
    ///
    /// - Throws: ``SnapshotSourceError``, or an error that occurs while the snapshot is read.
    public func checkSource() throws {
        guard options.source != nil, mode == .all || mode == .failed else { return }
        try current()?.check(takes: options.source, path: path)
    }

    /// Compares a recording with the snapshot, or writes the recording to the snapshot, depending on the mode.
    ///
    /// If a file cannot be written, this method does not throw an error. The outcome contains the error.
    ///
    /// - Throws: ``/TrackproofJSON/EventFormatError`` if a file is malformed, ``/TrackproofJSON/FileAccessError`` if a
    ///   file cannot be read, or ``SnapshotSourceError``.
    public func judge(_ run: RecordedRun) throws -> SnapshotOutcome {
        guard hasSnapshot else {
            _ = try current()
            return try judgeWithoutSnapshot(run)
        }
        if mode == .all, run.isWhole, let current = try current() {
            let taken = try run.recording()
            if ComparisonPlan(current.settings, options).comparesAny(of: taken.events) {
                return try record(taken, over: current)
            }
        }
        let comparison = try compare(run)
        let isToRecord = mode == .all || mode == .failed
        guard isToRecord, !comparison.result.comparison.isEmpty else { return settle(comparison, run) }
        if comparison.result.comparedCount == 0 {
            return SnapshotOutcome(.kept, of: comparison.result.source, compared: comparison.result)
        }
        guard run.isWhole else { return settle(comparison, run) }
        guard let current = try comparison.current ?? current() else { return try judgeWithoutSnapshot(run) }
        return try record(try run.recording(), over: current, compared: comparison.result)
    }

    /// Compares a recording with the snapshot, and never changes the snapshot.
    ///
    /// The snapshot must exist. If the recording differs, this method writes the updated snapshot to a pending file. If
    /// the pending file cannot be written, the outcome contains the error.
    ///
    /// - Throws: ``/TrackproofJSON/EventFormatError`` if a file is malformed, or ``/TrackproofJSON/FileAccessError`` if
    ///   a file cannot be read.
    public func verify(_ run: RecordedRun) throws -> SnapshotOutcome { settle(try compare(run), run) }
}
