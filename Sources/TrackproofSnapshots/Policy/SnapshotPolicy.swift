public import Trackproof
import TrackproofFiles
import TrackproofJSON
import TrackproofPlatform

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
        options.source ?? (snapshot?.settings.comparedSource ?? firstSource ?? .app)
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

/// The error of an attempt to update a snapshot to events of a source that the snapshot does not expect.
public struct SnapshotSourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the snapshot's file.
    public let path: String
    /// The source whose events the snapshot expects.
    public let own: EventSource
    /// The source whose events the update would have written to the snapshot.
    public let asked: EventSource

    /// A sentence that says what is wrong.
    public var description: String {
        "\(path): the snapshot keeps events of the source `\(own)`; events of `\(asked)` can only be accepted in a "
            + "snapshot of their own"
    }
}

extension Snapshot {
    /// Throws an error if `asked` is not the source whose events the snapshot expects.
    ///
    /// Without this error, an update would write events of the source `asked` to the snapshot, but the settings would
    /// still name the previous source.
    ///
    /// - Parameter asked: The source that the user requested, or `nil` if the user requested no source.
    public func check(takes asked: EventSource?, path: String) throws(SnapshotSourceError) {
        let own = settings.comparedSource
        guard let asked, asked != own else { return }
        throw SnapshotSourceError(path: path, own: own, asked: asked)
    }
}

/// The mode that decides when a snapshot is written. The modes have the same names as in swift-snapshot-testing.
public enum RecordMode: String, CaseIterable, Sendable {
    /// Every recording updates the snapshot. If there is no snapshot, the recording becomes the snapshot.
    case all
    /// A recording updates the snapshot if it differs from the snapshot.
    ///
    /// If there is no snapshot, the recording becomes the snapshot.
    case failed
    /// If there is no snapshot, the recording becomes the snapshot. An existing snapshot does not change.
    case missing
    /// A recording never changes the snapshot. If there is no snapshot, this is an error.
    case never

    /// Returns the mode that environment variables choose.
    ///
    /// The variable `TRACKPROOF_RECORD` overrules the variable `SNAPSHOT_TESTING_RECORD`. If neither is set, the mode is
    /// `never` in continuous integration, and `missing` elsewhere, see ``CIServer/isRunning(in:)``.
    ///
    /// - Throws: ``RecordModeError`` if the value of a variable is not a mode.
    public static func effective(in environment: [String: String]) throws -> RecordMode {
        for name in [EnvironmentVariable.record, "SNAPSHOT_TESTING_RECORD"] {
            guard let value = environment[name], !value.isEmpty else { continue }
            guard let mode = RecordMode(rawValue: value) else { throw RecordModeError(variable: name, value: value) }
            return mode
        }
        return CIServer.isRunning(in: environment) ? .never : .missing
    }
}

/// The error for an environment variable whose value is not a record mode.
public struct RecordModeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the environment variable.
    public let variable: String
    /// The value of the environment variable.
    public let value: String

    /// A sentence that says what is wrong.
    public var description: String { "\(variable) is '\(value)'; it must be all, failed, missing or never." }
}
