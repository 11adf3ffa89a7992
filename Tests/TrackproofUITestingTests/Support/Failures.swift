import Testing
import Trackproof
import TrackproofPlatform

/// A failure that Swift Testing recorded.
struct Failure: Hashable, Sendable, CustomStringConvertible {
    let message: String
    let line: Int

    var description: String { "\(line): \(message)" }
}

/// Returns the failures that `body` records. They do not fail the test that calls this function.
func failures(of body: () throws -> Void) rethrows -> [Failure] {
    let kept = Lock<[Failure]>([])
    try withKnownIssue(isIntermittent: true) {
        try body()
    } matching: { issue in
        let message = issue.error.map { "threw \($0)" } ?? issue.comments.map(\.rawValue).joined(separator: "\n")
        kept.withLock { $0.append(Failure(message: message, line: issue.sourceLocation?.line ?? 0)) }
        return true
    }
    return kept.withLock { $0 }
}

/// Returns the first line of each failure that `body` records.
func firstLines(of body: () throws -> Void) rethrows -> [String] {
    try failures(of: body).map { String($0.message.prefix { $0 != "\n" }) }
}

/// Checks that an assertion fails once, with exactly this message, at its own line, and before `longTimeout`.
func expectFailure(
    _ message: String, sourceLocation: SourceLocation = #_sourceLocation, of assertion: () throws -> Int
) rethrows {
    var line = 0
    let start = ContinuousClock.now
    let failures = try failures { line = try assertion() }
    #expect(failures == [Failure(message: message, line: line)], sourceLocation: sourceLocation)
    #expect(.now - start < longTimeout, sourceLocation: sourceLocation)
}

/// Returns the line of an assertion, which must be in the same line as the call.
func line<Result>(of assertion: Result, _ line: Int = #line) -> Int { line }
