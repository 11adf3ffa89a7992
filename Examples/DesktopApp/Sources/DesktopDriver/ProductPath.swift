import Foundation

/// Returns the path of another program of this package.
///
/// SwiftPM builds all programs into one folder, which also contains the running tests or benchmark.
package func path(ofProduct name: String) throws -> String {
    let running = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: running).deletingLastPathComponent().appendingPathComponent(name).path
}
