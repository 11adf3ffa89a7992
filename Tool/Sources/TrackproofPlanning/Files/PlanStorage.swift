import Foundation
import TrackproofFiles
import TrackproofJSON
import TrackproofPlans

/// Functions that read a plan's files from the disk, or from a revision of a git repository.
struct PlanStorage: Sendable {
    /// Returns whether the path is a folder.
    let isFolder: @Sendable (String) throws -> Bool
    /// Returns the names of the files in the folder at a path.
    let names: @Sendable (String) throws -> [String]
    /// Returns whether the path leads to a file outside of a folder through a symbolic link.
    let leavesFolder: @Sendable (_ path: String, _ folder: String) throws -> Bool
    /// Returns the content of the file at a path.
    let bytes: @Sendable (String) throws -> [UInt8]
    /// Returns the text with which messages name the file at a path.
    let displayName: @Sendable (String) -> String

    /// The storage that reads files from the disk.
    static let disk = PlanStorage(
        isFolder: { FileStatus(ofTarget: $0)?.kind == .folder },
        names: { try Folder.names(in: $0) },
        leavesFolder: { path, folder in
            let root = try resolved(folder)
            return try !resolved(path).starts(with: root.last == 0x2F ? root : root + [0x2F])
        },
        bytes: { try PlanFile.bytes(path: $0) },
        displayName: { $0 })

    /// Returns the absolute path to which a path leads, without links.
    private static func resolved(_ path: String) throws -> [UInt8] {
        guard let resolved = path.realPath else { throw FileAccessError(path, .open, code: errno) }
        return resolved.pathBytes
    }

    /// Returns a storage that reads files from a revision of a git repository.
    ///
    /// - Parameter path: The path of the plan. Its folder must be in the repository.
    /// - Throws: ``GitError`` if git cannot be run, or if the repository does not have the revision.
    static func git(_ revision: String, path: String) throws -> PlanStorage {
        let git = try GitRevision(revision, beside: path)
        return PlanStorage(
            isFolder: { try git.kind(of: $0) == "tree" },
            names: { try git.names(in: $0) },
            leavesFolder: { path, _ in
                // For git, the content of a link is the path to which the link leads.
                guard try git.isLink(path) else { return false }
                throw GitError(description: "\(revision):\(path): git does not follow this symbolic link")
            },
            bytes: { try git.bytes(of: $0, limit: PlanNode.yamlSizeLimit) },
            displayName: { "\(revision):\($0)" })
    }
}
