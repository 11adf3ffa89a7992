import Foundation

/// The version of `trackproof`.
package enum Version {
    package static let current = "0.1.0"

    /// The environment variable in which `trackproof` passes its version on to `trackproof-collector`.
    package static let variable = "TRACKPROOF_VERSION"

    /// Checks that the `trackproof` that started this program has the same version.
    ///
    /// - Throws: ``CommandError`` if the versions differ.
    package static func requireThatOfStarter() throws {
        guard let starter = ProcessInfo.processInfo.environment[variable], starter != current else { return }
        throw CommandError(
            "trackproof has the version \(starter), but trackproof-collector has the version \(current); install both "
                + "programs of one version", .notExecutable)
    }
}
