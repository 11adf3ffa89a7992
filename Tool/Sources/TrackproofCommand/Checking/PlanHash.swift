internal import Crypto
internal import TrackproofPlanning

extension PlanFiles {
    /// A hash of the plan's content. Comments and formatting do not change the hash.
    var hash: String {
        SHA256.hash(data: Array(json.utf8)).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
