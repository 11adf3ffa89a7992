package import Trackproof

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Decides what becomes of a snapshot and of its pending file when something was recorded, and does it.
///
/// Tests and the command ask the same policy. They only put the outcome into their own words.
///
/// ```swift
/// let policy = SnapshotPolicy(path: "walk.json", mode: .missing)
/// let outcome = try policy.judge(RecordedRun(recording))
/// ```
@_spi(Tooling) public struct SnapshotPolicy: Sendable {
    /// Where the snapshot stands.
    public let path: String
    /// When it is written.
    public let mode: RecordMode
    /// What overrules the snapshot's settings.
    public var options = ComparisonOptions()
    /// Whether the snapshot and its pending file may be written where they stand.
    public var isWritable = true
    /// The order of a first snapshot, if ``options`` say none.
    package var firstOrder = SnapshotSettings.Order.any
    /// The source of a first snapshot, if ``options`` say none; nil if the recording decides.
    package var firstSource: EventSource?

    /// A recording file with more events leaves no pending file: that would cost more than it helps.
    /// `accept RECORDING --snapshot FILE` still works.
    static let pendingLimit = 50_000

    /// The policy for the snapshot at `path`.
    public init(path: String, mode: RecordMode) {
        self.path = path
        self.mode = mode
    }

    /// The snapshot's pending file.
    package var pending: PendingSnapshot { PendingSnapshot(ofSnapshot: path) }

    /// Whether there is a snapshot.
    public var hasSnapshot: Bool { access(path, F_OK) == 0 }

    /// The snapshot as it stands.
    ///
    /// - Returns: nil if there is none.
    /// - Throws: ``/TrackproofJSON/EventFormatError`` if it cannot be understood, ``/TrackproofJSON/FileAccessError``.
    func current() throws -> Snapshot? {
        hasSnapshot ? try Snapshot(contentsOf: path, source: options.source) : nil
    }

    /// The source whose events the snapshot expects.
    ///
    /// - Throws: ``/TrackproofJSON/EventFormatError`` if it cannot be understood, ``/TrackproofJSON/FileAccessError``.
    package func expectedSource() throws -> EventSource { source(of: try current()) }

    func source(of snapshot: Snapshot?) -> EventSource {
        options.source ?? (snapshot.map { $0.settings.source ?? .app } ?? firstSource ?? .app)
    }

    /// Refuses early what recording would refuse at the end of a long run: events of a source that is not the
    /// snapshot's own.
    ///
    /// - Throws: ``SnapshotSourceError``, and what reading the snapshot throws.
    public func checkSource() throws {
        guard options.source != nil, mode == .all || mode == .failed else { return }
        try current()?.check(takes: options.source, path: path)
    }

    /// Compares a recording with the snapshot, or records the snapshot, as the mode says.
    ///
    /// - Throws: ``/TrackproofJSON/EventFormatError`` if a file cannot be understood, ``/TrackproofJSON/FileAccessError``
    ///   if one cannot be read, ``SnapshotSourceError``. What cannot be written is part of the outcome.
    public func judge(_ run: RecordedRun) throws -> SnapshotOutcome {
        guard hasSnapshot else { return try judgeFirst(run) }
        if mode == .all, run.isWhole, let current = try current() {
            let taken = try run.recording()
            if ComparisonPlan(current.settings, options).takesAny(of: taken.events) {
                return try record(taken, over: current)
            }
        }
        let comparison = try compare(run)
        let isToRecord = (mode == .all || mode == .failed) && run.isWhole
        guard isToRecord, !comparison.result.comparison.isEmpty else { return settle(comparison, run) }
        if comparison.result.comparedCount == 0 {
            return SnapshotOutcome(.kept, of: comparison.result.source, compared: comparison.result)
        }
        guard let current = try comparison.current ?? current() else { return try judgeFirst(run) }
        return try record(try run.recording(), over: current, compared: comparison.result)
    }

    /// Compares a recording with the snapshot, which must be there, and never records it.
    ///
    /// - Throws: ``/TrackproofJSON/EventFormatError`` if a file cannot be understood, ``/TrackproofJSON/FileAccessError``
    ///   if one cannot be read. A pending file that cannot be written is part of the outcome.
    public func verify(_ run: RecordedRun) throws -> SnapshotOutcome { settle(try compare(run), run) }
}
