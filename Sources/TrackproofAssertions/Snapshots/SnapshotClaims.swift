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

/// The snapshots that the tests of a process have recorded.
///
/// XCTest and Swift Testing can run a failed test again in the same process. The second run would find what the first run
/// has recorded, so comparing with it would prove nothing.
final class RecordedSnapshots: Sendable {
    static let ofProcess = RecordedSnapshots()

    private let paths = Lock<Set<String>>([])

    /// Notes the result of a comparison. If it is only equal because this process has recorded the snapshot, returns a
    /// failure instead.
    func checked(_ report: SnapshotFile.Report, of path: String) -> SnapshotFile.Report {
        let isRecorded = paths.withLock { paths in
            if report.isRecording, report.message != nil { paths.insert(path) }
            return paths.contains(path)
        }
        guard isRecorded, report.message == nil else { return report }
        return SnapshotFile.Report(
            message:
                "an earlier run of this test has recorded the snapshot; review it, then run the tests again: \(path)",
            isRecording: true)
    }
}
