import TestPrograms

extension Workplace {
    /// Runs `trackproof plan audit --engine spark` with Spark 4.
    ///
    /// - Parameters:
    ///   - master: The URL of the cluster. The default is two cores of this machine.
    ///   - options: The arguments of the command, as text for the shell.
    ///   - worker: A Bash script that the workers run instead of `trackproof`, or `nil` to run `trackproof`. In the
    ///     script, the variable `real` is the path of `trackproof`, and `place` is the path of this folder.
    func checkWithSpark(master: String = "local[2]", _ options: String, worker: String? = nil) async throws -> Outcome {
        var command = "trackproof plan audit --engine spark --master '\(master)' \(options)"
        if let worker {
            try write("#!/bin/bash\nreal='\(Products.command)'\nplace='\(path)'\n" + worker, to: "worker.sh")
            command = "chmod +x worker.sh; \(command) --worker-binary worker.sh"
        }
        return try await shell(command, environment: SparkInstallation.spark4.environment())
    }
}
