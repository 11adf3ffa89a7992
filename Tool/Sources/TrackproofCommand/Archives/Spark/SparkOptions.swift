import ArgumentParser
import Foundation

/// The system that distributes a check.
enum Engine: String, ExpressibleByArgument, CaseIterable {
    /// The processor cores of this machine.
    case local
    /// A cluster of Apache Spark.
    case spark
}

/// The options of a check that Spark distributes.
struct SparkOptions: ParsableArguments {
    @Option(help: "Run the check on this machine (local) or on a cluster of Apache Spark (spark).")
    var engine = Engine.local

    @Option(
        help: ArgumentHelp(
            "With --engine spark: the cluster, such as spark://host:7077, yarn or local[4] (default: Spark's setting).",
            valueName: "url"))
    var master: String?

    @Option(
        help: ArgumentHelp("With --engine spark: a setting of Spark. Can be repeated.", valueName: "name=value"))
    var sparkConf: [String] = []

    @Option(
        help: ArgumentHelp(
            "With --engine spark: check the rows of this table, such as analytics.events.", valueName: "name"))
    var table: String?

    @Option(
        help: ArgumentHelp(
            "With --engine spark: check the records that a query returns, as JSON in a single column.",
            valueName: "sql"))
    var query: String?

    @Option(
        help: ArgumentHelp(
            "With --engine spark: the trackproof executable for the workers, if they cannot run this executable.",
            valueName: "path"))
    var workerBinary: String?

    /// The query that returns the records to check, or `nil` to check files.
    var recordsQuery: String? {
        table.map { "SELECT to_json(struct(*), map('ignoreNullFields', 'false')) FROM \($0)" } ?? query
    }

    /// The path of the `trackproof` that Spark copies to the workers.
    var worker: String { workerBinary ?? Bundle.main.executablePath ?? CommandLine.arguments[0] }

    func validate() throws {
        let options = [
            ("--master", master != nil), ("--spark-conf", !sparkConf.isEmpty), ("--table", table != nil),
            ("--query", query != nil), ("--worker-binary", workerBinary != nil),
        ]
        if engine == .local, let option = options.first(where: \.1) {
            throw ValidationError("\(option.0) needs --engine spark.")
        }
        if table != nil, query != nil { throw ValidationError("Give --table or --query, not both.") }
        if let setting = sparkConf.first(where: { !$0.contains("=") }) {
            throw ValidationError("--spark-conf \(setting): expected NAME=VALUE.")
        }
    }
}
