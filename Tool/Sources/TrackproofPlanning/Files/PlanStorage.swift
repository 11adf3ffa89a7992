internal import Foundation
@_spi(Tooling) internal import TrackproofPlans

/// The place of a plan's files: the disk, or a revision of a git repository.
struct PlanStorage: Sendable {
    /// Returns whether a path leads to a folder.
    let isFolder: @Sendable (String) throws -> Bool
    /// Returns the names of the files in a folder.
    let names: @Sendable (String) throws -> [String]
    /// Returns the content of a file.
    let bytes: @Sendable (String) throws -> [UInt8]
    /// Returns the name of a file in messages.
    let displayName: @Sendable (String) -> String

    /// The files on the disk.
    static let disk = PlanStorage(
        isFolder: { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
        },
        names: { try FileManager.default.contentsOfDirectory(atPath: $0) },
        bytes: { try PlanFile.bytes(path: $0) },
        displayName: { $0 })

    /// The files in a revision.
    ///
    /// - Parameter path: The path of the plan. This path determines the repository.
    /// - Throws: ``GitError`` if git cannot be run, or if the revision does not exist.
    static func git(_ revision: String, path: String) throws -> PlanStorage {
        let git = try GitRevision(revision, folder: URL(fileURLWithPath: path).deletingLastPathComponent().path)
        return PlanStorage(
            isFolder: { try git.kind(of: $0) == "tree" },
            names: { try git.names(in: $0) },
            bytes: { try git.bytes(of: $0, limit: PlanNode.yamlSizeLimit) },
            displayName: { "\(revision):\($0)" })
    }
}
