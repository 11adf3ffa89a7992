import Foundation
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
        // The scratch folder contains a platform folder, which contains a configuration folder.
        let environment = URL(fileURLWithPath: Products.folder + "/../../" + rawValue).standardizedFileURL
        guard FileManager.default.fileExists(atPath: environment.path + "/complete") else {
            throw MissingSpark(folder: environment.path)
        }
        let libraries = environment.appendingPathComponent("lib")
        let python = try FileManager.default.contentsOfDirectory(atPath: libraries.path).first {
            $0.hasPrefix("python3")
        }
        return libraries.appendingPathComponent("\(python ?? "python3")/site-packages/pyspark").path
    }

    /// The variables that the command needs to find Spark.
    ///
    /// Tests run several Sparks at the same time, so none has a web page on a fixed port.
    func environment() throws -> [String: String] {
        [
            "SPARK_HOME": try home(), "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_SUBMIT_OPTS": "-Dspark.ui.enabled=false -Dspark.driver.memory=1g",
        ]
    }
}

private struct MissingSpark: Error, CustomStringConvertible {
    let folder: String
    var description: String { "there is no \(folder): make it with Tool/setup.sh SCRATCH, as `make test-tool` does" }
}
