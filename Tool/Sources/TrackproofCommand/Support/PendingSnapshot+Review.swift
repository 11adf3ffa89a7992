internal import Foundation
@_spi(Tooling) internal import TrackproofSnapshots

extension PendingSnapshot {
    /// Returns the pending file at a path or of the snapshot at a path, or all pending files below a folder.
    ///
    /// - Throws: ``CommandError`` if there is no such file or folder, or if a folder cannot be read.
    static func find(at path: String) throws -> [PendingSnapshot] {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        if exists, isFolder.boolValue { return try below(path) }
        if exists, let pending = PendingSnapshot(path: path) { return [pending] }
        // The path of a snapshot stands for its pending file, even if the snapshot does not exist yet.
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
            // Builds and Git keep files in these folders that are no snapshots of the project.
            if name.hasSuffix("/.build") || name.hasSuffix("/.git") || name == ".build" || name == ".git" {
                names.skipDescendants()
            } else if name.hasSuffix(ending) {
                found.append(name)
            }
        }
        let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
        return found.sorted().compactMap { PendingSnapshot(path: prefix + $0) }
    }

    /// Says that there is something to review, and how.
    func noteReview() {
        Console.note("review and accept the pending snapshot: trackproof accept \(path)")
    }
}
