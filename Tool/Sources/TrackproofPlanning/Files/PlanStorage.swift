import Foundation
import Trackproof
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
    var bytes: @Sendable (String) throws -> [UInt8]
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

/// Functions that find the files of a plan.
enum PlanPaths {
    /// Returns the paths of the YAML files in a folder, sorted by name, or `nil` if the path is not a folder.
    static func files(inFolder path: String, of storage: PlanStorage = .disk) throws -> [String]? {
        guard try storage.isFolder(path) else { return nil }
        let names = try storage.names(path).sorted().filter(PlanFiles.isPart)
        return try names.map { name in
            let file = join(path, name)
            if try storage.leavesFolder(file, path) {
                throw outside(name, at: PlanPlace(file: storage.displayName(file), line: 1, column: 1))
            }
            return file
        }
    }

    /// Returns the error for a folder that contains no file of a plan.
    static func emptyFolderError(_ path: String) -> PlanError {
        PlanError(
            at: PlanPlace(file: path, line: 1, column: 1), "expected a .yaml or .yml file in this folder, found none")
    }

    /// Returns the path of a file with an older version of an event.
    ///
    /// A plan can come from a stranger, for example in a pull request, and messages quote the files of a plan. So a plan
    /// can name only files in its own folder.
    ///
    /// - Parameters:
    ///   - name: The path of this file as the plan's file gives it, with its place. The path begins in the folder of
    ///     `file`.
    ///   - file: The path of the plan's file.
    /// - Throws: ``PlanErrors`` if the file is not in the plan's folder; ``FileAccessError`` if it does not exist.
    static func version(
        _ name: String, at place: PlanPlace, of file: String, _ storage: PlanStorage = .disk
    ) throws -> String {
        let folder = file.contains("/") ? URL(fileURLWithPath: file).deletingLastPathComponent().relativePath : "."
        let path = file.contains("/") && !name.hasPrefix("/") ? join(folder, name) : name
        if try name.leavesFolder || storage.leavesFolder(path, folder) { throw outside(name, at: place) }
        return path
    }

    private static func outside(_ name: String, at place: PlanPlace) -> PlanErrors {
        let message = "the file \(EventValue.string(name)) is outside of the plan's folder, so it was not read"
        return PlanErrors([PlanError(at: place, message)])
    }

    private static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }
}

extension String {
    /// Whether the text is an absolute path, or a relative path that leads out of the folder in which it begins.
    fileprivate var leavesFolder: Bool {
        if hasPrefix("/") { return true }
        var depth = 0
        for component in split(separator: "/") where component != "." {
            depth += component == ".." ? -1 : 1
            if depth < 0 { return true }
        }
        return false
    }
}
