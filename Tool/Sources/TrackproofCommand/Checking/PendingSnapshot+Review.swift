import Foundation
import TrackproofFiles
import TrackproofSnapshots
import TrackproofConsole

extension PendingSnapshot {
    /// Returns the pending snapshots at a path.
    ///
    /// The path can lead to a pending snapshot, to the snapshot that a pending snapshot would replace, or to a folder.
    /// For a folder, the method also searches the subfolders.
    ///
    /// - Throws: ``CommandError`` if there is no such file or folder, or if a folder cannot be read.
    static func find(at path: String) throws -> [PendingSnapshot] {
        let status = FileStatus(ofTarget: path)
        if status?.kind == .folder { return try below(path) }
        if status != nil, let pending = PendingSnapshot(path: path) { return [pending] }
        // If `path` is a snapshot, the method returns its pending snapshot, even if the snapshot itself does not exist
        // yet.
        let pending = PendingSnapshot(ofSnapshot: path)
        if FileStatus(ofTarget: pending.path) != nil { return [pending] }
        guard status != nil else { throw CommandError("\(path): no such file or folder", .noInput) }
        return []
    }

    private static func below(_ folder: String) throws -> [PendingSnapshot] {
        var found: [PendingSnapshot] = []
        try Folder.visit(folder) { path, kind in
            // A build folder or the folder of Git contains no snapshots of the project.
            if [".build", ".git"].contains(path.split(separator: "/").last) { return false }
            if kind != .folder, let pending = PendingSnapshot(path: path) { found.append(pending) }
            return true
        }
        return found
    }

    /// Writes a message that says how to review the pending snapshot.
    func noteReview() {
        Console.note("review and accept the pending snapshot: trackproof accept \(path)")
    }
}
