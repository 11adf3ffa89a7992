import Testing
import Trackproof
import TrackproofPlatform

/// A failure as Swift Testing was told it.
struct Failure: Hashable, Sendable, CustomStringConvertible {
    let message: String
    let line: Int

    var description: String { "\(line): \(message)" }
}

/// What the test is told while `body` runs; none of it fails the test that asks.
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

/// Expects that an assertion fails once, with exactly this message, at its own line.
func expectFailure(
    _ message: String, sourceLocation: SourceLocation = #_sourceLocation, of assertion: () throws -> Int
) rethrows {
    var line = 0
    let failures = try failures { line = try assertion() }
    #expect(failures == [Failure(message: message, line: line)], sourceLocation: sourceLocation)
}

/// The line in which an assertion is written: its own by being beside it.
func line<Result>(of assertion: Result, _ line: Int = #line) -> Int { line }

/// What a call throws, as text; nil where it does not.
func message<Value>(_ body: () throws -> Value) -> String? {
    do {
        _ = try body()
        return nil
    } catch {
        return "\(error)"
    }
}
