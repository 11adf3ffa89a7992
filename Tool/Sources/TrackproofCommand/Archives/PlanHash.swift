import TrackproofHash
import TrackproofPlanning

extension PlanFiles {
    /// The hash of the compiled plan. Comments and formatting in the plan's files do not change it.
    var hash: String { SHA256.hash(Array(json.utf8)).hexadecimal }
}
