internal import Foundation

/// Where a program of this package is: beside the one that runs, which is that of the tests or of the benchmark.
package func path(ofProduct name: String) throws -> String {
    let running = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: running).deletingLastPathComponent().appendingPathComponent(name).path
}
