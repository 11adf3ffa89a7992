/// A standalone cluster of Spark 4 on this machine: a master and two workers, each with one core.
final class SparkCluster: Sendable {
    var url: String { server.line }
    private let server: ScriptServer

    /// Starts a cluster.
    ///
    /// - Parameter folder: A folder for logs and the files of jobs.
    init(folder: String) throws {
        server = try ScriptServer("cluster.sh", [folder], environment: try SparkInstallation.spark4.environment())
    }
}
