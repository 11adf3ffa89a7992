internal import Foundation

/// Returns the path of a program of this package. The program is in the folder of the running program: the tests or the
/// benchmark.
package func path(ofProduct name: String) throws -> String {
    let running = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: running).deletingLastPathComponent().appendingPathComponent(name).path
}
