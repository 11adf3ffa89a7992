import Foundation

/// The programs that the build creates, and the Python environments that `Tool/setup.sh` creates.
package enum Products {
    /// The folder of the programs that tests run.
    ///
    /// The environment variable `TRACKPROOF_PROGRAMS` names the folder of another build, such as the release build. By
    /// default, tests run the programs of their own build.
    package static let folder = ProcessInfo.processInfo.environment["TRACKPROOF_PROGRAMS"] ?? ownFolder
    package static let command = folder + "/trackproof"
    package static let app = folder + "/trackproof-demo-app"

    /// The beginning of `PATH` for scripts. It also finds programs that only the tests' own build creates.
    package static let searchPath = folder + ":" + ownFolder

    /// The folder of the built tests.
    package static let ownFolder: String = {
        #if os(macOS)
            Bundle(for: Anchor.self).bundleURL.deletingLastPathComponent().path
        #else
            Bundle.main.bundleURL.path
        #endif
    }()

    /// Returns the folder of a Python environment, such as `sdks`.
    ///
    /// - Throws: `MissingEnvironment` if `Tool/setup.sh` has not created the environment.
    package static func environment(_ name: String) throws -> String {
        // `ownFolder` is two levels below SwiftPM's scratch folder, which contains the environments.
        let folder = URL(fileURLWithPath: ownFolder + "/../../" + name).standardizedFileURL.path
        guard FileManager.default.fileExists(atPath: folder + "/complete") else {
            throw MissingEnvironment(folder: folder)
        }
        return folder
    }

    private final class Anchor {}
}

package struct MissingEnvironment: Error, CustomStringConvertible {
    let folder: String
    package var description: String {
        "there is no \(folder): make it with Tool/setup.sh --all SCRATCH, as `make test-all` does"
    }
}
