import Trackproof
import TrackproofPlatform

/// A failure as it is reported to a test framework.
struct Failure: Hashable, Sendable, CustomStringConvertible {
    let message: String
    let file: String
    let line: Int
    /// Whether the report fails the test. A warning does not fail the test.
    var isFailure = true

    var description: String { "\(file):\(line): \(isFailure ? "" : "warning: ")\(message)" }
}

/// A log that keeps failures from any thread instead of reporting them.
final class FailureLog: Sendable {
    private let kept = Lock<[Failure]>([])

    func keep(_ failure: Failure) { kept.withLock { $0.append(failure) } }

    var failures: [Failure] { kept.withLock { $0 } }
}
