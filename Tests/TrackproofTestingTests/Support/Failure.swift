import Trackproof
import TrackproofPlatform

/// A failure that the library reports to a test framework.
struct Failure: Hashable, Sendable, CustomStringConvertible {
    let message: String
    let file: String
    let line: Int
    /// Whether the report fails the test. A warning does not fail the test.
    var isFailure = true

    var description: String { "\(file):\(line): \(isFailure ? "" : "warning: ")\(message)" }
}

/// A log that collects failures from any thread, so the test framework does not get them.
final class FailureLog: Sendable {
    private let kept = Lock<[Failure]>([])

    func keep(_ failure: Failure) { kept.withLock { $0.append(failure) } }

    var failures: [Failure] { kept.withLock { $0 } }
}
