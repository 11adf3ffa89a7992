import Trackproof
import TrackproofFiles
import TrackproofJSON
import TrackproofPlatform
import TrackproofText

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

    /// Derives the path of the snapshot from the path of its pending file.
    ///
    /// Returns `nil` if `path` does not end with ``ending``.
    public init?(path: String) {
        guard path.hasSuffix(Self.ending) else { return nil }
        self.path = path
        let base = String(path.dropLast(Self.ending.count))
        snapshotPath = Self.exists(base) ? base : base + ".json"
    }

    /// A sentence that says which two snapshots have this pending file, or `nil` if only one snapshot has it.
    ///
    /// The snapshots `walk` and `walk.json` have the same pending file, `walk.pending.json`.
    public var ambiguity: String? {
        let base = String(path.dropLast(Self.ending.count))
        let other = snapshotPath == base ? base + ".json" : base
        guard Self.exists(other) else { return nil }
        return "\(other) and \(snapshotPath) have the same pending snapshot, \(path); rename one of them"
    }

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

    /// A change to a snapshot that a user reviews.
    public struct Update: Sendable, Equatable {
        /// The snapshot before the change, or `nil` if its file does not exist.
        public let current: Snapshot?
        /// The snapshot that ``accept(_:)`` writes.
        public let accepted: Snapshot

        /// Whether two updates have the same content.
        public static func == (left: Self, right: Self) -> Bool {
            left.current?.bytes == right.current?.bytes && left.accepted.bytes == right.accepted.bytes
        }
    }

    /// Returns the change that the pending file proposes.
    ///
    /// The result has the events of the pending file and the current settings of the snapshot. If the snapshot has no
    /// rule for a parameter, the result also has the rule that the pending file has in `volatile`.
    ///
    /// - Throws: ``/TrackproofJSON/EventFormatError`` if one of the two files is malformed,
    ///   ``/TrackproofJSON/FileAccessError`` if one of them cannot be read, or ``SnapshotSourceError`` if they expect
    ///   events of different sources.
    public func update() throws -> Update {
        // A link could lead to a file that the user did not review. Trackproof itself never creates a link or a pipe at
        // this path.
        let pending = try Snapshot(EventFile(OpenFile(path: path, followsLink: false)))
        guard Self.exists(snapshotPath) else { return Update(current: nil, accepted: pending) }
        let old = try Snapshot(contentsOf: snapshotPath, source: pending.settings.source)
        try old.check(takes: pending.settings.comparedSource, path: snapshotPath)
        var snapshot = old
        // The user may have changed `ignore` since the run. A snapshot must not contain events that its settings
        // ignore.
        var rules = CompiledRules(SnapshotSettings(ignore: snapshot.settings.ignore), types: .exact)
        snapshot.events = pending.events.filter { !rules.rules(for: $0.event).isIgnored }
        if !old.settings.ordered.isEmpty {
            snapshot.settings = old.settings.fitting(
                snapshot.events, insteadOf: old.events, after: old.change(to: snapshot).differences)
        }
        for rule in pending.settings.volatile
        where !snapshot.settings.volatile.contains(where: {
            $0.event.isExactly(rule.event) && $0.path.isExactly(rule.path)
        }) {
            snapshot.settings.volatile.append(rule)
        }
        return Update(current: old, accepted: snapshot)
    }

    /// Returns whether there is a file at a path. Beside the snapshot `walk.json`, there can be a folder `walk`.
    private static func exists(_ path: String) -> Bool {
        FileStatus(ofTarget: path).map { $0.kind != .folder } ?? false
    }
}
