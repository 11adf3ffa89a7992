package import Trackproof

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A policy that decides what happens to a snapshot and its pending file after a recording, and writes these files.
///
/// Tests and the command use the same policy. Only their messages about the outcome differ.
///
/// ```swift
/// let policy = SnapshotPolicy(path: "walk.json", mode: .missing)
/// let outcome = try policy.judge(RecordedRun(recording))
/// ```
@_spi(Tooling) public struct SnapshotPolicy: Sendable {
    /// The path of the snapshot.
    public let path: String
    /// The mode that decides when the snapshot is written.
    public let mode: RecordMode
    /// Options that overrule the snapshot's settings.
    public var options = ComparisonOptions()
    /// Whether the snapshot and its pending file may be written at their paths.
    public var isWritable = true
    /// The order of a first snapshot if ``options`` has no order.
    package var firstOrder = SnapshotSettings.Order.any
    /// The source of a first snapshot if ``options`` has no source, or `nil` if the recording decides.
    package var firstSource: EventSource?

    /// The largest number of events, in a recording's file or its snapshot, for which a pending file is written.
    ///
    /// For more events, a pending file would cost more than it helps. `accept RECORDING --snapshot FILE` still works.
    static let pendingLimit = 50_000

    /// Creates the policy for the snapshot at `path`.
    public init(path: String, mode: RecordMode) {
        self.path = path
        self.mode = mode
    }

    /// The snapshot's pending file.
    package var pending: PendingSnapshot { PendingSnapshot(ofSnapshot: path) }

    /// Whether the snapshot exists.
    public var hasSnapshot: Bool { access(path, F_OK) == 0 }

    /// Returns the current snapshot.
    ///
    /// - Returns: The snapshot, or `nil` if it does not exist.
    /// - Throws: ``/TrackproofJSON/EventFormatError`` if it cannot be understood, or
    ///   ``/TrackproofJSON/FileAccessError``.
    func current() throws -> Snapshot? {
        hasSnapshot ? try Snapshot(contentsOf: path, source: options.source) : nil
    }

    /// Returns the source whose events the snapshot expects.
    ///
    /// - Throws: ``/TrackproofJSON/EventFormatError`` if the snapshot cannot be understood, or
    ///   ``/TrackproofJSON/FileAccessError``.
    package func expectedSource() throws -> EventSource { source(of: try current()) }

    func source(of snapshot: Snapshot?) -> EventSource {
        options.source ?? (snapshot.map { $0.settings.source ?? .app } ?? firstSource ?? .app)
    }

    /// Throws an error if the source in ``options`` is not the snapshot's own source, and the mode updates snapshots.
    ///
    /// Recording would throw the same error, but only at the end of a long run.
    ///
    /// - Throws: ``SnapshotSourceError``, or an error that occurs while the snapshot is read.
    public func checkSource() throws {
        guard options.source != nil, mode == .all || mode == .failed else { return }
        try current()?.check(takes: options.source, path: path)
    }

    /// Compares a recording with the snapshot, or records the snapshot, depending on the mode.
    ///
    /// - Throws: ``/TrackproofJSON/EventFormatError`` if a file cannot be understood,
    ///   ``/TrackproofJSON/FileAccessError`` if a file cannot be read, or ``SnapshotSourceError``. If a file cannot be
    ///   written, the outcome says so.
    public func judge(_ run: RecordedRun) throws -> SnapshotOutcome {
        guard hasSnapshot else { return try judgeWithoutSnapshot(run) }
        if mode == .all, run.isWhole, let current = try current() {
            let taken = try run.recording()
            if ComparisonPlan(current.settings, options).comparesAny(of: taken.events) {
                return try record(taken, over: current)
            }
        }
        let comparison = try compare(run)
        let isToRecord = (mode == .all || mode == .failed) && run.isWhole
        guard isToRecord, !comparison.result.comparison.isEmpty else { return settle(comparison, run) }
        if comparison.result.comparedCount == 0 {
            return SnapshotOutcome(.kept, of: comparison.result.source, compared: comparison.result)
        }
        guard let current = try comparison.current ?? current() else { return try judgeWithoutSnapshot(run) }
        return try record(try run.recording(), over: current, compared: comparison.result)
    }

    /// Compares a recording with the snapshot, which must exist, and never records the snapshot.
    ///
    /// - Throws: ``/TrackproofJSON/EventFormatError`` if a file cannot be understood, or
    ///   ``/TrackproofJSON/FileAccessError`` if a file cannot be read. If a pending file cannot be written, the outcome
    ///   says so.
    public func verify(_ run: RecordedRun) throws -> SnapshotOutcome { settle(try compare(run), run) }
}
