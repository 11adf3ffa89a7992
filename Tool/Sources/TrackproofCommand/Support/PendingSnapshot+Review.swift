internal import Foundation
@_spi(Tooling) internal import TrackproofSnapshots

extension PendingSnapshot {
    /// The pending files at a path: itself, or all below a folder.
    static func find(at path: String) throws -> [PendingSnapshot] {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        if exists, isFolder.boolValue { return try below(path) }
        if exists, let pending = PendingSnapshot(path: path) { return [pending] }
        // A snapshot stands for what is pending of it, also where there is no snapshot yet.
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
            // What builds and tools keep there is nobody's snapshot.
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
        Console.note("\(path) has what the snapshot would be; review it with: trackproof accept \(path)")
    }
}
