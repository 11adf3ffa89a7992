internal import Foundation
@_spi(Tooling) internal import TrackproofSnapshots

extension PendingSnapshot {
    /// Returns the pending snapshots at a path.
    ///
    /// The path can lead to a pending snapshot, to the snapshot that a pending snapshot would replace, or to a folder.
    /// For a folder, the method also searches the subfolders.
    ///
    /// - Throws: ``CommandError`` if there is no such file or folder, or if a folder cannot be read.
    static func find(at path: String) throws -> [PendingSnapshot] {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        if exists, isFolder.boolValue { return try below(path) }
        if exists, let pending = PendingSnapshot(path: path) { return [pending] }
        // If `path` is a snapshot, the method returns its pending snapshot, even if the snapshot itself does not exist
        // yet.
        let pending = PendingSnapshot(ofSnapshot: path)
        if FileManager.default.fileExists(atPath: pending.path) { return [pending] }
        guard exists else { throw CommandError("\(path): no such file or folder", .noInput) }
        return []
    }

    private static func below(_ folder: String) throws -> [PendingSnapshot] {
        guard let names = FileManager.default.enumerator(atPath: folder) else {
            throw CommandError("\(folder): cannot read: \(systemMessage(errno))", .ioFailed)
        }
        var found: [String] = []
        while let name = names.nextObject() as? String {
            // A build folder or the folder of Git contains no snapshots of the project.
            if name.hasSuffix("/.build") || name.hasSuffix("/.git") || name == ".build" || name == ".git" {
                names.skipDescendants()
            } else if name.hasSuffix(ending) {
                found.append(name)
            }
        }
        let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
        return found.sorted().compactMap { PendingSnapshot(path: prefix + $0) }
    }

    /// Writes a message that says how to review the pending snapshot.
    func noteReview() {
        Console.note("review and accept the pending snapshot: trackproof accept \(path)")
    }
}
