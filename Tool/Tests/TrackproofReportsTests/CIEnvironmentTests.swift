import TestSupport
import Testing
@testable import TrackproofReports

/// Tests that the environment variables of CI servers give the job, the revision and the branch of a run.
struct CIEnvironmentTests {
    /// The input of a step has a variable in each line. A variable without a value is empty.
    @Test func variablesAreReadAsAccepted() throws {
        try expectTranscript("ci-environment") { _, lines in
            let pairs = lines.map { line in
                let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
                return (parts[0], parts.dropFirst().joined())
            }
            let environment = CIEnvironment(Dictionary(uniqueKeysWithValues: pairs))
            let values = [
                ("server", environment.job?.server), ("job", environment.job?.url),
                ("revision", environment.revision), ("branch", environment.branch), ("report", environment.reportURL),
            ]
            return values.compactMap { name, value in value.map { "\(name) \($0)" } }.joined(separator: "\n")
        }
    }
}
