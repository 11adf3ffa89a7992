import Trackproof
import TrackproofPlatform

/// A failure as a test framework was told it.
struct Failure: Hashable, Sendable, CustomStringConvertible {
    let message: String
    let file: String
    let line: Int
    /// Whether it fails the test; a warning does not.
    var isFailure = true

    var description: String { "\(file):\(line): \(isFailure ? "" : "warning: ")\(message)" }
}

/// Failures kept instead of reported, from any thread.
final class FailureLog: Sendable {
    private let kept = Lock<[Failure]>([])

    func keep(_ failure: Failure) { kept.withLock { $0.append(failure) } }

    var failures: [Failure] { kept.withLock { $0 } }
}
