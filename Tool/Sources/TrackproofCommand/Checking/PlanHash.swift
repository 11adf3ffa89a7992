internal import Crypto
internal import TrackproofPlanning

extension PlanFiles {
    /// The hash of the compiled plan. Comments and formatting in the plan's files do not change it.
    var hash: String {
        SHA256.hash(data: Array(json.utf8)).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
