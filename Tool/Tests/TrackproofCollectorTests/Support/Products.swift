import Foundation
import Testing

/// Where the build put the command, and `Tool/setup.sh` the environments of Python.
enum Products {
    static let folder: String = {
        #if os(macOS)
            Bundle(for: TemporaryFolder.self).bundleURL.deletingLastPathComponent().path
        #else
            Bundle.main.bundleURL.path
        #endif
    }()

    static let command = folder + "/trackproof"

    /// The programs of an environment of Python: `sdks` or `control`.
    ///
    /// - Throws: where `Tool/setup.sh` did not make it.
    static func python(_ name: String) throws -> String {
        // The scratch folder holds a folder for the platform, and that one for the configuration.
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
