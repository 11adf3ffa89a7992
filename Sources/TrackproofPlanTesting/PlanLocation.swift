import Foundation

/// Where a test looks for the file of its tracking plan.
struct PlanLocation: Sendable {
    /// The path of the plan's file. The path can be relative.
    let path: String
    let bundleFolder: String?
    let sourceFile: String

    /// Returns the path of the file.
    ///
    /// - Throws: An error with the reason if the file does not exist.
    func found() throws -> String {
        if path.hasPrefix("/") { return path }
        var folder = URL(fileURLWithPath: sourceFile).deletingLastPathComponent()
        while true {
            let candidate = folder.appendingPathComponent(path).path
            if FileManager.default.fileExists(atPath: candidate) { return candidate }
            if folder.pathComponents.count <= 1 { break }
            folder.deleteLastPathComponent()
        }
        let name = URL(fileURLWithPath: path).lastPathComponent
        if let bundleFolder, FileManager.default.fileExists(atPath: "\(bundleFolder)/\(name)") {
            return "\(bundleFolder)/\(name)"
        }
        throw MissingPlan(location: self)
    }
}

/// The error for a plan whose file was not found.
struct MissingPlan: Error, CustomStringConvertible {
    let location: PlanLocation

    var description: String {
        """
        cannot find \(location.path) in the folder of \(location.sourceFile) or in a folder that contains this folder. \
        Write the plan's file with `trackproof plan compile`; on a device, copy the file into the test's bundle and pass \
        the bundle as `bundle:`
        """
    }
}
