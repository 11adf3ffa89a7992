import Trackproof
import TrackproofFiles
import TrackproofJSON
import TrackproofPlatform
package import TrackproofSnapshots

extension PendingSnapshot {
    /// Derives the path of the snapshot from the path of its pending file.
    ///
    /// Returns `nil` if `path` does not end with ``ending``.
    package init?(path: String) {
        guard path.hasSuffix(Self.ending) else { return nil }
        let base = String(path.dropLast(Self.ending.count))
        self.init(path: path, snapshotPath: Self.exists(base) ? base : base + ".json")
    }

    /// A sentence that says which two snapshots have this pending file, or `nil` if only one snapshot has it.
    ///
    /// The snapshots `walk` and `walk.json` have the same pending file, `walk.pending.json`.
    package var ambiguity: String? {
        let base = String(path.dropLast(Self.ending.count))
        let other = snapshotPath == base ? base + ".json" : base
        guard Self.exists(other) else { return nil }
        return "\(other) and \(snapshotPath) have the same pending snapshot, \(path); rename one of them"
    }

    /// A change to a snapshot that a user reviews.
    package struct Update: Sendable, Equatable {
        /// The snapshot before the change, or `nil` if its file does not exist.
        package let current: Snapshot?
        /// The snapshot that ``accept(_:)`` writes.
        package let accepted: Snapshot

        /// Whether two updates have the same content.
        package static func == (left: Self, right: Self) -> Bool {
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
    package func update() throws -> Update {
        // A link could lead to a file that the user did not review. Trackproof itself never creates a link or a pipe at
        // this path.
        let file = try OpenFile(path: path, followsLink: false)
        let window = ByteWindow(descriptor: file.descriptor, owner: file, file: path)
        let pending = try Snapshot(EventReader(window, file: path))
        guard Self.exists(snapshotPath) else { return Update(current: nil, accepted: pending) }
        let old = try Snapshot(contentsOf: snapshotPath, source: pending.settings.source)
        try old.check(takes: pending.settings.comparedSource, path: snapshotPath)
        var snapshot = old
        // The user may have changed `ignore` since the run. A snapshot must not contain events that its settings
        // ignore.
        let ignored = snapshot.settings.ignore.map { NamePattern($0) }
        snapshot.events = pending.events.filter { recorded in
            !ignored.contains { $0.matches(recorded.event.displayName) }
        }
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

    /// Replaces the snapshot with the accepted one, and removes the pending file.
    ///
    /// - Parameter update: The result of ``update()`` that the user reviewed.
    /// - Returns: `false` if one of the two files has changed since then. In this case, the method changes nothing.
    /// - Throws: The errors of ``update()``, or ``/TrackproofJSON/FileAccessError`` if a file cannot be written or removed.
    package func accept(_ update: Update) throws -> Bool {
        guard try self.update() == update else { return false }
        try update.accepted.write(to: snapshotPath)
        try remove()
        return true
    }
}
