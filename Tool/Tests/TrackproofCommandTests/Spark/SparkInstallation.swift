import Foundation
import TestPrograms
import Testing

/// A version of Spark from PyPI, in an environment that `Tool/setup.sh` creates.
enum SparkInstallation: String, CaseIterable, CustomTestStringConvertible {
    case spark3
    case spark4

    var testDescription: String { rawValue }

    /// Returns the folder of Spark.
    ///
    /// - Throws: An error if `Tool/setup.sh` has not created the environment.
    func home() throws -> String {
        let libraries = try Products.environment(rawValue) + "/lib"
        let python = try FileManager.default.contentsOfDirectory(atPath: libraries).first { $0.hasPrefix("python3") }
        return "\(libraries)/\(python ?? "python3")/site-packages/pyspark"
    }

    /// The variables that the command needs to find Spark.
    ///
    /// Tests run several instances of Spark at the same time, so no instance has a web page at a fixed port. With
    /// `TieredStopAtLevel=1`, a Java virtual machine optimizes less, so it starts twice as fast.
    func environment() throws -> [String: String] {
        let settings = [
            "-Dspark.ui.enabled=false", "-Dspark.driver.memory=1g", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
            "-Dspark.executor.extraJavaOptions=-XX:TieredStopAtLevel=1",
        ]
        return [
            "SPARK_HOME": try home(), "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_SUBMIT_OPTS": settings.joined(separator: " "),
        ]
    }
}
