import Foundation
import Trackproof
import TrackproofPlans

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
