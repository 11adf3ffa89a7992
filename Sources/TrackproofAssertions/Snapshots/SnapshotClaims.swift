internal import Trackproof
internal import TrackproofPlatform

/// The snapshots that tests of this process use. No two tests can use the same snapshot.
enum SnapshotClaims {
    private struct Claim: Hashable {
        let test: TestIdentity
        let label: String?
    }

    /// The test and the label that use each snapshot, by the path of the snapshot.
    ///
    /// The paths are in lower case, because many file systems ignore case.
    private static let claims = Lock<[String: Claim]>([:])

    /// Claims a snapshot for a test. The same test may claim the snapshot again, because tests can be repeated.
    ///
    /// - Returns: The reason why the test cannot have the snapshot; `nil` if the test now has the snapshot.
    static func claim(_ path: String, for test: TestIdentity, label: String?) -> String? {
        let claim = Claim(test: test, label: label)
        let known = claims.withLock { claims in
            if claims[path.lowercased()] == nil { claims[path.lowercased()] = claim }
            return claims[path.lowercased()] ?? claim
        }
        if known == claim { return nil }
        if known.test.path == test.path, known.label == label {
            return "\(path): another case of this test uses this snapshot; give the snapshot of each case its own name"
        }
        return """
            \(path): another test uses this snapshot: \(known.test.path.joined(separator: "/"))\
            \(known.label.map { " with the name \($0.quotedForDisplay)" } ?? "")
            """
    }
}
