internal import Trackproof
internal import TrackproofPlatform

/// Which test each snapshot of this process belongs to, so that no two share one.
enum SnapshotClaims {
    private struct Claim: Hashable {
        let test: TestIdentity
        let label: String?
    }

    /// By path, in lower case: on many file systems case does not count.
    private static let claims = Lock<[String: Claim]>([:])

    /// Claims a snapshot for a test; returns why it cannot have it. The same test may come again: tests are repeated.
    static func claim(_ path: String, for test: TestIdentity, label: String?) -> String? {
        let claim = Claim(test: test, label: label)
        let known = claims.withLock { claims in
            if claims[path.lowercased()] == nil { claims[path.lowercased()] = claim }
            return claims[path.lowercased()] ?? claim
        }
        if known == claim { return nil }
        if known.test.path == test.path, known.label == label {
            return "another case of this test has the same snapshot, \(path): the name must tell the cases apart"
        }
        return """
            another test has the same snapshot, \(path): \(known.test.path.joined(separator: "/"))\
            \(known.label.map { " with the name \($0.quotedForDisplay)" } ?? "")
            """
    }
}
