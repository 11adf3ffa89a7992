import Trackproof
import TrackproofPlatform
import TrackproofText

/// The snapshots that tests in this process use. Two tests must not use the same snapshot.
enum SnapshotClaims {
    private struct Claim: Hashable {
        let test: TestIdentity
        let label: String?
    }

    /// For each used snapshot, its test and its label. The key is the snapshot's path in lower case.
    ///
    /// Many file systems ignore case, so two paths that differ only in case may name the same file.
    private static let claims = Lock<[String: Claim]>([:])

    /// Reserves a snapshot for a test. If the test runs again, it can reserve the same snapshot again.
    ///
    /// - Throws: ``SnapshotRefusal`` if another test, or another case of the test, has reserved the snapshot.
    static func claim(_ path: String, for test: TestIdentity, label: String?) throws {
        let claim = Claim(test: test, label: label)
        let known = claims.withLock { claims in
            if claims[path.lowercased()] == nil { claims[path.lowercased()] = claim }
            return claims[path.lowercased()] ?? claim
        }
        if known == claim { return }
        let label = known.label.map { " with the name \($0.quotedForDisplay)" } ?? ""
        throw SnapshotRefusal(
            description: known.test.path == test.path && known.label == claim.label
                ? "\(path): another case of this test uses this snapshot; give the snapshot of each case its own name"
                : "\(path): another test uses this snapshot: \(known.test.path.joined(separator: "/"))\(label)")
    }
}
