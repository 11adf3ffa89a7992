internal import Foundation
@_spi(Tooling) internal import TrackproofFiles
@_spi(Tooling) internal import TrackproofPlans

/// Functions that read a plan's files from the disk, or from a revision of a git repository.
struct PlanStorage: Sendable {
    /// Returns whether the path is a folder.
    let isFolder: @Sendable (String) throws -> Bool
    /// Returns the names of the files in the folder at a path.
    let names: @Sendable (String) throws -> [String]
    /// Returns the content of the file at a path.
    let bytes: @Sendable (String) throws -> [UInt8]
    /// Returns the text with which messages name the file at a path.
    let displayName: @Sendable (String) -> String

    /// The storage that reads files from the disk.
    static let disk = PlanStorage(
        isFolder: { FileStatus(ofTarget: $0)?.kind == .folder },
        names: { try Folder.names(in: $0) },
        bytes: { try PlanFile.bytes(path: $0) },
        displayName: { $0 })

    /// Returns a storage that reads files from a revision of a git repository.
    ///
    /// - Parameter path: The path of the plan. Its folder must be in the repository.
    /// - Throws: ``GitError`` if git cannot be run, or if the repository does not have the revision.
    static func git(_ revision: String, path: String) throws -> PlanStorage {
        let git = try GitRevision(revision, folder: URL(fileURLWithPath: path).deletingLastPathComponent().path)
        return PlanStorage(
            isFolder: { try git.kind(of: $0) == "tree" },
            names: { try git.names(in: $0) },
            bytes: { try git.bytes(of: $0, limit: PlanNode.yamlSizeLimit) },
            displayName: { "\(revision):\($0)" })
    }
}
