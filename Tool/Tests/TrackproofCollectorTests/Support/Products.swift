import Foundation
import Testing

/// The command, which the build creates, and the Python environments, which `Tool/setup.sh` creates.
enum Products {
    static let folder: String = {
        #if os(macOS)
            Bundle(for: TemporaryFolder.self).bundleURL.deletingLastPathComponent().path
        #else
            Bundle.main.bundleURL.path
        #endif
    }()

    static let command = folder + "/trackproof"

    /// Returns the folder of a Python environment's programs. The environment is `sdks` or `control`.
    ///
    /// - Throws: `MissingEnvironment` if `Tool/setup.sh` has not created the environment.
    static func python(_ name: String) throws -> String {
        // `folder` is two levels below SwiftPM's scratch folder, which contains the environments.
        let environment = URL(fileURLWithPath: folder + "/../../" + name).standardizedFileURL.path
        guard FileManager.default.fileExists(atPath: environment + "/complete") else {
            throw MissingEnvironment(folder: environment)
        }
        return environment + "/bin"
    }
}

struct MissingEnvironment: Error, CustomStringConvertible {
    let folder: String
    var description: String {
        "there is no \(folder): make it with Tool/setup.sh SCRATCH, as `make test-tool` does"
    }
}
