import Foundation
import TrackproofPlatform

/// The version of `trackproof`.
package enum Version {
    package static let current = "0.1.0"

    /// Checks that the `trackproof` that started this program has the same version.
    ///
    /// - Throws: ``CommandError`` if the versions differ.
    package static func requireThatOfStarter() throws {
        let starter = ProcessInfo.processInfo.environment[EnvironmentVariable.version]
        guard let starter, starter != current else { return }
        throw CommandError(
            "trackproof has the version \(starter), but trackproof-collector has the version \(current); install both "
                + "programs of one version", .notExecutable)
    }
}
