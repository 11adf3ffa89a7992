internal import Foundation
@_spi(Tooling) internal import TrackproofPlans

/// Functions that find the files of a plan.
enum PlanPaths {
    /// Returns the paths of the YAML files in a folder, sorted by name, or `nil` if the path is not a folder.
    static func files(inFolder path: String, of storage: PlanStorage = .disk) throws -> [String]? {
        guard try storage.isFolder(path) else { return nil }
        let names = try storage.names(path).sorted()
        return names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.map { join(path, $0) }
    }

    /// Returns the error for a folder that contains no file of a plan.
    static func emptyFolderError(_ path: String) -> PlanError {
        PlanError(
            at: PlanPlace(file: path, line: 1, column: 1), "expected a .yaml or .yml file in this folder, found none")
    }

    /// Returns the path of the file with an older version of an event.
    ///
    /// - Parameters:
    ///   - name: The path of this file as the plan's file gives it. A relative path begins in the folder of `file`.
    ///   - file: The path of the plan's file.
    static func version(_ name: String, of file: String) -> String {
        guard !name.hasPrefix("/"), file.contains("/") else { return name }
        return join(URL(fileURLWithPath: file).deletingLastPathComponent().relativePath, name)
    }

    private static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }
}
