import Foundation

/// A Python environment with programs for tests, which `Tool/setup.sh` creates.
enum TestEnvironment: String {
    case spark3
    case spark4
    case databases

    /// Returns the folder of the environment.
    ///
    /// - Throws: An error if `Tool/setup.sh` has not created the environment.
    func folder() throws -> String {
        // `Products.folder` is two levels below SwiftPM's scratch folder, which contains the environments.
        let folder = URL(fileURLWithPath: Products.folder + "/../../" + rawValue).standardizedFileURL.path
        guard FileManager.default.fileExists(atPath: folder + "/complete") else { throw Missing(folder: folder) }
        return folder
    }

    private struct Missing: Error, CustomStringConvertible {
        let folder: String
        var description: String {
            "there is no \(folder): make it with Tool/setup.sh SCRATCH, as `make test-tool` does"
        }
    }
}
