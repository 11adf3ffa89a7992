import Foundation

/// A standalone cluster of Spark 4 on this machine: a master and two workers, each with one core.
///
/// The script `cluster.sh` stops it when this object is released, or when the process of the tests ends, because both
/// close the script's standard input.
final class SparkCluster: Sendable {
    /// The URL of the master.
    let url: String
    private let input: Pipe

    /// Starts a cluster.
    ///
    /// - Parameter folder: A folder for logs and the files of jobs.
    init(folder: String) throws {
        let process = Process()
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("cluster.sh")
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = [script.path, folder]
        process.environment = ProcessInfo.processInfo.environment.merging(
            try SparkInstallation.spark4.environment()
        ) { $1 }
        let output = Pipe()
        input = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while !line.contains(0x0A), case let bytes = output.fileHandleForReading.availableData, !bytes.isEmpty {
            line += bytes
        }
        url = String(decoding: line.prefix { $0 != 0x0A }, as: UTF8.self)
        guard url.hasPrefix("spark://") else { throw ClusterError() }
    }
}

struct ClusterError: Error, CustomStringConvertible {
    var description: String { "the cluster did not start; its messages are above" }
}
