internal import Foundation
internal import TrackproofJSON
internal import TrackproofSnapshots

/// The file that a failed comparison leaves beside its snapshot: what the snapshot would be, for review.
struct PendingSnapshot {
    private static let ending = ".pending.json"
    /// Past so many events a pending file costs more than it helps; `accept RECORDING --snapshot FILE` still works.
    static let eventLimit = 50_000

    let path: String
    let snapshotPath: String

    /// The pending file of a snapshot: `walk.pending.json` of `walk.json`.
    init(ofSnapshot path: String) {
        snapshotPath = path
        self.path = (path.hasSuffix(".json") ? String(path.dropLast(5)) : path) + Self.ending
    }

    /// A pending file, with the snapshot that it is for.
    init?(path: String) {
        guard path.hasSuffix(Self.ending) else { return nil }
        self.path = path
        let base = String(path.dropLast(Self.ending.count))
        snapshotPath = FileManager.default.fileExists(atPath: base) ? base : base + ".json"
    }

    /// The pending files at a path: itself, or all below a folder.
    static func find(at path: String) throws -> [PendingSnapshot] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw CommandError("\(path): no such file or folder", .noInput)
        }
        guard isFolder.boolValue else {
            if let pending = PendingSnapshot(path: path) { return [pending] }
            // A snapshot stands for what is pending of it.
            let pending = PendingSnapshot(ofSnapshot: path)
            return FileManager.default.fileExists(atPath: pending.path) ? [pending] : []
        }
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return names.filter { name in
            name.hasSuffix(ending) && !name.split(separator: "/").contains { $0 == ".build" || $0 == ".git" }
        }.sorted().compactMap { PendingSnapshot(path: path == "." ? $0 : path + "/" + $0) }
    }

    func remove() throws {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw CommandError("\(path): cannot remove: \(String(cString: strerror(errno)))", .ioFailed)
        }
    }

    /// Puts the pending file in the snapshot's place, in one step.
    func accept() throws {
        guard rename(path, snapshotPath) == 0 else {
            throw CommandError("\(snapshotPath): cannot write: \(String(cString: strerror(errno)))", .ioFailed)
        }
    }

    /// After a comparison: leaves what the snapshot would be where it failed, and takes away an old one where it did
    /// not. Returns whether there is something to review.
    func update(after result: Comparison.OfFiles, recording: String, options: ComparisonOptions) throws -> Bool {
        if result.comparison.isEmpty {
            try remove()
            return false
        }
        guard max(result.expectedCount, result.recordedCount) <= Self.eventLimit else { return false }
        var taken = Recording()
        try EventFile(path: recording).forEach { taken.events.append($0) }
        try Snapshot(contentsOf: snapshotPath).updated(to: taken, options: options).write(to: path)
        return true
    }
}
