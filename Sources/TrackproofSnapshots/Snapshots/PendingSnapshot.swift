internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The file that a failed comparison leaves beside its snapshot: what the snapshot would be, for review.
@_spi(Tooling) public struct PendingSnapshot: Sendable {
    /// How the names of pending files end.
    public static let ending = ".pending.json"

    /// The pending file's path.
    public let path: String
    /// The path of the snapshot that it is for.
    public let snapshotPath: String

    /// The pending file of a snapshot: `walk.pending.json` of `walk.json`.
    public init(ofSnapshot path: String) {
        snapshotPath = path
        self.path = (path.hasSuffix(".json") ? String(path.dropLast(5)) : path) + Self.ending
    }

    /// A pending file, with the snapshot that it is for; nil where the name is none of a pending file.
    public init?(path: String) {
        guard path.hasSuffix(Self.ending) else { return nil }
        self.path = path
        let base = String(path.dropLast(Self.ending.count))
        snapshotPath = Self.exists(base) ? base : base + ".json"
    }

    /// Removes the file, where it is there.
    ///
    /// - Throws: ``/TrackproofJSON/FileAccessError``
    public func remove() throws {
        guard unlink(path) == 0 || errno == ENOENT else { throw FileAccessError(path, .remove) }
    }

    /// Writes the file, for this user alone to read. What already stands there is replaced; a link is not followed.
    ///
    /// - Throws: ``/TrackproofJSON/FileAccessError``
    func write(_ snapshot: Snapshot) throws {
        try AtomicFile.write(snapshot.bytes, to: path, naming: .private)
    }

    /// What the snapshot is to be: its own settings, whatever has become of them since, with the pending events and
    /// with the volatile parameters that it has no rule for yet.
    ///
    /// - Throws: ``/TrackproofJSON/EventFormatError`` where one of the files cannot be understood,
    ///   ``/TrackproofJSON/FileAccessError``.
    public func accepted() throws -> Snapshot {
        var status = stat()
        // Nobody gave the file its name: whoever put a link there may have meant another file than the reader sees.
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
            throw FileAccessError(path, .open, code: ELOOP)
        }
        let pending = try Snapshot(contentsOf: path)
        guard Self.exists(snapshotPath) else { return pending }
        var snapshot = try Snapshot(contentsOf: snapshotPath, source: pending.settings.source)
        let old = snapshot
        // What the snapshot has come to ignore since is not to be checked.
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
        return snapshot
    }

    private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
